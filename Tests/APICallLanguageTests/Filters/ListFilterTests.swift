import Testing

@Suite("Filters of lists and maps")
struct ListFilterTests {
  @Test(
    "Each filter does what its name says",
    arguments: [
      ("length", "[1,[2,3]]", "2"), ("length", "[]", "0"), ("length", #"{"a":1,"b":2,"a":3}"#, "2"),
      ("nth(0)", "[1,2]", "1"), ("nth(-1)", "[1,2]", "2"), ("nth(2)", "[1,2]", "null"),
      ("nth(0)", "[]", "null"), ("slice(1)", "[1,2,3]", "[2,3]"),
      ("slice(0, -1)", "[1,2,3]", "[1,2]"),
      ("slice(-2, 3)", "[1,2,3]", "[2,3]"), ("slice(5)", "[1]", "[]"),
      ("slice(-9, 9)", "[1]", "[1]"),
      ("slice(0)", "{}", "refused"), ("slice(0)", "null", "refused"),
      ("reverse", "[1,\"a\",null]", "[null,\"a\",1]"), ("reverse", "[]", "[]"),
      ("reverse", "\"ab\"", "refused"),
      (
        "unique", #"[{"a":1},[1],"b","a",2,1.10,true,false,null]"#,
        #"[null,false,true,1.10,2,"a","b",[1],{"a":1}]"#
      ), ("sort", "[true,null,false,null]", "[null,null,false,true]"),
      ("sort", "[1.0,1,10e-1]", "[1.0,1,10e-1]"),
      ("sort", "[[2],[1,9],[1],[]]", "[[],[1],[1,9],[2]]"),
      (
        "sort", #"[{"b":1},{"a":2},{"a":1,"b":0},{"a":1}]"#,
        #"[{"a":1},{"a":2},{"a":1,"b":0},{"b":1}]"#
      ),
      ("sort", #"["é","z","Z","\u007a"]"#, #"["Z","z","\u007a","é"]"#), ("sort", "[]", "[]"),
      ("unique", "[2,1,2.0,1]", "[1,2]"), ("unique", #"["b","a","b"]"#, #"["a","b"]"#),
      ("flatten", "[1,[2,[3,[]]],{}]", "[1,2,3,{}]"), ("flatten", "[]", "[]"),
      ("flatten", "[[],[[]]]", "[]"), ("add", "[[1],[],[2,3]]", "[1,2,3]"), ("add", "[]", "null"),
      ("add", #"[{"a":1,"b":2},{"a":3}]"#, #"{"a":3,"b":2}"#), ("add", "[[1],{}]", "refused"),
      ("add", "[null]", "refused"), ("transpose", "[[1,2],[3]]", "[[1,3],[2,null]]"),
      ("transpose", "[]", "[]"), ("transpose", "[[],[]]", "[]"), ("transpose", "[1]", "refused"),
      ("contains(1)", "[1.0]", "true"), ("contains('1')", "[1]", "refused"),
      ("contains('a')", "[\"ab\"]", "false"), ("contains(x)", #"[{"b":1.0}]"#, "true"),
      ("contains(x)", "[]", "false"), ("keys", #"{"b":1,"a":2,"b":3}"#, #"["a","b"]"#),
      ("keys", "{}", "[]"), ("keys", "[1]", "refused"), ("has('a')", #"{"a":null}"#, "true"),
      ("has('b')", #"{"a":null}"#, "false"), ("has('a')", "[]", "refused"),
      (
        "to_entries", #"{"b":1,"a\n":[2],"b":3}"#,
        #"[{"key":"b","value":3},{"key":"a\n","value":[2]}]"#
      ),
      ("to_entries", "{}", "[]"), ("from_entries", "[]", "{}"),
      (
        "from_entries", #"[{"name":"a","value":1},{"k":2,"v":3},{"key":true}]"#,
        #"{"a":1,"2":3,"true":null}"#
      ),
      (
        "from_entries", #"[["a",1.50],[2,[]],{"key":"a","value":3},["b",null]]"#,
        #"{"a":3,"2":[],"b":null}"#
      ),
      ("from_entries", #"[["a"]]"#, "refused"), ("from_entries", "[[[],1]]", "refused"),
      ("from_entries", #"[["a",1,2]]"#, "refused"),
      ("set(.a, x)", #"{"c":1.0,"a":2,"d":1e3}"#, #"{"c":1.0,"a":{"b":1},"d":1e3}"#),
      ("set(.e.f, 'g')", #"{"c":[1.10]}"#, #"{"c":[1.10],"e":{"f":"g"}}"#),
      ("set(.a, 1)", #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"b":2}"#),
      ("set(.a.b, 1)", #"{"a":null}"#, #"{"a":{"b":1}}"#),
      ("set(.[1].a, 1)", #"[{"a":2},{"b":2.0}]"#, #"[{"a":2},{"b":2.0,"a":1}]"#),
      ("set(.[-1], null)", "[1,2.50]", "[1,null]"),
      ("set(.['x y'], 1)", "{}", #"{"x y":1}"#),
      ("set(.a.b, 1)", #"{"a":1}"#, "refused"), ("set(.[2], 1)", "[1,2]", "refused"),
      ("set(.[-3], 1)", "[1,2]", "refused"), ("set(.a, 1)", "[1]", "refused"),
      ("set(.[0], 1)", "{}", "refused"), ("set(.a, 1)", "1", "refused"),
      ("merge({a: 1.50, 'b c': v.z})", #"{"z":[1]}"#, #"{"z":[1],"a":1.50,"b c":[1]}"#),
      ("merge({})", #"{"z":1}"#, #"{"z":1}"#), ("merge({a:{b:{}}}.a)", "{}", #"{"b":{}}"#),
      ("merge({a: 1, a: 2})", "{}", #"{"a":2}"#), ("merge({a: v.none})", "{}", #"{"a":null}"#),
      ("from_entries", #"[{"value":1}]"#, "refused"), ("from_entries", "[1]", "refused"),
      ("merge(x)", #"{"a":{"z":1},"b":2}"#, #"{"a":{"z":1},"b":1}"#),
      ("merge(x)", "{}", #"{"b":1}"#),
      ("merge(x)", "[]", "refused"), ("merge('x')", "{}", "refused"), ("sort", "\"a\"", "refused"),
      ("unique", "null", "refused"), ("flatten", "{}", "refused"),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) {
    let result = try? FilterProbe.result(
      of: "<v | \(filters)>", ("v", value), ("x", #"{"b":1}"#))
    #expect(result ?? "refused" == expected)
  }

  @Test(
    "A message names the item that is wrong",
    arguments: [
      (
        "add", #"["a","b"]"#,
        "the filter 'add' takes a list of lists or of maps, not one with text at [0]; hint: write join(\"\")"
      ),
      (
        "add", "[1]",
        "the filter 'add' takes a list of lists or of maps, not one with a number at [0]; hint: write sum"
      ),
      ("add", "[[],{}]", "the filter 'add' takes a list of lists, not one with a map at [1]"),
      ("sort", "{}", "the filter 'sort' takes a list, not a map"),
      (
        "sort", #"[null,"7",9]"#,
        "the filter 'sort' takes a list of values of one type, "
          + "not one with the text '7' and the number '9'; "
          + "hint: write | sort_by(. | number) if the texts are numbers"
      ),
      (
        "sort", "[1,[1]]",
        "the filter 'sort' takes a list of values of one type, "
          + "not one with the number '1' and a list"
      ),
      (
        "max", #"[9,"10"]"#,
        "the filter 'max' takes a list of values of one type, "
          + "not one with the number '9' and the text '10'; "
          + "hint: write | map(. | number) before it if the texts are numbers"
      ),
      (
        "from_entries", "[{}]",
        "the filter 'from_entries' takes a list of maps with 'key' and 'value', not one without a key of text at [0]"
      ),
      ("merge(n)", "{}", "the filter 'merge' takes a map, not '1'"),
      (
        "from_entries", #"[["a"]]"#,
        "the filter 'from_entries' takes lists of a key and a value, not another list at [0]"
      ),
      (
        "set(.a.b, 1)", #"{"a":[1]}"#,
        "the filter 'set' takes a value with a map there, not one with a list around 'b'"
      ),
      ("set(.[2], 1)", "[1]", "the filter 'set' takes a list with an item [2], not one of 1"),
      (
        "set(.a[0], 1)", "{}",
        "the filter 'set' takes a value with a list there, not one with nothing at [0]"
      ),
      ("nth(s)", "[]", "the filter 'nth' takes a whole number, not 'a'"),
    ])
  func messages(_ filters: String, _ value: String, _ expected: String) {
    let message = FilterProbe.message(
      of: "<v | \(filters)>", ("v", value), ("n", "1"), ("s", "\"a\""))
    #expect(message == expected)
  }
}
