import Testing

@Suite("Lists that expressions make")
struct ExpressionListTests {
  private static let given = [
    ("n", "2"), ("yes", "true"), ("nul", "null"), ("s", #""abc""#), ("l", "[3,1,2]"),
    ("m", #"{"a":1,"b":{"c":[1,{"d":null}]}}"#), ("unset", ""),
  ]

  @Test(
    "A list has its items in order, with null for a missing one",
    arguments: [
      ("none", "list()", "[]"), ("one", "list(n)", "[2]"),
      (
        "several kinds", "list(n, s, yes, l, m.b.c, nul)",
        "[2,\"abc\",true,[3,1,2],[1,{\"d\":null}],null]"
      ),
      ("missing", "list(m.x, unset, 1.10)", "[null,null,1.10]"),
      ("the larger", "list(n, 7.5) | max", "7.5"),
      ("joined", "list(l, list(9)) | flatten", "[3,1,2,9]"),
      ("in place of a missing one", "m.x | default(list()) | length", "0"),
      ("in a filter", "l | map(list(., . * 2))", "[[3,6],[1,2],[2,4]]"),
      ("the length of null", "nul | length", "0"),
    ])
  func lists(_ name: String, _ text: String, _ value: String) {
    #expect(ExpressionProbe.result(of: text, Self.given) == value)
  }

  @Test(
    "What is not JSON, and more than 16 items, are refused",
    arguments: [
      (
        "bytes", "list(s | base64d)",
        "error: the function 'list' takes values that JSON can write, not bytes"
      ),
      (
        "17 items", "list(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)",
        "error: the function 'list' takes 0 to 16 arguments, not 17; hint: write list() or list(item, …)"
      ),
      (
        "null in a filter of lists", "nul | first",
        "error: the filter 'first' takes a list, not null; hint: write | default(list()) before it, which also replaces null"
      ),
      (
        "null in one of texts", "nul | upper",
        "error: the filter 'upper' takes text, not null; hint: write | default(…) before it, which also replaces null"
      ),
      (
        "null in one of numbers", "nul | abs",
        "error: the filter 'abs' takes a number, not null; hint: write | default(0) before it, which also replaces null"
      ), ("null in one of maps", "nul | keys", "error: the filter 'keys' takes a map, not null"),
      (
        "a missing time", "m.x - 1h",
        "error: there is no 'x' in the value of 'm', which is a map; hint: write | default(now()) after it for a value in its place"
      ),
    ])
  func refused(_ name: String, _ text: String, _ value: String) {
    #expect(ExpressionProbe.result(of: text, Self.given) == value)
  }

  @Test(
    "try gives the other value if the first one cannot be computed",
    arguments: [
      ("the first", "try(n + 1, 0)", "3"), ("a wrong type", "try(s | number, 0)", "0"),
      ("no JSON", "try(s | fromjson, nul)", "null"), ("a division", "try(1 / (n - n), -1)", "-1"),
      ("a missing value in a sum", "try(m.x + 1, 'none')", "«none»"),
      ("a missing value stays missing", "try(m.x, 1)", "nothing"),
      ("inside", "try(try(s + 1, s * 2), 'both')", "«both»"),
      ("for items", "list(1, s, 2) | map(try(. + 1, nul))", "[2,null,3]"),
      ("only the first is needed", "try(n, 1 / (n - 2))", "2"),
      (
        "neither", "try(s + 1, s * 2)",
        "error: '*' takes two numbers, not the text 'abc' and the number '2'"
      ),
    ])
  func attempts(_ name: String, _ text: String, _ value: String) {
    #expect(ExpressionProbe.result(of: text, Self.given) == value)
  }

  @Test(
    "concat joins texts, numbers, true and false",
    arguments: [
      ("texts", "concat(s, '-', s)", "«abc-abc»"), ("a number", "concat('n', 1.10)", "«n1.10»"),
      ("one", "concat(yes)", "«true»"), ("numbers", "concat(n, n)", "«22»"),
      ("for items", "l | map(concat(., s)) | join(' ')", "«3abc 1abc 2abc»"),
      ("a list", "concat(s, l)", "error: the function 'concat' takes text and numbers, not a list"),
      ("null", "concat(s, nul)", "error: the function 'concat' takes text and numbers, not null"),
      (
        "missing", "concat(s, m.x)",
        "error: there is no 'x' in the value of 'm', which is a map; "
          + "hint: write | default(…) after it for a value in its place"
      ),
      (
        "nothing", "concat()",
        "error: the function 'concat' takes 1 to 16 arguments, not 0; hint: write concat(part, …)"
      ),
    ])
  func joined(_ name: String, _ text: String, _ value: String) {
    #expect(ExpressionProbe.result(of: text, Self.given) == value)
  }

  @Test(
    "What jq and other languages write has a hint",
    arguments: [
      (
        "an item of a result", "s | split('.')[0]",
        "error: '[' is not allowed here in the placeholder <s | split('.')[0]>; "
          + "hint: write parentheses around what has the item: (a | split(b))[0]"
      ),
      (
        "a list", "l + [1]",
        "error: '[' is not allowed here in the placeholder <l + [1]>; hint: list(a, b) makes a list"
      ),
      (
        "a map", "l {a: 1}",
        "error: '{' is not allowed here in the placeholder <l {a: 1}>; "
          + "hint: a map is written in YAML, as a let, a shape or the 'of' of a step"
      ),
      (
        "an argument", "s | default 'x'",
        "error: ''' is not allowed here in the placeholder <s | default 'x'>; "
          + "hint: write an argument in parentheses, as in default(\"none\")"
      ),
      (
        "arguments", "s | replace('a'; 'b')",
        "error: ';' is not allowed here in the placeholder <s | replace('a'; 'b')>; "
          + "hint: write a comma between arguments"
      ),
      (
        "a slice", "l[0:2]",
        "error: ':' is not allowed here in the placeholder <l[0:2]>; "
          + "hint: slice(from, to) takes a part of a list or a text"
      ),
    ])
  func hints(_ name: String, _ text: String, _ message: String) {
    #expect(ExpressionProbe.reading(of: text) == message)
  }
}
