import Testing

@testable import JSONText

@Suite("Regular expressions of RFC 9485")
struct IRegexpTests {
  static let translations: [(String, String)] = [
    ("", ""),
    ("abc", "abc"),
    ("a.c", #"a[^\n\r]c"#),
    (#"a\.c"#, #"a\.c"#),
    ("(a|b)*c+d?|", "(?:a|b)*c+d?|"),
    ("a{2}b{2,}c{02,5}d{0}", "a{2}b{2,}c{2,5}d{0}"),
    ("[a-z.^$]", #"[a-z.\^$]"#),
    ("[^a-z-]", #"[^a-z\-]"#),
    ("[-a]", #"[\-a]"#),
    ("[^]", #"[\^]"#),
    (#"[\]\-\n]"#, #"[\]\-\n]"#),
    (#"[\p{Lu}\P{N}x]"#, #"[\p{Lu}\P{N}x]"#),
    (#"\p{L}\P{Cn}"#, #"\p{L}\P{Cn}"#),
    ("^a$", #"(?:\A)a(?:\z)"#),
    ("()", "(?:)"),
    ("#/ é😀,-", "#/ é😀,-"),
  ]

  @Test("They are converted to Perl's syntax", arguments: translations)
  func translates(_ text: String, _ perl: String) throws {
    let expression = try IRegexp(text)
    #expect(expression.perlSyntax == perl)
    #expect(expression.wholePerlSyntax == #"\A(?:"# + perl + #")\z"#)
  }

  static let errors: [(String, Int, String)] = [
    ("*a", 1, "`*` has nothing to repeat"),
    ("a**", 3, "`*` has nothing to repeat"),
    ("a|+", 3, "`+` has nothing to repeat"),
    ("{2}", 1, "`{` has nothing to repeat"),
    ("a*?", 3, "`?` has nothing to repeat, and groups have no options"),
    ("(?i)a", 2, "`?` has nothing to repeat, and groups have no options"),
    ("(a", 3, "the end is missing"),
    ("a)", 2, "unexpected `)`: write `\\)` for the character"),
    ("a]", 2, "unexpected `]`: write `\\]` for the character"),
    ("a}", 2, "unexpected `}`: write `\\}` for the character"),
    ("[", 2, "the end is missing"),
    ("[]", 2, "unexpected `]`: write `\\]` for the character"),
    ("[a[:alpha:]]", 3, "unexpected `[`: write `\\[` for the character"),
    ("[a-c-e]", 5, "unexpected `-`: write `\\-` for the character"),
    ("[z-a]", 2, "the range `z-a` ends before it starts"),
    ("[\\p{L}-a]", 7, "unexpected `-`: write `\\-` for the character"),
    ("a{3,2}", 2, "the range `{3,2}` ends before it starts"),
    ("a{,2}", 3, "braces hold numbers, as in `{2}`, `{2,}` and `{2,5}`"),
    ("a{2", 4, "the end is missing"),
    ("\\", 2, "the end is missing"),
    ("\\d", 1, "write `[0-9]` for `\\d`"),
    ("\\w", 1, "write `[A-Za-z0-9_]` for `\\w`"),
    ("[\\s]", 2, "write `[ \\t\\r\\n]` for `\\s`"),
    ("\\b", 1, "there is no escape `\\b`"),
    ("(a)\\1", 4, "there is no escape `\\1`"),
    ("\\pL", 1, "write `\\p{L}` for letters, `\\p{Lu}` for capitals"),
    ("\\p{Latin}", 1, "there is no character category `Latin`"),
    ("\\p{L", 5, "the end is missing"),
  ]

  @Test("Errors have their position and reason", arguments: errors)
  func refuses(_ text: String, _ place: Int, _ cause: String) {
    let error = #expect(throws: IRegexpError.self) { try IRegexp(text) }
    #expect(
      error?.description
        == "'\(text)' is not a regular expression of RFC 9485, at character \(place): \(cause)")
  }

  @Test("Nesting is limited")
  func nests() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(try IRegexp(nested(64)).perlSyntax.count == 64 * 4 + 1)
    let error = #expect(throws: IRegexpError.self) { try IRegexp(nested(65)) }
    #expect(error?.reason == .tooDeep(limit: 64))
  }

  static let matches: [(String, [String])] = [
    ("match(@, 'a.b')", [#""a😀b""#]),
    ("match(@, '.')", [#""\u2028""#]),
    ("search(@, '^b')", [#""bab""#, #""bba""#]),
    ("search(@, 'b$')", [#""a😀b""#, #""bab""#, #""a\nb""#]),
    ("match(@, 'a|b')", []),
    ("match(@, 'b?a[^c]+|ba.')", [#""a😀b""#, #""bab""#, #""a\nb""#]),
    (#"match(@, '\\P{L}')"#, [#""\u2028""#]),
    ("!search(@, 'b') && search(@, '')", [#""\u2028""#]),
    ("match(@, 1)", []),
    ("match(1, '1')", []),
    ("search(@, $[1])", [#""bab""#]),
    ("search(@, $[5])", []),
    ("search(@, $[6])", []),
  ]

  @Test(
    "They match by scalars; a value that is not text, or not a pattern, does not match",
    arguments: matches)
  func match(_ test: String, _ found: [String]) {
    let document = #"["a😀b","bab","bba","a\nb","\u2028","b(",2]"#
    #expect(
      selection("$[?(\(test)) && @ != 'b(']", document) == found)
  }
}
