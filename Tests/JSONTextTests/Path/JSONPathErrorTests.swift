import JSONText
import Testing

@Suite("Messages about invalid paths")
struct JSONPathErrorTests {
  private static let escapes =
    #": the escapes are `\b`, `\f`, `\n`, `\r`, `\t`, `\/`, `\\`, `\u` and the quote itself"#
  private static let segment = "`.name`, `[…]`, `..` or the end of the path was expected"
  private static let selector =
    "a quoted name, an index, a slice, a filter (`?`) or `*` was expected"
  private static let test = "a test, such as `@.a` or `@.a == 1`, was expected"
  private static let digits =
    #"where one of the four hexadecimal digits of a `\u` escape was expected"#
  private static let index = "is not an index: write 0, 1, 2 … or -1, -2 … from the end"
  private static let surrogate =
    #"half of a surrogate pair is missing: write both, as in `\ud83d\ude00`"#
  private static let operators =
    "is not an operator: the operators are `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&` and `||`"

  static let steps: [(String, String)] = [
    ("", "character 1: a path begins with `$`, which stands for the whole value"),
    ("token", "character 1: a path begins with `$`, which stands for the whole value"),
    (" $", "character 1: a path begins with `$`, which stands for the whole value"),
    ("$token", "character 2: unexpected `t` where \(segment)"),
    ("$ ", "character 2: unexpected space where \(segment)"),
    ("$ x", "character 3: unexpected `x` where \(segment)"),
    ("$.é\u{1}", "character 4: unexpected U+0001 where \(segment)"),
    ("$.a]", "character 4: unexpected `]` where \(segment)"),
    ("$.", "character 3: the path ends where a name or `*` was expected"),
    ("$..", "character 4: the path ends where a name or `*` was expected"),
    ("$...a", "character 4: unexpected `.` where a name or `*` was expected"),
    ("$.1", "character 3: unexpected `1` where a name or `*` was expected"),
    ("$. a", "character 3: unexpected space where a name or `*` was expected"),
    ("$[", "character 3: the path ends where \(selector)"),
    ("$[a]", "character 3: unexpected `a` where \(selector)"),
    ("$[0,]", "character 5: unexpected `]` where \(selector)"),
    ("$[(@.length-1)]", "character 3: unexpected `(` where \(selector)"),
    ("$[0", "character 4: the path ends where `,` or `]` was expected"),
    ("$['a' b]", "character 7: unexpected `b` where `,` or `]` was expected"),
    ("$['a", "character 3: the path ends inside quotes: `'` is missing"),
    ("$[\"a'", "character 3: the path ends inside quotes: `\"` is missing"),
    ("$['\n']", "character 4: a quoted string cannot contain U+000A: write it as an escape"),
    (#"$['\x']"#, #"character 5: `x` after `\` is not an escape"# + escapes),
    (#"$['\"']"#, #"character 5: `"` after `\` is not an escape"# + escapes),
    (#"$['\"#, #"character 5: the path ends after `\`"# + escapes),
    (#"$['\u00g0']"#, "character 8: unexpected `g` " + digits),
    (#"$['\u00"#, "character 8: the path ends " + digits),
    (#"$['\ud83d']"#, "character 4: " + surrogate),
    (#"$['\ude00']"#, "character 4: " + surrogate),
    (#"$['\ud83d\u0041']"#, "character 4: " + surrogate),
    ("$[01]", "character 3: `01` \(index)"),
    ("$[-0]", "character 3: `-0` \(index)"),
    ("$[-]", "character 3: `-` \(index)"),
    ("$[1:-0]", "character 5: `-0` \(index)"),
    ("$[1:2:03]", "character 7: `03` \(index)"),
    ("$[1:2:3:4]", "character 8: unexpected `:` where `,` or `]` was expected"),
    ("$[9007199254740992]", "character 3: the index 9007199254740992 is beyond 9007199254740991"),
    (
      "$[:-99999999999999999999]",
      "character 4: the index -99999999999999999999 is beyond 9007199254740991"
    ),
  ]

  static let filters: [(String, String)] = [
    ("$[?]", "character 4: unexpected `]` where \(test)"),
    ("$[?@.a &&", "character 10: the path ends where \(test)"),
    ("$[?!!@.a]", "character 5: unexpected `!` where \(test)"),
    ("$[?(@.a]", "character 8: unexpected `]` where `)` was expected"),
    ("$[?@.a)]", "character 7: unexpected `)` where `,` or `]` was expected"),
    ("$[?@.a ==]", "character 10: unexpected `]` where a value to compare with was expected"),
    ("$[?@.a == !@.b]", "character 11: unexpected `!` where a value to compare with was expected"),
    ("$[?@.a = 1]", "character 8: `=` is not an operator: write `==`"),
    ("$[?@.a === 1]", "character 8: `===` is not an operator: write `==`"),
    ("$[?@.a <> 1]", "character 8: `<>` is not an operator: write `!=`"),
    (
      "$[?@.a =~ 'b']",
      "character 8: `=~` is not an operator: "
        + "write `match(@.a, '…')` for the whole text or `search(@.a, '…')`"
    ),
    ("$[?@.a & @.b]", "character 8: `&` is not an operator: write `&&`"),
    ("$[?@.a and @.b]", "character 8: `and` is not an operator: write `&&`"),
    ("$[?@.a OR @.b]", "character 8: `OR` is not an operator: write `||`"),
    ("$[?@.a in @.b]", "character 8: `in` \(operators)"),
    (
      "$[?(@.a) == 1]",
      "character 10: a test in parentheses cannot be compared with `==`"
        + ": put the whole comparison inside"
    ),
    (
      "$[?!@.a == 1]",
      "character 4: `!` negates tests only: put the comparison in parentheses, as in `!(@.a == 1)`"
    ),
    ("$[?@.a == 01]", "character 11: `01` is not a JSON number: write it like 10, -0.5 or 1e3"),
    ("$[?@.a == .5]", "character 11: `.5` is not a JSON number: write it like 10, -0.5 or 1e3"),
    (
      "$[?@.a == open]",
      "character 11: `open` where a value to compare with was expected"
        + ": quote strings, and write `@.` before members"
    ),
    (
      "$[?active]",
      "character 4: `active` where \(test): quote strings, and write `@.` before members"
    ),
    ("$[?true]", "character 4: `true` is a value, not a test: compare it, as in `true == 1`"),
    (
      "$[?@.*.a == 1]",
      "character 4: `@.*.a` may select several values and cannot be compared"
        + ": use `value(@.*.a)` for a single value, or `count(@.*.a)`"
    ),
  ]

  static let functions: [(String, String)] = [
    (
      "$[?size(@) > 1]",
      "character 4: there is no function `size`: "
        + "the functions are count, length, match, search, value"
    ),
    ("$[?length() > 1]", "character 4: `length` takes 1 argument, not 0"),
    ("$[?match(@.a) ]", "character 4: `match` takes 2 arguments, not 1"),
    ("$[?length(@.a, @.b) > 1]", "character 4: `length` takes 1 argument, not 2"),
    (
      "$[?length(@.* ) > 1]",
      "character 11: `length` takes one value, but `@.*` may select several"
    ),
    ("$[?count(1) > 1]", "character 10: `count` takes a query, such as `@.*`, but `1` is a value"),
    (
      "$[?value(length(@)) > 1]",
      "character 10: `value` takes a query, such as `@.*`, but `length(@)` is a value"
    ),
    (
      "$[?length(match(@, 'a')) > 1]",
      "character 11: `length` takes one value, but `match(@, 'a')` begins a test"
    ),
    (
      "$[?count(@.a && @.b) > 1]",
      "character 10: `count` takes a query, such as `@.*`, but `@.a` begins a test"
    ),
    ("$[?length(!@.a) > 1]", "character 11: `length` takes one value, but `!` begins a test"),
    ("$[?length(@.a]", "character 14: unexpected `]` where `,` or `)` was expected"),
    ("$[?length(,)]", "character 11: unexpected `,` where an argument was expected"),
    (
      "$[?length(@.a)]",
      "character 4: `length(@.a)` is a value, not a test: compare it, as in `length(@.a) == 1`"
    ),
    (
      "$[?match(@, 'a') == true]",
      "character 4: `match` is a test and cannot be compared: write it alone or after `!`"
    ),
    (
      "$[?match(@, '\\\\d+')]",
      #"character 13: '\d+' is not a regular expression of RFC 9485, at character 1: "#
        + #"write `[0-9]` for `\d`"#
    ),
  ]

  @Test("An error has its position and its reason", arguments: steps + filters + functions)
  func tells(_ text: String, _ message: String) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(text) }
    #expect(error?.description == message)
  }

  @Test("The length of a path is limited")
  func bounds() {
    let text = "$" + String(repeating: "[0]", count: JSONPath.maxLength / 3)
    #expect((try? JSONPath(text))?.isSingular == true)
    let error = #expect(throws: JSONPathError.self) { try JSONPath(text + "[0]") }
    #expect(error?.description == "character 65537: the path is longer than 65536 characters")
  }

  static let nestings: [(String, String, String)] = [
    ("$[?", "(", "@.a"), ("$[?", "@[?", "@"), ("$", "[*]", ""), ("$", "..a", ""),
    ("$[?1 == ", "length(", "@"),
  ]

  @Test("The nesting in a path is limited", arguments: nestings)
  func nests(_ start: String, _ level: String, _ end: String) {
    let text = start + String(repeating: level, count: 20_000 / level.count * 3) + end
    let error = #expect(throws: JSONPathError.self) { try JSONPath(text) }
    #expect(error?.reason == .tooDeep(limit: 128))
    #expect(
      error?.message
        == "more than 128 multi-value steps, filters, functions or parentheses are nested")
  }
}
