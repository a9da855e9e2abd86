import Patterns
import Testing

@Suite("Regular expressions")
struct PatternTests {
  @Test(
    "A pattern is searched for anywhere, in Unicode scalars",
    arguments: [
      ("b", "abc", true), ("^b", "abc", false), ("^abc$", "abc", true), ("", "", true),
      // $ is the very end: PCRE2_DOLLAR_ENDONLY.
      ("a$", "a\n", false), ("a$", "a", true), ("^a", "b\na", false), ("(?m)^a$", "b\na\nc", true),
      ("^.$", "é", true), ("^.$", "👍", true), ("^.$", "e\u{301}", false),
      ("^\\x{20AC}$", "€", true),
      // \d, \w and \s are ASCII, as in JSON Schema; letters of any script are \p{L}.
      ("^\\w+$", "é", false), ("^\\p{L}+$", "éß", true), ("^\\d+$", "٣", false),
      ("(?i)straße", "STRAßE", true), ("^(a|b)*$", "abba", true), ("(a)\\1", "aa", true),
      ("^(?=.*\\d)(?=.*[a-z]).{8,}$", "passw0rd", true), ("a\\x00b", "a\0b", true),
      ("^(?<y>\\d{4})-(?&y)$", "2026-2027", true),
    ])
  func searches(_ pattern: String, _ text: String, _ isFound: Bool) throws {
    #expect(try Pattern(pattern).matches(in: text) == isFound)
  }

  @Test(
    "An invalid pattern is an error with its reason and position",
    arguments: [
      ("(a", "missing closing parenthesis", 2), ("a)", "unmatched closing parenthesis", 1),
      ("é(", "missing closing parenthesis", 2),
      ("[a", "missing terminating ] for character class", 2),
      ("*a", "quantifier does not follow a repeatable item", 0),
      ("a{2,1}", "numbers out of order in {} quantifier", 5), ("\\", "\\ at end of pattern", 1),
      ("a\\C", "using \\C is disabled by the application", 3),
      ("(?<=a+)b", "lookbehind assertion is not fixed length", 0),
      ("\\p{Foo}", "unknown property after \\P or \\p", 7),
    ])
  func syntax(_ pattern: String, _ reason: String, _ offset: Int) {
    let error = #expect(throws: PatternSyntaxError.self) { try Pattern(pattern) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test(
    "The result is the first group of the first match, or the whole match without groups",
    arguments: [
      ("b+", "abbabbb", "bb"), ("a(b+)", "ab abb", "b"), ("(?:a)(b+)", "abb", "bb"),
      ("(?<name>é+)", "aéé!", "éé"), ("^$", "", ""), ("a(b*)c", "ac", ""), ("x", "abc", nil),
      // A group that is not part of the match, and a match that starts within itself.
      ("a(b)?", "ac", nil), ("(a)|b", "b", nil), ("a\\Kb", "ab", "b"),
      ("(a)(b)", "ab", "a"), ("value=\"([^\"]*)\"", "<input value=\"👍\">", "👍"),
    ] as [(String, String, String?)])
  func firstMatch(_ pattern: String, _ text: String, _ match: String?) throws {
    var steps = Pattern.Limits.steps
    #expect(try Pattern(pattern).firstMatch(in: text, steps: &steps) == match)
    #expect(steps <= Pattern.Limits.steps)
  }

  @Test(
    "Capturing groups are counted", arguments: [("a", 0), ("(?:a)(b)", 1), ("(a(b))(?<n>c)", 3)])
  func groups(_ pattern: String, _ count: Int) throws {
    #expect(try Pattern(pattern).groupCount == count)
  }

  @Test("The text is the original one")
  func text() throws { #expect(try Pattern("a+").text == "a+") }

  @Test("Several tasks can search with one pattern at once")
  func concurrent() async throws {
    let pattern = try Pattern("^(a|b)+c$")
    let found = await withTaskGroup { group in
      for index in 0..<64 {
        group.addTask {
          let text =
            String(repeating: "ab", count: index + 1) + (index.isMultiple(of: 2) ? "c" : "d")
          return (try? pattern.matches(in: text)) == index.isMultiple(of: 2)
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(found)
  }
}
