import Testing

@Suite("Values that pass a matcher")
struct MatcherTests {
  /// A value of each kind; `text` is the kind of header fields and of the body's text.
  static let kinds = [
    "missing", "null", "true", "false", "0", "1", "1.0", "-2.5e3", #""""#, #""a""#, #""1""#,
    "[]", "[1]", #"["a",null]"#, "{}", #"{"a":1}"#, "text ", "text a", "text 1", "text 1.50",
    "text true", "text null",
  ]

  static let table: [(matchers: String, passing: [String])] = [
    ("null", ["null", "text null"]),
    ("true", ["true", "text true"]),
    ("1", ["1", "1.0", "text 1"]),
    ("1.5", ["text 1.50"]),
    ("'1'", [#""1""#, "text 1"]),
    ("a", [#""a""#, "text a"]),
    ("''", [#""""#, "text "]),
    ("[1.0]", ["[1]"]),
    ("{equals: {a: 1e0}}", [#"{"a":1}"#]),
    ("{equals: {}}", ["{}"]),
    ("{equals: []}", ["[]"]),
    ("{type: string}", kinds.filter { $0.hasPrefix("\"") || $0.hasPrefix("text") }),
    ("{type: number}", ["0", "1", "1.0", "-2.5e3", "text 1", "text 1.50"]),
    ("{type: integer}", ["0", "1", "1.0", "-2.5e3", "text 1"]),
    ("{type: boolean}", ["true", "false", "text true"]),
    ("{type: array}", ["[]", "[1]", #"["a",null]"#]),
    ("{type: object}", ["{}", #"{"a":1}"#]),
    ("{type: 'null'}", ["null"]),
    ("{type: [object, 'null']}", ["null", "{}", #"{"a":1}"#]),
    ("{length: 0}", [#""""#, "[]", "{}", "text "]),
    ("{length: 1.0}", [#""a""#, #""1""#, "[1]", #"{"a":1}"#, "text a", "text 1"]),
    ("{length: {min: 2, max: 4}}", [#"["a",null]"#, "text 1.50", "text true", "text null"]),
    ("{length: {not: 0, max: 1}}", [#""a""#, #""1""#, "[1]", #"{"a":1}"#, "text a", "text 1"]),
    ("{length: {type: integer, max: 0}}", [#""""#, "[]", "{}", "text "]),
    ("{min: 1}", ["1", "1.0", "text 1", "text 1.50"]),
    ("{max: 0}", ["0", "-2.5e3"]),
    ("{min: -2500, max: -2.5e3}", ["-2.5e3"]),
    ("{empty: true}", [#""""#, "[]", "{}", "text "]),
    (
      "{empty: false}",
      [
        #""a""#, #""1""#, "[1]", #"["a",null]"#, #"{"a":1}"#, "text a", "text 1", "text 1.50",
        "text true", "text null",
      ]
    ),
    ("{exists: true}", kinds.filter { $0 != "missing" }),
    ("{exists: false}", ["missing"]),
    ("{contains: a}", [#""a""#, #"["a",null]"#, "text a"]),
    ("{contains: 1}", [#""1""#, "[1]", "text 1", "text 1.50"]),
    ("{contains: ''}", kinds.filter { $0.hasPrefix("\"") || $0.hasPrefix("text") }),
    ("{contains: null}", [#"["a",null]"#]),
    ("{contains: {a: 1.0}}", [#"{"a":1}"#]),
    ("{contains: {}}", ["{}", #"{"a":1}"#]),
    ("{contains: []}", []),
    ("{starts_with: 1}", [#""1""#, "text 1", "text 1.50"]),
    ("{starts_with: ''}", kinds.filter { $0.hasPrefix("\"") || $0.hasPrefix("text") }),
    ("{ends_with: '0'}", ["text 1.50"]),
    ("{matches: ''}", kinds.filter { $0.hasPrefix("\"") || $0.hasPrefix("text") }),
    ("{matches: '^[a-z]$'}", [#""a""#, "text a"]),
    ("{one_of: [a, 1, []]}", ["1", "1.0", #""a""#, "[]", "text a", "text 1"]),
    ("{each: {type: [integer, string]}}", ["[]", "[1]"]),
    ("{each: 1}", ["[]", "[1]"]),
    ("{each: {any: [a, {type: 'null'}]}}", ["[]", #"["a",null]"#]),
    ("{any: [null, {length: 2}, 1]}", ["null", "1", "1.0", #"["a",null]"#, "text 1", "text null"]),
    ("{all: [{type: number}, {min: 1}, {max: 1}]}", ["1", "1.0", "text 1"]),
    ("{not: {exists: true}}", ["missing"]),
    ("{not: {type: [string, number, boolean, array, object]}}", ["missing", "null"]),
    ("{not: {not: {length: 0}}}", [#""""#, "[]", "{}", "text "]),
  ]

  @Test("Of all kinds of values, exactly those in the table pass", arguments: table)
  func passes(_ matchers: String, _ passing: [String]) throws {
    for value in Self.kinds {
      let isGood = try JudgedSpec.holds(matchers, for: value)
      #expect(isGood == passing.contains(value), "\(matchers) of \(value)")
    }
  }

  @Test("All matchers of a map must pass")
  func together() throws {
    #expect(try JudgedSpec.holds("{starts_with: a, ends_with: c, length: 3}", for: #""abc""#))
    #expect(try !JudgedSpec.holds("{starts_with: a, ends_with: c, length: 4}", for: #""abc""#))
    #expect(try !JudgedSpec.holds("{starts_with: b, ends_with: c, length: 3}", for: #""abc""#))
    #expect(try !JudgedSpec.holds("{starts_with: a, ends_with: a, length: 3}", for: #""abc""#))
  }

  @Test("A missing member is not null", arguments: ["{exists: false}", "null"])
  func nullIsThere(_ matchers: String) throws {
    let isGone = matchers == "{exists: false}"
    #expect(try JudgedSpec.holds(matchers, for: "missing") == isGone)
    #expect(try JudgedSpec.holds(matchers, for: "null") == !isGone)
  }
}
