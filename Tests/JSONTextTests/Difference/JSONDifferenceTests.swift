import JSONText
import Testing

@Suite("Differences of two values")
struct JSONDifferenceTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let expected: String
    let actual: String
    let lines: [String]
    var testDescription: String { name }

    init(_ name: String, _ expected: String, _ actual: String, _ lines: String...) {
      self.name = name
      self.expected = expected
      self.actual = actual
      self.lines = lines
    }
  }

  static let cases = [
    Case("the same number", "1", "1.0"),
    Case("another number", "1", "2", "$: 1 -> 2"),
    Case("another kind", "1", #""1""#, #"$: 1 -> "1""#),
    Case("a list for an object", "{}", "[]", "$: {} -> []"),
    Case("a null for a member", #"{"a":1}"#, #"{"a":null}"#, "$.a: 1 -> null"),
    Case("a member missing", #"{"a":1,"b":[2]}"#, #"{"a":1}"#, "$.b: [2] missing"),
    Case("a member unexpected", #"{"a":1}"#, #"{"b":{},"a":1}"#, "$.b: {} unexpected"),
    Case("another order of members", #"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#),
    Case(
      "the order of the actual text, what is missing last", #"{"c":1,"a":1,"d":1,"b":1}"#,
      #"{"b":2,"e":5,"a":3}"#, "$.b: 1 -> 2", "$.e: 5 unexpected", "$.a: 1 -> 3",
      "$.c: 1 missing", "$.d: 1 missing"),
    Case(
      "the last of a repeated key", #"{"a":1,"a":2}"#, #"{"a":2,"b":0,"a":3}"#,
      "$.b: 0 unexpected", "$.a: 2 -> 3"),
    Case("keys written with escapes", #"{"\u0061":1}"#, #"{"a":2}"#, "$.a: 1 -> 2"),
    Case(
      "keys that need quotes", #"{"a b":{"":[1]},"it's":1}"#, #"{"a b":{"":[2]},"it's":2}"#,
      "$['a b'][''][0]: 1 -> 2", #"$['it\'s']: 1 -> 2"#),
    Case(
      "keys that are not normalised", "{\"\u{e9}\":1}", "{\"e\u{301}\":1}",
      "$.e\u{301}: 1 unexpected", "$.\u{e9}: 1 missing"),
    Case(
      "strings that are written in other ways", #"["é","/"]"#, #"["\u00e9", "\/"]"#),
    Case("an element changed", "[1,2,3]", "[1,5,3]", "$[1]: 2 -> 5"),
    Case("an element put in", "[1,2,3]", "[0,1,2,3]", "$[0]: 0 unexpected"),
    Case("an element at the end", "[1,2,3]", "[1,2,3,4]", "$[3]: 4 unexpected"),
    Case("an element taken out", "[1,2,3]", "[1,3]", "$[1]: 2 missing"),
    Case("everything taken out", "[1,2]", "[]", "$[0]: 1 missing", "$[1]: 2 missing"),
    Case("one of several that are equal taken out", "[1,1,1]", "[1,1]", "$[2]: 1 missing"),
    Case(
      "several put in and one taken out", "[1,2,3,4,5]", "[9,1,2,8,4,5,7]",
      "$[0]: 9 unexpected", "$[3]: 3 -> 8", "$[6]: 7 unexpected"),
    Case(
      "scalars that changed places", "[true,false]", "[false,true]",
      "$[0]: true -> false", "$[1]: false -> true"),
    Case(
      "objects that changed places", #"[{"id":1,"n":"a"},{"id":2,"n":"b"}]"#,
      #"[{"id":2,"n":"b"},{"id":1,"n":"a"}]"#, #"$[0]: {"id":1,"n":"a"} missing"#,
      #"$[1]: {"id":1,"n":"a"} unexpected"#),
    Case(
      "an element changed after one put in", #"[{"id":1,"n":"a"},{"id":2,"n":"b"}]"#,
      #"[{"id":0,"n":"z"},{"id":1,"n":"c"},{"id":2,"n":"b"}]"#,
      #"$[0]: {"id":0,"n":"z"} unexpected"#, #"$[1].n: "a" -> "c""#),
    Case(
      "an element changed before one taken out",
      #"[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"c"},{"id":4,"n":"d"}]"#,
      #"[{"id":1,"n":"a"},{"id":3,"n":"x"},{"id":4,"n":"y"}]"#,
      #"$[1]: {"id":2,"n":"b"} missing"#, #"$[1].n: "c" -> "x""#, #"$[2].n: "d" -> "y""#),
    Case(
      "lists in lists", "[[1,2,3],[4,5,6],[7,8,9]]", "[[0],[1,2,3],[4,6],[7,8,9]]",
      "$[0]: [0] unexpected", "$[2][1]: 5 missing"),
    Case(
      "what an element lacks that stands elsewhere", #"[{"a":1,"b":[1,2]}]"#,
      #"[0,{"b":[2],"a":1}]"#, "$[0]: 0 unexpected", "$[1].b[0]: 1 missing"),
  ]

  @Test("They are reported with their paths", arguments: cases)
  func lines(_ test: Case) throws {
    let expected = try JSONDocument(text: test.expected).root
    let actual = try JSONDocument(text: test.actual).root
    let differences = JSONDifferences(from: expected, to: actual)
    #expect(differences.first.map(line) == test.lines)
    #expect(differences.count == test.lines.count)
  }

  private func line(_ difference: JSONDifference) -> String {
    let (expected, actual) = (difference.expected?.text, difference.actual?.text)
    return switch difference.kind {
    case .changed: "\(difference.path): \(expected ?? "nil") -> \(actual ?? "nil")"
    case .missing: "\(difference.path): \(expected ?? "nil") missing"
    case .unexpected: "\(difference.path): \(actual ?? "nil") unexpected"
    }
  }

  @Test(
    "They are counted beyond the limit", arguments: [(0, 0), (3, 3), (10, 10), (100, 40), (-1, 0)])
  func limit(_ limit: Int, _ kept: Int) throws {
    let expected = try JSONDocument(text: "[\(list(0..<40))]").root
    let actual = try JSONDocument(text: "[\(list(100..<140))]").root
    let differences = JSONDifferences(from: expected, to: actual, limit: limit)
    #expect(differences.count == 40)
    #expect(differences.first.map(\.path) == (0..<kept).map { "$[\($0)]" })
  }

  @Test("Paths begin at the given path, and the values can be anywhere in one document")
  func within() throws {
    let root = try JSONDocument(text: #"[{"a":[1,{"b":2}]}, [0, {"a":[1,{"b":3}]}]]"#).root
    let expected = try #require(root[0])
    let actual = try #require(root[1]?[1])
    let differences = JSONDifferences(from: expected, to: actual, at: "$.user")
    #expect(differences.first.map(line) == ["$.user.a[1].b: 2 -> 3"])
  }

  @Test("Deep values need no stack")
  func deep() throws {
    let depth = 5000
    let texts = ["1", "2"].map {
      String(repeating: "[0,", count: depth) + $0 + String(repeating: "]", count: depth)
    }
    let left = try JSONDocument(text: texts[0], maxDepth: depth).root
    let right = try JSONDocument(text: texts[1], maxDepth: depth).root
    let differences = JSONDifferences(from: left, to: right)
    #expect(
      differences.first.map(\.path) == ["$" + String(repeating: "[1]", count: depth)])
    #expect(differences.count == 1)
  }

  private func list(_ numbers: some Sequence<Int>) -> String {
    numbers.map(String.init).joined(separator: ",")
  }
}
