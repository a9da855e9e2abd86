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
    ("$.o['x','x']", false, ["5", "5"]),
    ("$..id", false, ["1", "2"]),
    ("$.o.y[0:1]", false, ["6"]),
    ("$.users[?@.id == 2]", false, [#"{"id": 2}"#]),
  ]

  @Test("A path selects values", arguments: selections)
  func select(_ text: String, _ isSingular: Bool, _ found: [String]) throws {
    #expect(try JSONPath(text).isSingular == isSingular)
    #expect(selection(text, Self.document) == found)
  }

  static let repeated: [(String, [String])] = [
    ("$.*", ["1", "2", "3"]),
    ("$.a", ["3"]),
    ("$..a", ["3"]),
    ("$[?@ > 0]", ["1", "2", "3"]),
    ("$[?length($) == 3 && @ == 1]", ["1"]),
    ("$[?count($.*) == 3 && @ == 1]", ["1"]),
  ]

  @Test(
    "A name selects the last of repeated keys, and other selectors each of them",
    arguments: repeated)
  func repeats(_ path: String, _ found: [String]) {
    #expect(selection(path, #"{"a":1,"b":2,"a":3}"#) == found)
  }

  @Test("A path starts at the given value")
  func starts() throws {
    let root = try JSONDocument(text: #"{"a":{"b":[1,2]},"b":3}"#).root
    let inner = try #require(root["a"])
    #expect(try JSONPath("$..b").select(in: inner).map(\.text) == ["[1,2]"])
    #expect(try JSONPath("$.b[?@ < $.b[1]]").select(in: inner).map(\.text) == ["1"])
    let found = try JSONPath("$..*").select(in: inner)
    #expect(
      JSONPath.normalizedPaths(of: found, in: inner) == ["$['b']", "$['b'][0]", "$['b'][1]"])
  }

  @Test("Values in any order have normalized paths, and values elsewhere have none")
  func normalizes() throws {
    let root = try JSONDocument(text: #"{"a":[0,[1,2]],"'\n":{"b":3}}"#).root
    let other = try JSONDocument(text: "[1]").root
    var values = try JSONPath("$..*").select(in: root)
    values = Array(values.reversed()) + [root, other, values[1], values[1]]
    #expect(
      JSONPath.normalizedPaths(of: values, in: root) == [
        "$['\\'\\n']['b']", "$['a'][1][1]", "$['a'][1][0]", "$['a'][1]", "$['a'][0]",
        "$['\\'\\n']", "$['a']", "$", "", "$['\\'\\n']", "$['\\'\\n']",
      ])
  }

  static let descriptions: [(String, String)] = [
    ("$", "$"),
    ("$['a'][\"b_1\"].é", "$.a.b_1.é"),
    ("$[ * ] .*", "$[*].*"),
    ("$[0][-1]", "$[0][-1]"),
    ("$[\"First Name\"]", "$['First Name']"),
    ("$['1a']['']", "$['1a']['']"),
    ("$[\"'\\\\\\n\\u0001/\\\"\"]", #"$['\'\\\n\u0001/"']"#),
    (#"$["\ud83d\ude00 \b\f\r\t\/"]"#, #"$['😀 \b\f\r\t/']"#),
    ("$..['a'] ..[0]..[ * ]", "$..a..[0]..[*]"),
    ("$[ 1 : 2 : -1 , : , :: , 3 :]", "$[1:2:-1,:,:,3:]"),
    ("$[?@['a']==1&&(@.b||@.c)||!(@>'x')]", "$[?@.a == 1 && (@.b || @.c) || !(@ > 'x')]"),
    ("$[?((@.a||@.b)||(@.c))]", "$[?@.a || @.b || @.c]"),
    ("$[?! (! (@.a))]", "$[?!(!@.a)]"),
    (#"$[?match( @ , "a" )]"#, "$[?match(@, 'a')]"),
    (
      #"$[?length(value($..a))>=1.0e3||count(@[?@])!=null||search('b',$.p)]"#,
      "$[?length(value($..a)) >= 1.0e3 || count(@[?@]) != null || search('b', $.p)]"
    ),
    (#"$[?true!=false,?@=="\"'"]"#, #"$[?true != false,?@ == '"\'']"#),
  ]

  @Test("A path is written in its shortest form, which is the same path", arguments: descriptions)
  func describe(_ text: String, _ description: String) throws {
    let path = try JSONPath(text)
    #expect(path.description == description)
    #expect(try JSONPath(description) == path)
  }

  @Test("Paths differ if names, texts or patterns differ in their scalars")
  func compare() throws {
    let (one, other) = ("\u{e9}", "e\u{301}")
    #expect(try JSONPath("$.\(one)") != JSONPath("$.\(other)"))
    #expect(try JSONPath("$[?@ == '\(one)']") != JSONPath("$[?@ == '\(other)']"))
    #expect(try JSONPath("$[?match(@, '\(one)')]") != JSONPath("$[?match(@, '\(other)')]"))
    #expect(try JSONPath("$[1]") != JSONPath("$['1']"))
  }

  static let usage: [(String, Bool)] = [
    ("$.a[?@.b]", false), ("$[?match(@, 'a')]", true), ("$[?count(@[?search(@, 'a')]) > 1]", true),
    ("$[0, ?!(@.a && (@.b || match(@, $.c)))]", true), ("$..[?@ == 'match']", false),
  ]

  @Test("A path knows whether it needs regular expressions", arguments: usage)
  func uses(_ path: String, _ usesPatterns: Bool) throws {
    #expect(try JSONPath(path).usesPatterns == usesPatterns)
  }
}
