import Testing

@Suite("Matchers in detail")
struct MatcherDetailTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let matchers: String
    let value: String
    let isGood: Bool
    var testDescription: String { "\(matchers) of \(value)" }

    init(_ matchers: String, _ value: String, _ isGood: Bool) {
      (self.matchers, self.value, self.isGood) = (matchers, value, isGood)
    }
  }

  static let equality = [
    Case("1", "1.0", true), Case("100", "1e2", true), Case("1", #""1""#, false),
    Case("'1'", "1", false), Case("0", "-0", true), Case("true", #""true""#, false),
    Case("[1, {b: 2, a: 1}]", #"[1.0, {"a": 1, "b": 2e0}]"#, true),
    Case("[1, 2]", "[2, 1]", false), Case("[1]", "[1, 1]", false),
    Case("12345678901234567890", "12345678901234567891", false),
    Case("12345678901234567890", "12345678901234567890.0", true),
    Case("0.1", "0.10000000000000000001", false), Case("1e400", "1E+400", true),
    // The last of repeated keys counts.
    Case("{equals: {a: 2}}", #"{"a": 1, "a": 2}"#, true),
    Case("{equals: {a: 1}}", #"{"a": 1, "a": 2}"#, false),
    Case("é", #""\u00e9""#, true),
    // Not normalised: an e followed by an accent is two scalars.
    Case("é", #""e\u0301""#, false), Case("A", #""a""#, false),
    Case("{equals: null}", "missing", false), Case("{equals: {a: null}}", "{}", false),
    Case("'007'", "text 007", true),
    Case("7", "text 007", false), Case("7", "text  7", false), Case("1e1", "text 10", true),
    Case("'{}'", "text {}", true), Case("{equals: {}}", "text {}", false),
    Case("[]", "text []", false),
  ]

  @Test("Values are equal as data", arguments: equality)
  func equals(_ tested: Case) throws { try check(tested) }

  static let containing = [
    Case("{contains: ell}", #""hello""#, true), Case("{contains: ELL}", #""hello""#, false),
    Case("{contains: 12}", #""a12b""#, true), Case("{contains: 1.0}", #""a1b""#, false),
    Case("{contains: true}", #""is true""#, true), Case("{contains: [e]}", #""[e]""#, false),
    Case("{contains: '\u{301}'}", #""e\u0301""#, true),
    Case("{contains: 1}", "[3, 2, 1.0]", true), Case("{contains: 1}", #"["1"]"#, false),
    Case("{contains: [1]}", "[[1], 2]", true), Case("{contains: [1]}", "[1, 2]", false),
    Case("{contains: a}", #"["ab"]"#, false), Case("{contains: null}", "[]", false),
    Case("{contains: {id: 2}}", #"[{"id": 1}, {"id": 2, "n": 3}]"#, true),
    Case("{contains: {id: 1, n: 3}}", #"[{"id": 1}, {"id": 2, "n": 3}]"#, false),
    Case("{contains: {a: {b: 1}}}", #"{"a": {"b": 1, "c": 2}, "d": 3}"#, true),
    Case("{contains: {a: {b: 1, c: 3}}}", #"{"a": {"b": 1, "c": 2}}"#, false),
    // A list inside a map is compared as a whole.
    Case("{contains: {a: [1]}}", #"{"a": [1]}"#, true),
    Case("{contains: {a: [1]}}", #"{"a": [1, 2]}"#, false),
    Case("{contains: {a: [{b: 1}]}}", #"{"a": [{"b": 1, "c": 2}]}"#, false),
    Case("{contains: {a: null}}", #"{"a": null}"#, true),
    Case("{contains: {a: null}}", "{}", false), Case("{contains: a}", #"{"a": 1}"#, false),
    Case("{contains: {a: {}}}", #"{"a": {"b": 1}}"#, true),
    Case("{contains: {a: {}}}", #"{"a": []}"#, false),
    Case("{contains: {a: 2}}", #"{"a": 1, "a": 2}"#, true),
    Case("{contains: {a: 1}}", #"{"a": 1, "a": 2}"#, false),
    Case("{contains: 1}", "1", false), Case("{contains: 1}", "missing", false),
  ]

  @Test("Texts contain texts, lists contain elements, maps contain members", arguments: containing)
  func contains(_ tested: Case) throws { try check(tested) }

  static let texts = [
    Case("{length: 1}", #""😀""#, true), Case("{length: 2}", #""e\u0301""#, true),
    Case("{length: 2}", #""\r\n""#, true), Case("{length: 5}", #""👩‍👩‍👧""#, true),
    Case("{length: 3}", "text äöü", true), Case("{length: 2}", #"{"a":1,"b":2}"#, true),
    Case("{starts_with: hel}", #""hello""#, true), Case("{starts_with: Hel}", #""hello""#, false),
    Case("{starts_with: hello!}", #""hello""#, false), Case("{starts_with: e}", #""é""#, false),
    Case("{starts_with: e}", #""e\u0301""#, true), Case("{ends_with: llo}", #""hello""#, true),
    Case("{ends_with: \"\\u0301\"}", #""e\u0301""#, true),
    Case("{ends_with: hello}", #""ello""#, false), Case("{starts_with: 1}", "1", false),
    Case("{matches: l+}", #""hello""#, true), Case("{matches: '^l'}", #""hello""#, false),
    Case("{matches: 'o$'}", #""hello""#, true), Case("{matches: 'o$'}", #""hello\n""#, false),
    Case("{matches: '(?i)HELL'}", #""hello""#, true), Case("{matches: '^.$'}", #""😀""#, true),
    Case("{matches: '1'}", "1", false), Case("{matches: '^1$'}", "text 1", true),
    Case("{matches: '\\d'}", #""٣""#, false),
    // A value that is not valid Unicode is not text.
    Case("{matches: ''}", #""\ud800""#, false), Case("{length: 1}", #""\ud800""#, false),
    Case("{type: string}", #""\ud800""#, true),
  ]

  @Test("Texts are compared scalar by scalar", arguments: texts)
  func ofTexts(_ tested: Case) throws { try check(tested) }

  static let numbers = [
    Case("{min: 1}", "0.999999999999999999999", false), Case("{min: 1}", "1.000", true),
    Case("{max: 1e400}", "1e399", true), Case("{max: 1e400}", "1e401", false),
    Case("{min: 12345678901234567890}", "12345678901234567889", false),
    Case("{min: 12345678901234567890}", "12345678901234567890", true),
    Case("{max: 1}", #""1""#, false), Case("{max: 1}", "text 0.5", true),
    Case("{max: 1}", "text +1", false), Case("{max: 1}", "text 0x1", false),
    Case("{max: 1}", "text ", false), Case("{max: 1}", "null", false),
    Case("{max: 1}", "missing", false),
  ]

  @Test("Numbers are compared as decimals of any length", arguments: numbers)
  func ofNumbers(_ tested: Case) throws { try check(tested) }

  static let groups = [
    Case("{each: {type: integer, min: 0}}", "[0, 1, 2.0]", true),
    Case("{each: {type: integer, min: 0}}", "[0, 1.5]", false),
    Case("{each: {each: {length: 1}}}", #"[["a"], [], ["b", "c"]]"#, true),
    Case("{each: {each: {length: 1}}}", #"[["a"], ["bc"]]"#, false),
    Case("{each: [1]}", "[[1], [1.0]]", true), Case("{each: 1}", #"{"a": 1}"#, false),
    Case("{each: 1}", #""1""#, false), Case("{each: 1}", "missing", false),
    Case("{any: [1, {min: 5, max: 7}]}", "6", true),
    Case("{any: [1, {min: 5, max: 7}]}", "8", false),
    Case("{all: [{min: 5}, {max: 7}]}", "6", true), Case("{all: [{min: 5}, {max: 7}]}", "8", false),
    Case("{all: [{any: [1, 2]}, {not: 1}]}", "2", true),
    Case("{all: [{any: [1, 2]}, {not: 1}]}", "1", false),
    Case("{one_of: [[1], {a: 1}]}", #"{"a": 1.0}"#, true), Case("{one_of: [[1]]}", "1", false),
    Case("{not: a}", "missing", true), Case("{not: {min: 1, max: 3}}", "5", true),
    Case("{not: {min: 1, max: 3}}", "2", false), Case("{not: {contains: a}}", "3", true),
  ]

  @Test("Groups of matchers", arguments: groups)
  func ofGroups(_ tested: Case) throws { try check(tested) }

  private func check(_ tested: Case) throws {
    #expect(try JudgedSpec.holds(tested.matchers, for: tested.value) == tested.isGood)
  }
}
