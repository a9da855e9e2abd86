import JSONText
import Testing

@Suite("Comparisons in filters")
struct ComparisonTests {
  /// Groups of equal values, each below the groups after it.
  static let ascending: [[String]] = [
    ["-1e400"], ["-12345678901234567891"], ["-1.5", "-15e-1", "-1.50"], ["-1"],
    ["0", "-0", "0.0", "0e9", "-0.000"], ["1e-400"], ["0.1", "1e-1", "0.10"],
    ["0.100000000000000001"], ["1", "1.0", "1.000000000000000000000", "0.1e1"],
    ["9007199254740992"], ["9007199254740993", "9007199254740993.0"],
    ["999999999999999999", "999999999999999999.0"], ["1000000000000000000", "1e18", "1E+18"],
    ["12345678901234567890"], ["12345678901234567891", "12345678901234567891.00"], ["1e400"],
  ]

  private static func holds(_ left: String, _ comparison: String, _ right: String) -> Bool {
    selection("$[?@[0] \(comparison) @[1]]", "[[\(left),\(right)]]").count == 1
      && selection("$[?@[0] \(comparison) \(right)]", "[[\(left)]]").count == 1
  }

  @Test("Numbers are compared exactly, however they are written")
  func numbers() {
    for (place, group) in Self.ascending.enumerated() {
      for number in group {
        for (otherPlace, others) in Self.ascending.enumerated() {
          let other = others[others.count / 2]
          let label = Comment(rawValue: "\(number) and \(other)")
          #expect(Self.holds(number, "==", other) == (place == otherPlace), label)
          #expect(Self.holds(number, "<", other) == (place < otherPlace), label)
          #expect(Self.holds(number, ">=", other) == (place >= otherPlace), label)
        }
      }
    }
  }

  @Test("Texts are ordered by their Unicode scalars")
  func texts() {
    let texts = ["", "A", "a", "aa", "ab", "é", "\u{fb01}", "😀"]
    for (place, text) in texts.enumerated() {
      for (otherPlace, other) in texts.enumerated() {
        #expect(Self.holds(text.json, "<", other.json) == (place < otherPlace))
        #expect(Self.holds(text.json, "<=", other.json) == (place <= otherPlace))
      }
    }
    #expect(Self.holds(#""\u00e9""#, "==", #""é""#))
    #expect(Self.holds(#""\ud83d\ude00""#, ">", #""\ufb01""#))
    #expect(Self.holds(#""e\u0301""#, "!=", #""é""#))
    #expect(selection(#"$[?@ == "\ud83d\ude00"]"#, #"["😀","\ud83d","\ud83d\ude00"]"#).count == 2)
  }

  static let lengths: [(String, String)] = [
    (#""é😀\u00e9\ud83d\ude00""#, "4"), (#""e\u0301""#, "2"), (#""""#, "0"), ("[1,[2]]", "2"),
    (#"{"a":1,"b":{"c":2}}"#, "2"),
  ]

  @Test("`length` counts characters, elements and members", arguments: lengths)
  func count(_ value: String, _ length: String) {
    #expect(selection("$[?length(@) == \(length)]", "[\(value)]") == [value])
    #expect(selection("$[?length(@) > 0 || length(@) <= 0]", "[1,true,null]") == [])
  }
}

extension String {
  /// The text as a JSON string.
  fileprivate var json: String { JSONWriter.string(self) }
}
