import JSONText
import Testing

@Suite("Paths")
struct JSONPathTests {
  static let document = #"""
    {"users": [{"id": 1, "First Name": "Ann"}, {"id": 2}], "a": 1, "a": 2, "é": 3, "'": 4,
     "o": {"x": 5, "y": [6, 7]}}
    """#

  static let selections: [(String, Bool, [String])] = [
    ("$.users[0].id", true, ["1"]),
    ("$['users'][-1][\"id\"]", true, ["2"]),
    ("$.users[*].id", false, ["1", "2"]),
    ("$.users.*.id", false, ["1", "2"]),
    ("$.users[0]['First Name']", true, [#""Ann""#]),
    ("$.a", true, ["2"]),
    ("$.é", true, ["3"]),
    ("$['\\u00e9']", true, ["3"]),
    ("$['\\'']", true, ["4"]),
    ("$.o.*", false, ["5", "[6, 7]"]),
    ("$.o[*][*]", false, ["6", "7"]),
    ("$ .o\n[ 'y' ] [ 1 ]", true, ["7"]),
    ("$.users[2]", true, []),
    ("$.users[-3]", true, []),
    ("$.users.id", true, []),
    ("$.o[0]", true, []),
    ("$.a.b", true, []),
    ("$.a[*]", false, []),
  ]

  @Test("lead to values", arguments: selections)
  func select(_ text: String, _ isSingular: Bool, _ found: [String]) throws {
    let path = try JSONPath(text)
    #expect(path.isSingular == isSingular)
    #expect(path.select(in: try JSONDocument(text: Self.document).root).map(\.text) == found)
  }

  @Test("lead with a star to every one of repeated keys")
  func repeated() throws {
    let root = try JSONDocument(text: #"{"a":1,"a":2}"#).root
    #expect(try JSONPath("$.*").select(in: root).map(\.text) == ["1", "2"])
    #expect(try JSONPath("$").select(in: root).map(\.text) == [root.text])
  }

  static let descriptions: [(String, String)] = [
    ("$", "$"),
    ("$['a'][\"b_1\"].é", "$.a.b_1.é"),
    ("$[ * ] .*", "$.*.*"),
    ("$[0][-1]", "$[0][-1]"),
    ("$[\"First Name\"]", "$['First Name']"),
    ("$['1a']['']", "$['1a']['']"),
    ("$[\"'\\\\\\n\\u0001/\\\"\"]", #"$['\'\\\n\u0001/"']"#),
    (#"$["\ud83d\ude00 \b\f\r\t\/"]"#, #"$['😀 \b\f\r\t/']"#),
  ]

  @Test("are written in their shortest form, which is the same path", arguments: descriptions)
  func describe(_ text: String, _ description: String) throws {
    let path = try JSONPath(text)
    #expect(path.description == description)
    #expect(try JSONPath(description) == path)
  }

  @Test("differ where names differ by scalars")
  func compare() throws {
    #expect(try JSONPath("$.\u{e9}") != JSONPath("$.e\u{301}"))
    #expect(try JSONPath("$[1]") != JSONPath("$['1']"))
  }
}
