import APICallBase
import APICallPlugins
import Measuring
import Testing

@Suite("Decoding YAML")
struct YAMLDecoderTests {
  @Test(
    "YAML becomes JSON by the core schema",
    arguments: [
      ("a: 1\nb: [x, ~, true]", ["{\"a\":1,\"b\":[\"x\",null,true]}"]),
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
        "- &x {a: 1, b: [2]}\n- {a: 3, <<: *x, c: 4}\n- {!!merge <<: [{b: 5}, *x]}",
        ["[{\"a\":1,\"b\":[2]},{\"a\":3,\"c\":4,\"b\":[2]},{\"b\":5,\"a\":1}]"]
      ),
      // What is merged has anchors like any other value.
      ("<<: &x {a: &y 1}\nb: *x\nc: *y", ["{\"b\":{\"a\":1},\"c\":1,\"a\":1}"]),
      (
        "- {<<: {<<: &x {a: [1]}, b: &y {c: 2}}}\n- [*x, *y]",
        ["[{\"b\":{\"c\":2},\"a\":[1]},[{\"a\":[1]},{\"c\":2}]]"]
      ),
      ("k: &k 1\n<<: {j: &k [2], i: *k}\nz: *k", ["{\"k\":1,\"z\":[2],\"j\":[2],\"i\":[2]}"]),
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
      ("<<: {a: 1}\n<<: {b: 2}", "2:1: duplicate key \"<<\""),
      ("<<: {a: &x [*x]}", "1:13: the alias '*x' is inside its own value"),
      ("a: &a [1]\n*a : 2", "2:1: a list or map cannot be a key"),
      ("# only a comment", "it has no value"),
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
    let value = "- &a {x: \"\(String(repeating: "x", count: 1 << 20))\"}\n"
    let merged = value + String(repeating: "- {x: 1, <<: *a}\n", count: 64)
    let nested = value + "- " + String(repeating: "{<<: *a, x: ", count: 64)
    for bomb in [merged, nested + "1" + String(repeating: "}", count: 64)] {
      #expect(
        decoded(YAMLDecoder.self, bomb.utf8) == ["\(DeliveryError.tooLarge(limit: 64 << 20))"])
    }
    let deep = String(repeating: "[", count: 600)
    #expect(decoded(YAMLDecoder.self, deep.utf8).first?.contains("nested") == true)
  }

  @Test("The time of a merge does not depend on the anchors before it")
  func manyAnchors() {
    let body = (0..<10_000).map { "- {<<: {a: &x\($0) 1}}\n" }.joined()
    var count = 0
    let time = ProcessorTime.measure { count = decoded(YAMLDecoder.self, body.utf8)[0].utf8.count }
    #expect(count == 10_000 * #"{"a":1},"#.utf8.count + 1)
    // Looking through all anchors for each would take ten times as long.
    #expect(time < .seconds(20))
  }
}
