import APICallBase
import APICallSpec
import Testing

private let rows = #"""
  [{"k":2,"v":"a"},{"k":1,"v":"b"},{"k":2,"v":"c"},{"v":"d"},{"k":null,"v":"e"}]
  """#
private let given = [
  ("rows", rows), ("l", "[3,1,2]"), ("e", "[]"), ("z", "0"), ("n", "2"), ("s", #""abc""#),
  ("nul", "null"), ("m", #"{"a":1,"b":{"c":[1,{"d":null}]},"n":null,"a b":2}"#), ("unset", ""),
]

private func result(_ expression: String) -> String {
  ExpressionProbe.result(of: expression, given)
}

private let (a, b, c, d, e) = (
  #"{"k":2,"v":"a"}"#, #"{"k":1,"v":"b"}"#, #"{"k":2,"v":"c"}"#, #"{"v":"d"}"#,
  #"{"k":null,"v":"e"}"#
)

private let hintOfRows = "hint: the first one has k, v"

@Suite("Filters that compute for each item")
struct ItemFilterTests {
  @Test(
    "map and select",
    arguments: [
      ("a member", "rows | map(.k)", "[2,1,2,null,null]"),
      ("a member that none has", "rows | map(.x.y)", "error: no item has '.x'; \(hintOfRows)"),
      (
        "the first of many members that none has",
        "rows | map(list(.v, .s, .t, .u, .p, .q, .r))",
        "error: no item has '.s'; \(hintOfRows)"
      ), ("its default", "rows | map(.x.y | default(0))", "[0,0,0,0,0]"),
      ("its default", "rows | map(.k | default(0))", "[2,1,2,0,0]"),
      ("an operator", "l | map(. * n + 1)", "[7,3,5]"),
      ("nothing of the item", "l | map(m.a)", "[1,1,1]"),
      ("an unset input", "l | map(unset)", "[null,null,null]"),
      ("a lookup by the item", "l | map(l[. - 1])", "[2,3,1]"),
      (
        "a key of the item", "rows | map(m[.v] | default('-'))",
        #"[1,{"c":[1,{"d":null}]},"-","-","-"]"#
      ),
      ("a function", "l | map(range(0, .))", "[[0,1,2],[0],[0,1]]"),
      ("a condition", "l | map(if(. > 1, 'big', 'small'))", #"["big","small","big"]"#),
      ("an item of an item", "l | map(range(0, .) | map(. + 1))", "[[1,2,3],[1],[1,2]]"),
      ("a text", "rows | map(.v | upper) | join('')", "«ABCDE»"), ("no items", "e | map(.x)", "[]"),
      ("digits", "'[1.10]' | fromjson | map(.)", "[1.10]"),
      ("one time for all", "l | map(now()) | unique | length", "1"),
      ("other numbers for each", "l | map(uuid()) | unique | length", "3"),
      ("select", "rows | select(.k == n)", "[\(a),\(c)]"),
      ("select by what none has", "rows | select(.x)", "error: no item has '.x'; \(hintOfRows)"),
      ("select by its absence", "rows | select(.x == null) | length", "5"),
      ("select null", "rows | select(.k == nul)", "[{\"v\":\"d\"},\(e)]"),
      ("select by two", "l | select(. > 1 and . < 3)", "[2]"),
      ("select of no items", "e | select(.x)", "[]"),
      ("a missing list", "m.x | map(.a) | default('-')", "«-»"),
    ])
  func mapped(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "any and all",
    arguments: [
      ("rows | any(.k == 2)", "true"), ("rows | all(.k == 2)", "false"), ("l | all(. > 0)", "true"),
      ("l | any(. > 3)", "false"), ("e | any(.x)", "false"), ("e | all(.x)", "true"),
      ("e | any", "false"), ("e | all", "true"), ("l | map(. > 2) | any", "true"),
      ("l | map(. > 2) | all", "false"), ("l | any(nul)", "false"),
      ("rows | any(.x)", "error: no item has '.x'; \(hintOfRows)"),
      ("rows | all(.x | default(false))", "false"),
      ("l | any(if(. == 3, 1 == 1, 1 / z))", "true"),
      ("l | all(if(. == 3, 1 == 2, 1 / z))", "false"),
    ])
  func tested(_ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "Sorting, groups and extremes: missing values are null, and equal keys keep their order",
    arguments: [
      ("one key", "rows | sort_by(.k)", "[\(d),\(e),\(b),\(a),\(c)]"),
      ("two keys", "rows | sort_by(.k, 0 - (.v | length), .v)", "[\(d),\(e),\(b),\(a),\(c)]"),
      (
        "a second key", "'[[1,2],[0,9],[1,1]]' | fromjson | sort_by(.[0], .[1])",
        "[[0,9],[1,1],[1,2]]"
      ),
      ("downwards", "l | sort_by(-.)", "[3,2,1]"), ("no items", "e | sort_by(.x)", "[]"),
      (
        "mixed types", #"'["a",{},[],2,true,null,false]' | fromjson | unique_by(.)"#,
        #"[null,false,true,2,"a",[],{}]"#
      ),
      (
        "text among numbers", #"'[null,"10",9]' | fromjson | sort_by(.)"#,
        "error: the filter 'sort_by' takes a list of values of one type, "
          + "not one with the number '9' and the text '10'; "
          + "hint: write | number after the key if the texts are numbers"
      ),
      (
        "a list among maps in a second key", #"'[[1,[]],[1,{}]]' | fromjson | sort_by(.[0], .[1])"#,
        "error: the filter 'sort_by' takes a list of values of one type, "
          + "not one with a list and a map"
      ),
      (
        "the last of several types", #"'["10",9]' | fromjson | max_by(.)"#,
        "error: the filter 'max_by' takes a list of values of one type, "
          + "not one with the number '9' and the text '10'; "
          + "hint: write | number after the key if the texts are numbers"
      ), ("text as numbers", #"'["10",9]' | fromjson | min_by(. | number)"#, "9"),
      ("numbers by worth", "'[10,9.0,1e1,1e0]' | fromjson | sort_by(.)", "[1e0,9.0,10,1e1]"),
      ("groups", "rows | group_by(.k)", "[[\(d),\(e)],[\(b)],[\(a),\(c)]]"),
      ("groups of a condition", "rows | group_by(.v == 'a') | map(. | length)", "[4,1]"),
      ("groups by worth", "'[1,1.0,10e-1,2]' | fromjson | group_by(.)", "[[1,1.0,10e-1],[2]]"),
      ("groups of no items", "e | group_by(.)", "[]"),
      ("unique", "rows | unique_by(.k)", "[\(d),\(b),\(a)]"),
      ("unique of no items", "e | unique_by(.)", "[]"),
      ("the first of the least", "rows | min_by(.k)", d),
      ("the last of the greatest", "rows | max_by(.k)", c),
      ("the least of none", "e | min_by(.)", "null"),
      ("the greatest of none", "e | max_by(.)", "null"),
      ("a sum", "rows | sum(.k | default(0))", "5"),
      ("an average", "l | avg(. * 2)", "4"),
    ])
  func ordered(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "Maps of items, and items of maps",
    arguments: [
      ("rows | select(.k == 2) | index_by(.v)", "{\"a\":\(a),\"c\":\(c)}"),
      ("rows | select(.k == 2) | index_by(.k)", "{\"2\":\(c)}"), ("e | index_by(.)", "{}"),
      ("m | map_values(. | type)", #"{"a":"number","b":"object","n":"null","a b":"number"}"#),
      (
        "m | map_values(.x | default(0)) | default(1)",
        "error: there is no 'x' for '.x' in a number"
      ),
      (
        "m | pick(.b) | map_values(.x)", "error: no item has '.x'; hint: the first one has c"
      ), ("m | pick(.b) | map_values(.x | default(null))", #"{"b":null}"#),
      (#"'{"a":1,"a":2}' | fromjson | map_values(. + 1)"#, #"{"a":3}"#),
    ])
  func maps(_ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "A value of another type is refused",
    arguments: [
      ("m | map(.a)", "error: the filter 'map' takes a list, not a map"),
      (
        "nul | map(.a)",
        "error: the filter 'map' takes a list, not null; "
          + "hint: write | default(list()) before it, which also replaces null"
      ),
      ("s | sort_by(.)", "error: the filter 'sort_by' takes a list, not 'abc'"),
      ("l | map_values(.)", "error: the filter 'map_values' takes a map, not a list"),
      ("rows | map(.v.y)", "error: there is no 'y' for '.v.y' in text"),
      ("l | map(.[0])", "error: there is no '[0]' for '.[0]' in a number"),
      ("l | map(s[.])", "error: there is no '[3]' for 's[.]' in text"),
      (
        "rows | map(.k * 2)",
        "error: there is no 'k' for '.k' in a map; "
          + "hint: write | default(0) after it for a value in its place"
      ),
      (
        "rows | select(.k)",
        "error: the filter 'select' takes true or false, not the number '2'; "
          + "hint: compare it, as in .k == …"
      ),
      (
        "l | any",
        "error: the filter 'any' takes a list of true or false, not one with a number at [0]"
      ),
      (
        "rows | index_by(.k)",
        "error: the filter 'index_by' takes a list with a key for each item, "
          + "not one without a text or a number at [3]"
      ),
      (
        "l | map(. + 'a')",
        "error: '+' takes two numbers, two lists, or a time and a duration, not the number '3' "
          + "and the text 'a'; hint: placeholders beside each other join text, as in <a><b>, "
          + "and so does concat(a, b)"
      ),
      (
        "rows | sum(.k)",
        "error: the filter 'sum' takes a list of numbers, not one without a number for [3]; "
          + "hint: write | default(0) after the expression if it may be missing"
      ),
      ("l | map(by)", "error: the filter 'map' takes a value that JSON can write, not bytes"),
      (
        "l | sort_by(by)",
        "error: the filter 'sort_by' takes a value that JSON can write, not bytes"
      ),
      (
        "m | map_values(file)",
        "error: the filter 'map_values' takes a value that JSON can write, not a file"
      ),
    ])
  func refusals(_ text: String, _ message: String) throws {
    var scope = try ExpressionProbe.scope(given)
    scope["by"] = Scope.Binding(.bytes([1]))
    scope["file"] = Scope.Binding(.file(InputFile(path: "x")))
    do {
      let binding = try ExpressionProbe.binding(of: text, in: scope)
      Issue.record("\(binding)")
    } catch let problem as TemplateProblem {
      #expect(ExpressionProbe.text(of: [problem]) == message)
    }
  }
}
