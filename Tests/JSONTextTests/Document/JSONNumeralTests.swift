import JSONText
import SeededNumbers
import Testing

@Suite("Exact numbers")
struct JSONNumeralTests {
  /// Groups of equal numbers, each group above the one before.
  static let order: [[String]] = [
    ["-1e99999999999999999999", "-10e99999999999999999998"],
    ["-1e999999999999999999"],
    ["-1E400"],
    ["-12.5", "-125e-1"],
    ["-1"],
    ["-1e-400"],
    ["-1e-99999999999999999999"],
    ["0", "-0", "0.000", "0e999999999999999999999", "-0E-5"],
    ["1e-99999999999999999999", "0.1e-99999999999999999998"],
    ["1e-1000000000000000000", "0.1e-999999999999999999"],
    ["1e-999999999999999999"],
    ["1e-400"],
    ["0.1", "1e-1", "0.10", "100e-3"],
    ["0.3"],
    ["0.30000000000000000000000000000000000000001"],
    ["1", "1.0", "10e-1", "0.1e1", "1e0", "1e-0", "1E+00"],
    ["1.10", "1.1", "11e-1"],
    ["9007199254740992"],
    ["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
    ["12345678901234567890"],
    ["12345678901234567891"],
    ["1E400", "10E399", "0.01e402"],
    ["1.000001E400"],
    ["1e999999999999", "10e999999999998"],
    ["1e999999999999999998"],
    ["1e999999999999999999", "0.1e1000000000000000000", "1e00000000000999999999999999999"],
    ["1e1000000000000000000", "10e999999999999999999"],
    ["1e1000000000000000001"],
    ["1e99999999999999999999", "0.1e100000000000000000000", "10e99999999999999999998"],
    ["2e99999999999999999999"],
  ]

  @Test("They are equal and ordered as numbers are")
  func orders() throws {
    let flat = Self.order.enumerated().flatMap { rank, group in group.map { (rank, $0) } }
    for (leftRank, leftText) in flat {
      let left = try #require(JSONNumeral(leftText))
      for (rightRank, rightText) in flat {
        let right = try #require(JSONNumeral(rightText))
        #expect((left == right) == (leftRank == rightRank), "\(leftText) == \(rightText)")
        #expect((left < right) == (leftRank < rightRank), "\(leftText) < \(rightText)")
      }
    }
  }

  @Test("They agree with machine integers however they are written")
  func agrees() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let left = random.below(4001) - 2000
      let right = random.below(4001) - 2000
      let shift = random.below(5)
      // The decimal point moved to the left, with the exponent to match.
      let digits = String(left.magnitude)
      let padded = String(repeating: "0", count: max(0, shift + 1 - digits.count)) + digits
      let point = padded.index(padded.endIndex, offsetBy: -shift)
      let moved =
        (left < 0 ? "-" : "") + padded[..<point] + (shift > 0 ? "." + padded[point...] : "")
        + "e\(shift)"
      let number = try #require(JSONNumeral(moved), "\(moved)")
      #expect(number == JSONNumeral(String(left)), "\(moved)")
      #expect(number.integer == left)
      #expect((number < JSONNumeral(String(right))!) == (left < right))
    }
  }

  static let integers: [(String, Bool, Int?)] = [
    ("0", true, 0), ("-0.0", true, 0), ("1.0", true, 1), ("1e3", true, 1000), ("1.5", false, nil),
    ("15e-1", false, nil), ("1e-1", false, nil), ("9223372036854775807", true, .max),
    ("9223372036854775808", true, nil), ("-9223372036854775808", true, .min),
    ("-9223372036854775809", true, nil), ("92233720368547758070", true, nil),
    ("1e18", true, 1_000_000_000_000_000_000), ("1e19", true, nil), ("1E400", true, nil),
    ("1e99999999999999999999", true, nil), ("1e-99999999999999999999", false, nil),
  ]

  @Test("They know whether they are integers", arguments: integers)
  func integer(_ text: String, _ isInteger: Bool, _ integer: Int?) throws {
    let number = try #require(JSONNumeral(text))
    #expect(number.isInteger == isInteger)
    #expect(number.integer == integer)
  }

  @Test("Their time depends on the length of their text and not on their size")
  func bounded() throws {
    let exponent = String(repeating: "9", count: 20_000)
    let left = try #require(JSONNumeral("1e" + exponent))
    let right = try #require(JSONNumeral("0.1e1" + String(repeating: "0", count: 20_000)))
    #expect(left == right)
    #expect(JSONNumeral("1e-" + exponent)! < left)
  }
}
