import JSONText
import Testing

@Suite("Equality of values as data")
struct JSONEqualityTests {
  static let equal: [(String, String)] = [
    ("null", " null "),
    ("1", "1.0"),
    ("10e-1", "1"),
    (#""é""#, #""\u00e9""#),
    (#""😀""#, #""\ud83d\ude00""#),
    (#""/""#, #""\/""#),
    (#""\ud800""#, #""\uD800""#),
    ("[1, [2]]", "[1e0,[2.0]]"),
    (#"{"a":1,"b":{"c":[]}}"#, #"{"b":{"c":[]},"a":1.0}"#),
    (#"{"a":1,"a":2}"#, #"{"\u0061":2}"#),
    (#"{"a":1,"a":2}"#, #"{"a":3,"a":2}"#),
    (#"{"a":1,"b":2}"#, #"{"a":1,"b":0,"b":2}"#),
    (members(0..<40), members((0..<40).reversed())),
    (members(0..<40), members(0..<40)),
    (#"{"a":1,"b":0,"a":2}"#, #"{"a":3,"a":2,"b":0}"#),
  ]

  private static func members(_ numbers: some Sequence<Int>) -> String {
    "{" + numbers.map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}"
  }

  @Test("Equal values are equal", arguments: equal)
  func holds(_ left: String, _ right: String) throws {
    #expect(try isEqual(left, right))
    #expect(try isEqual(right, left))
  }

  static let different: [(String, String)] = [
    ("null", "false"),
    ("true", "false"),
    ("1", #""1""#),
    ("12345678901234567890", "12345678901234567891"),
    ("\"\u{e9}\"", "\"e\u{301}\""),
    (#""\ud800""#, #""\udc00""#),
    (#""\ud800""#, "\"\u{fffd}\""),
    ("[1,2]", "[2,1]"),
    ("[1]", "[1,1]"),
    ("[1,1]", "[1]"),
    ("[]", "{}"),
    (#"{"a":1}"#, #"{"a":1,"b":1}"#),
    (#"{"a":1,"b":1}"#, #"{"a":1,"c":1}"#),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#),
    ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}"),
    ("[[[[1]]]]", "[[[[2]]]]"),
    (members(0..<40), members(1..<41)),
    (members(0..<40), members(0..<39)),
  ]

  @Test("Different values are not equal", arguments: different)
  func doesNotHold(_ left: String, _ right: String) throws {
    #expect(try !isEqual(left, right))
    #expect(try !isEqual(right, left))
  }

  @Test("A value equals its indented form, in both directions")
  func properties() throws {
    var maker = TextMaker(seed: 8)
    var last = try JSONDocument(text: "null").root
    for _ in 0..<1000 {
      let text = maker.text()
      let value = try JSONDocument(text).root
      let laidOut = try JSONDocument(Outcome(of: text).indented).root
      #expect(value.isEqual(to: laidOut))
      #expect(value.isEqual(to: last) == last.isEqual(to: value))
      last = value
    }
  }

  @Test("Deep values need no stack")
  func deep() throws {
    let depth = 50_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let left = try JSONDocument(text: text, maxDepth: depth).root
    let right = try JSONDocument(text: text, maxDepth: depth).root
    #expect(left.isEqual(to: right))
  }

  private func isEqual(_ left: String, _ right: String) throws -> Bool {
    let left = try JSONDocument(text: left).root
    let right = try JSONDocument(text: right).root
    return left.isEqual(to: right)
  }
}
