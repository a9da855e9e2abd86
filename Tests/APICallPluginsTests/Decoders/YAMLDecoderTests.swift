import APICallBase
import APICallPlugins
import Testing

@Suite("Decoding YAML")
struct YAMLDecoderTests {
  @Test(
    "YAML becomes JSON by the core schema",
    arguments: [
      ("a: 1\nb: [x, ~, true]", ["{\"a\":1,\"b\":[\"x\",null,true]}"]), ("# only a comment", []),
      (
        "[no, yes, 1.10, 1e3, \"1\", 1:30, 2024-01-01]",
        ["[\"no\",\"yes\",1.10,1e3,\"1\",\"1:30\",\"2024-01-01\"]"]
      ),
      ("[007, 0x1f, 0o17, +1, .5, 1., -0.5e+3, 1.e3, -007]", ["[7,31,15,1,0.5,1,-0.5e+3,1e3,-7]"]),
      ("&k a: &x {b: [1]}\nc: *x\n*k : 2", ["malformed: 3:1: duplicate key \"a\""]),
      ("--- 1\n--- two\n---\n", ["1", "\"two\"", "null"]),
      ("1: a\ntrue: b\n~: c", ["{\"1\":\"a\",\"true\":\"b\",\"~\":\"c\"}"]),
      ("[!!str 1, !!float 1, !!int \"7\", ! x, !!map {}]", ["[\"1\",1,7,\"x\",{}]"]),
      ("\"<<\": {a: 1}", ["{\"<<\":{\"a\":1}}"]),
      ("<<: {a: 1}", ["{\"a\":1}"]), ("<<: {}\nb: 2", ["{\"b\":2}"]),
      // The members of the map itself win, wherever they are, then those of the first map.
      (
        "- &x {a: 1, b: [2]}\n- {a: 3, <<: *x, c: 4}\n- {<<: [{b: 5}, *x], !!merge <<: {d: 6}}",
        [
          "[{\"a\":1,\"b\":[2]},{\"a\":3,\"c\":4,\"b\":[2]},{\"b\":5,\"a\":1,\"d\":6}]"
        ]
      ),
      ("a: |\n  x\n  y\n", ["{\"a\":\"x\\ny\\n\"}"]),
    ] as [(String, [String])])
  func values(_ body: String, _ values: [String]) {
    #expect(decoded(YAMLDecoder.self, body.utf8) == values)
  }

  @Test(
    "Values that JSON does not have, and invalid YAML, are errors with their location",
    arguments: [
      ("a: .inf", "1:4: '.inf' cannot be a JSON number"),
      ("a: [.NaN]", "1:5: '.NaN' cannot be a JSON number"),
      ("a: 1\na: 2", "2:1: duplicate key \"a\""), ("a: !Ref x", "1:4: unknown tag '!Ref'"),
      ("a: !!int x", "1:4: the value does not match its tag '!!int'"),
      ("? [a]\n: b", "1:3: a list or map cannot be a key"),
      ("a: *b", "1:4: unknown alias '*b'"),
      ("&a [*a]", "1:5: the alias '*a' is inside its own value"),
      ("a: [1", "1:4: the list is not closed"),
      ("a: 1\n<<: [x]", "2:1: '<<' takes a map or a list of maps"),
      ("<<: {a: &x 1}\nb: *x", "2:4: unknown alias '*x'"),
      ("a: &a [1]\n*a : 2", "2:1: a list or map cannot be a key"),
    ])
  func faults(_ body: String, _ reason: String) {
    let found = decoded(YAMLDecoder.self, body.utf8)
    #expect(found.count == 1 && found[0].hasPrefix("malformed: \(reason)"), "\(found)")
  }

  @Test("Multiplying aliases and nesting each have a limit")
  func bombs() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<12 {
      let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(list)]\n"
    }
    #expect(decoded(YAMLDecoder.self, bomb.utf8) == ["\(DeliveryError.tooLarge(limit: 64 << 20))"])
    let deep = String(repeating: "[", count: 600)
    #expect(decoded(YAMLDecoder.self, deep.utf8).first?.contains("nested") == true)
  }
}
