import Decimals
import Testing

@Suite("Decimal numbers")
struct DecimalTests {
  @Test(
    "A number is written as JSON does, whatever it was",
    arguments: [
      ("0", "0"), ("-0", "0"), ("-0.00e5", "0"), ("1.10", "1.1"), ("100", "100"),
      ("1e2", "100"), ("1E+2", "100"), ("12e-1", "1.2"), ("0.0000001", "0.0000001"),
      ("1e-7", "0.0000001"), ("1e-8", "1e-8"), ("123e-10", "1.23e-8"),
      ("100000000000000000000", "100000000000000000000"), ("1e21", "1e+21"),
      ("12345678901234567890123", "1.2345678901234567890123e+22"), ("-2.50", "-2.5"),
      ("9007199254740993", "9007199254740993"), ("1e6144", "1e+6144"), ("1e-6144", "1e-6144"),
    ])
  func text(written: String, text: String) throws {
    #expect(try Decimal(written).description == text)
    #expect(try Decimal(Decimal(written).description) == Decimal(written))
  }

  @Test(
    "Other texts are not numbers",
    arguments: [
      "", "-", "+1", "01", "-01", ".5", "5.", "1e", "1e+", "1.e1", " 1", "1 ", "1,0", "0x1", "NaN",
      "Infinity", "1_000", "١", "--1", "1e1.5",
    ])
  func notNumbers(text: String) {
    #expect(throws: DecimalProblem.notNumber) { try Decimal(text) }
  }

  @Test(
    "Numbers have limits",
    arguments: [
      "1e6145", "1e-6145", "1e99999999999999999999", "10e6144",
      String(repeating: "1", count: 1_001), "0." + String(repeating: "1", count: 1_001),
      String(repeating: "9", count: 100_000),
    ])
  func tooLarge(text: String) {
    #expect(throws: DecimalProblem.tooLarge) { try Decimal(text) }
  }

  @Test("The longest numbers are within the limits, and zero has any exponent")
  func longest() throws {
    let digits = String(repeating: "1", count: 1_000)
    let text = "1." + digits.dropFirst()
    #expect(try Decimal(digits).description == text + "e+999")
    #expect(
      try Decimal(digits + String(repeating: "0", count: 5_000)).description == text + "e+5999")
    #expect(try Decimal("0e99999999999") == .zero)
    #expect(throws: DecimalProblem.tooLarge) { try Decimal(digits) * Decimal("11") }
    #expect(throws: DecimalProblem.tooLarge) { try Decimal("1e6144") + Decimal("1") }
    #expect(throws: DecimalProblem.tooLarge) { try Decimal("1e6144") * Decimal("10") }
    #expect(throws: DecimalProblem.tooLarge) { try Decimal("1e-6144") / Decimal("10") }
  }

  @Test("Zero is not a divisor")
  func zero() {
    #expect(throws: DecimalProblem.divisionByZero) { try Decimal("1") / .zero }
    #expect(throws: DecimalProblem.divisionByZero) { try Decimal("0") % Decimal("0.0") }
  }

  @Test(
    "Integers are taken as they are",
    arguments: [
      ("0", 0), ("1e3", 1_000), ("-7", -7), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min),
    ])
  func integers(text: String, integer: Int) throws {
    #expect(try Decimal(integer) == Decimal(text))
  }

  @Test(
    "Rounding",
    arguments: [
      ("2.5", 0, "3", "2", "3", "3"), ("-2.5", 0, "-3", "-3", "-2", "-3"),
      ("2.4", 0, "2", "2", "3", "2"), ("0.04", 1, "0", "0", "0.1", "0.0"),
      ("-0.04", 1, "0", "-0.1", "0", "0.0"), ("99.995", 2, "100", "99.99", "100", "100.00"),
      ("1e3", 2, "1000", "1000", "1000", "1000.00"), ("0.5", 0, "1", "0", "1", "1"),
      ("0.05", 0, "0", "0", "1", "0"), ("1.005", 34, "1.005", "1.005", "1.005", "1.005"),
    ] as [(String, Int, String, String, String, String)])
  func rounding(
    text: String, places: Int, nearest: String, down: String, up: String, fixed: String
  ) throws {
    let number = try Decimal(text)
    #expect(try number.rounded(to: places).description == nearest)
    #expect(try number.rounded(to: places, .down).description == down)
    #expect(try number.rounded(to: places, .up).description == up)
    let text = try number.fixed(places)
    #expect(places == 34 ? text.hasPrefix(fixed) && text.utf8.count == 36 : text == fixed)
  }
}
