import Testing

private let given = [
  ("l", "[3,1,2]"), ("e", "[]"), ("s", #""abc""#), ("nul", "null"),
  ("m", #"{"a":1,"b":{"c":[1,{"d":null}]},"n":null,"a b":2}"#),
  ("maps", #"[{"a":1},{"x":2}]"#),
  ("o", #"{"a":{"b":{"x":1,"y":2},"c":3},"a":{"b":{"x":4,"y":5},"d":6}}"#),
]

private func result(_ expression: String) -> String {
  ExpressionProbe.result(of: expression, given)
}

@Suite("Filters that choose parts by paths")
struct MemberFilterTests {
  @Test(
    "pick keeps the members on paths",
    arguments: [
      ("one", "m | pick(.a)", #"{"a":1}"#),
      ("deep", "m | pick(.b.c)", #"{"b":{"c":[1,{"d":null}]}}"#),
      ("null, and none that is missing", "m | pick(.a, .n, .x)", #"{"a":1,"n":null}"#),
      ("in the order of the paths", "m | pick(.['a b'], .a)", #"{"a b":2,"a":1}"#),
      ("a part and the whole", "m | pick(.b.c, .b)", #"{"b":{"c":[1,{"d":null}]}}"#),
      ("the whole and a part", "m | pick(.b, .b.c)", #"{"b":{"c":[1,{"d":null}]}}"#),
      (
        "parts of one member", "o | pick(.a.b.y, .a.d, .a.b.x)", #"{"a":{"b":{"y":5,"x":4},"d":6}}"#
      ),
      ("below null", "m | pick(.n.x)", "{}"),
      (
        "below a number", "m | pick(.a.x)",
        "error: the filter 'pick' takes a value with a map there, not one with a number around 'x'"
      ),
      ("in a map", "m | map_values(1) | pick(.n)", #"{"n":1}"#),
      ("of items of which one has it", "maps | map(. | pick(.a, .x))", #"[{"a":1},{"x":2}]"#),
      (
        "of items of which none has it", "maps | map(. | pick(.a, .ax))",
        "error: no item has '.ax'; hint: did you mean 'a'? the first one has a"
      ),
      (
        "of items with a default", "maps | map(. | pick(.ax) | default(0))", "[{},{}]"
      ),
      ("of a missing map", "m.x | pick(.a) | default('-')", "«-»"),
      ("a list", "l | pick(.a)", "error: the filter 'pick' takes a map, not a list"),
      ("text", "s | pick(.a)", "error: the filter 'pick' takes a map, not 'abc'"),
      ("null", "nul | pick(.a)", "error: the filter 'pick' takes a map, not null"),
    ])
  func picked(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "del leaves out the members and items on paths",
    arguments: [
      ("one", "m | del(.a, .b)", #"{"n":null,"a b":2}"#),
      ("deep", "m | del(.b.c, .a)", #"{"b":{},"n":null,"a b":2}"#),
      ("an item", "m.b | del(.c[0])", #"{"c":[{"d":null}]}"#),
      ("the last item", "m.b | del(.c[-1])", #"{"c":[1]}"#),
      ("in an item", "m.b | del(.c[1].d)", #"{"c":[1,{}]}"#),
      ("a key in quotes", "m | del(.['a b'], .b)", #"{"a":1,"n":null}"#),
      ("what is missing", "m.b | del(.x.y, .c[7], .c[-7])", #"{"c":[1,{"d":null}]}"#),
      (
        "below a number", "m | del(.a.y)",
        "error: the filter 'del' takes a value with a map there, not one with a number around 'y'"
      ),
      ("items by their first indexes", "l | del(.[0], .[1])", "[2]"),
      ("the ends", "l | del(.[-1], .[0])", "[1]"),
      ("one item twice", "l | del(.[2], .[-1])", "[3,1]"),
      ("all items", "l | del(.[2], .[1], .[0])", "[]"), ("of no items", "e | del(.[0])", "[]"),
      ("a part and the whole", "m.b | del(.c[1].d, .c[1])", #"{"c":[1]}"#),
      ("two parts of an item", "m.b | del(.c[1].d, .c[1].e, .c[0])", #"{"c":[{}]}"#),
      (
        "a member of a list", "l | del(.a)",
        "error: the filter 'del' takes a value with a map there, not one with a list around 'a'"
      ),
      ("of each", "m | to_entries | map(. | del(.value)) | first", #"{"key":"a"}"#),
      ("of text", "s | del(.a)", "error: the filter 'del' takes a map or a list, not 'abc'"),
    ])
  func deleted(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "find gives a list of what a JSONPath selects",
    arguments: [
      ("m | find('$.b.c[*]')", #"[1,{"d":null}]"#), ("m | find('$..d')", "[null]"),
      ("m | find('$.x')", "nothing"), ("m | find('$.x') | default(list())", "[]"),
      ("e | find('$[*]')", "[]"), ("s | find('$')", #"["abc"]"#), ("nul | find('$')", "[null]"),
      ("m | find('$[?@ == 1]')", "[1]"), ("m | find('$.' | replace('.', '.a'))", "[1]"),
      ("l | map(m | find('$.a') | first)", "[1,1,1]"),
      ("m | find('$.n.x')", "nothing"), ("m | find('$.n[*]')", "[]"),
      (
        "m | find('$.a.x')",
        "error: the filter 'find' takes a value in which the path can be evaluated, "
          + "not one with a number at $.a"
      ),
      (
        "m | find('$.a.x') | default(0)",
        "error: the filter 'find' takes a value in which the path can be evaluated, "
          + "not one with a number at $.a"
      ),
      (
        "m | find('$[*].c')",
        "error: the filter 'find' takes a value in which the path can be evaluated, "
          + "not one with a number at $[*]; hint: [?@.c] selects those that have it"
      ), ("m | find('$[*].c[0]') | default(0)", "[1]"), ("m | find('$[?@.c].c[0]')", "[1]"),
      (
        "m | find('b')",
        "error: cannot read the JSONPath 'b': a path begins with `$`, which stands for the whole value"
      ),
      (
        "m | find(s)",
        "error: cannot read the JSONPath 'abc': a path begins with `$`, which stands for the whole value"
      ),
      (
        "m | find('$[?match(@, \"a\")]')",
        "error: the JSONPath of the filter 'find' cannot use match or search; "
          + "hint: the filters select and test can: | select(.name | test(\"…\"))"
      ),
      (
        "s | unhex | find('$')",
        "error: the filter 'unhex' takes hexadecimal digits, not an odd number of them"
      ),
      (
        "'ff' | unhex | find('$')",
        "error: the filter 'find' takes a value that JSON can write, not bytes"
      ),
    ])
  func found(_ text: String, _ value: String) {
    #expect(result(text) == value)
  }
}
