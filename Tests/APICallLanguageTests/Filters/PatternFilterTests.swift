import Testing

@Suite("Filters with regular expressions")
struct PatternFilterTests {
  @Test(
    "Each filter does what its name says",
    arguments: [
      ("test('^a+$')", "\"aaa\"", "true"), ("test('b')", "\"aaa\"", "false"),
      ("test('')", "\"\"", "true"),
      ("test('(?i)É')", "\"é\"", "true"),
      ("capture('(?<y>[0-9]+)-(?<m>[0-9]+)')", "\"on 2026-01\"", #"{"y":"2026","m":"01"}"#),
      ("capture('(?<a>x)|(?<b>y)')", "\"y\"", #"{"a":null,"b":"y"}"#),
      ("capture('(?<a>x)')", "\"y\"", "null"),
      ("capture('x')", "\"x\"", "{}"), ("scan('[0-9]+')", "\"a1b22\"", #"["1","22"]"#),
      ("scan('([a-z])([0-9])?')", "\"a1b\"", #"[["a","1"],["b",null]]"#),
      ("scan('x')", "\"\"", "[]"),
      ("scan('')", "\"aé\"", #"["","",""]"#), ("scan('a|')", "\"ab\"", #"["a","",""]"#),
      ("sub('a', 'b')", "\"aa\"", "«ba»"), ("gsub('a', 'b')", "\"aa\"", "«bb»"),
      ("gsub('', '-')", "\"aé\"", "«-a-é-»"),
      ("gsub('(a)(b)?', '[$1$2]')", "\"abac\"", "«[ab][a]c»"),
      ("gsub('(?<x>.)', '${x}$x$$1$0')", "\"a\"", "«a$x$1a»"),
      ("gsub('(.)', '${1}0')", "\"ab\"", "«a0b0»"), ("gsub('\\\\s+', ' ')", "\"a \\n b\"", "«a b»"),
      ("gsub('^', '> ')", "\"a\\nb\"", "«> a\\nb»"),
      ("gsub('(?m)^', '> ')", "\"a\\nb\"", "«> a\\n> b»"),
      ("gsub('$', '!')", "\"a\"", "«a!»"), ("gsub('x', '$')", "\"x\"", "«$»"),
      ("gsub('x', 'y')", "\"\"", "«»"),
      ("gsub('x', '$2')", "\"x\"", "refused"), ("gsub('x', '${n}')", "\"x\"", "refused"),
      ("gsub('a\\\\K', 'b')", "\"aa\"", "«abab»"), ("test('x')", "[]", "refused"),
      ("scan('1')", "11", #"["1","1"]"#),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) {
    let result = try? FilterProbe.result(of: "<v | \(filters)>", ("v", value))
    #expect((result ?? "refused").replacing("\n", with: "\\n") == expected)
  }

  @Test(
    "A message names the pattern or the group",
    arguments: [
      ("test('a(')", "cannot read the pattern 'a(': missing closing parenthesis, at character 3"),
      (
        "test(p)",
        "cannot read the pattern '[': missing terminating ] for character class, at character 2"
      ),
      ("sub('(a)', '$2')", "the pattern has no group '2'; hint: write $$ for a dollar sign"),
      (
        "test('^(a+)+$')",
        "the pattern of the filter 'test' cannot be applied: it takes too many steps on it"
      ),
    ])
  func messages(_ filters: String, _ expected: String) {
    let value = "\"" + String(repeating: "a", count: 40) + "!\""
    #expect(FilterProbe.message(of: "<v | \(filters)>", ("v", value), ("p", "\"[\"")) == expected)
  }
}
