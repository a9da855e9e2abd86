import JSONText
import Testing

@Suite("What is said of texts that are no paths")
struct JSONPathErrorTests {
  private static let escapes =
    #": there are `\b`, `\f`, `\n`, `\r`, `\t`, `\/`, `\\`, `\u` and the name's own quote"#
  private static let supported =
    "not supported here: use `.name`, `['name']`, `[0]`, `[-1]` or `[*]`"
  private static let segment = "`.name`, `[…]` or the end of the path was expected"
  private static let digits =
    #"where one of the four hexadecimal digits of a `\u` escape was expected"#

  static let messages: [(String, String)] = [
    ("", "character 1: a path begins with `$`, which stands for the whole value"),
    ("token", "character 1: a path begins with `$`, which stands for the whole value"),
    ("$token", "character 2: unexpected `t` where \(segment)"),
    ("$ ", "character 2: unexpected space where \(segment)"),
    ("$.é\u{1}", "character 4: unexpected U+0001 where \(segment)"),
    ("$.a]", "character 4: unexpected `]` where \(segment)"),
    ("$.", "character 3: the path ends where a name or `*` was expected"),
    ("$.1", "character 3: unexpected `1` where a name or `*` was expected"),
    ("$. a", "character 3: unexpected space where a name or `*` was expected"),
    ("$[", "character 3: the path ends where a quoted name, an index or `*` was expected"),
    ("$[a]", "character 3: unexpected `a` where a quoted name, an index or `*` was expected"),
    ("$[0", "character 4: the path ends where `]` was expected"),
    ("$['a' b]", "character 7: unexpected `b` where `]` was expected"),
    ("$['a", "character 3: the path ends inside a name: `'` is missing"),
    ("$[\"a'", "character 3: the path ends inside a name: `\"` is missing"),
    ("$['\n']", "character 4: a name may not hold U+000A as it is: write it as an escape"),
    (#"$['\x']"#, #"character 5: `x` after `\` makes no escape"# + escapes),
    (#"$['\"']"#, #"character 5: `"` after `\` makes no escape"# + escapes),
    (#"$['\"#, #"character 5: the path ends after `\`"# + escapes),
    (#"$['\u00g0']"#, "character 8: unexpected `g` " + digits),
    (#"$['\u00"#, "character 8: the path ends " + digits),
    (
      #"$['\ud83d']"#,
      #"character 4: half of a surrogate pair stands alone: `\ud83d\ude00` makes a character"#
    ),
    (
      #"$['\ude00']"#,
      #"character 4: half of a surrogate pair stands alone: `\ud83d\ude00` makes a character"#
    ),
    (
      #"$['\ud83d\u0041']"#,
      #"character 4: half of a surrogate pair stands alone: `\ud83d\ude00` makes a character"#
    ),
    ("$[01]", "character 3: `01` is no index: write 0, 1, 2 … or -1, -2 … from the end"),
    ("$[-0]", "character 3: `-0` is no index: write 0, 1, 2 … or -1, -2 … from the end"),
    ("$[-]", "character 3: `-` is no index: write 0, 1, 2 … or -1, -2 … from the end"),
    ("$[9007199254740992]", "character 3: the index 9007199254740992 is beyond 9007199254740991"),
    (
      "$[-99999999999999999999]",
      "character 3: the index -99999999999999999999 is beyond 9007199254740991"
    ),
    ("$..a", "character 2: `..` (descendants) is \(supported)"),
    ("$[1:2]", "character 4: `:` (slices) is \(supported)"),
    ("$[:2]", "character 3: `:` (slices) is \(supported)"),
    ("$[?@.a]", "character 3: `?` (filters) is \(supported)"),
    (
      "$['a','b']",
      "character 6: `,` (several selectors in one pair of brackets) is \(supported)"
    ),
  ]

  @Test("tells place and cause", arguments: messages)
  func tells(_ text: String, _ message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(text) }
    #expect(error?.description == message)
  }
}
