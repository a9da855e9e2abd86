import APICallReading
import Testing
import YAMLTree

@Suite("Merging the layers of an endpoint")
struct NodeMergingTests {
  @Test(
    "Maps merge, lists and payloads replace, and !unset removes",
    arguments: [
      ("{}", "{timeout: 2s}", "{timeout: 2s}"),
      ("{timeout: 2s}", "{}", "{timeout: 2s}"),
      ("{timeout: 2s}", "{timeout: 3s}", "{timeout: 3s}"),
      ("{timeout: {idle: 2s}}", "{timeout: 3s}", "{timeout: 3s}"),
      ("{timeout: 2s}", "{timeout: {idle: 3s}}", "{timeout: {idle: 3s}}"),
      (
        "{timeout: {idle: 2s, total: 4s}}", "{timeout: {idle: 3s}}",
        "{timeout: {idle: 3s, total: 4s}}"
      ),
      (
        "{timeout: {idle: 2s, total: 4s}}", "{timeout: {idle: !unset , connect: 3s}}",
        "{timeout: {total: 4s, connect: 3s}}"
      ),
      ("{query: {a: 1, b: 2}}", "{query: {b: 3, c: 4}}", "{query: {a: 1, b: 3, c: 4}}"),
      ("{query: {a: [1, 2]}}", "{query: {a: [3]}}", "{query: {a: [3]}}"),
      ("{query: {a: 1, b: 2}}", "{query: {a: !unset }}", "{query: {b: 2}}"),
      ("{query: {a: 1}, path: x}", "{query: !unset }", "{path: x}"),
      ("{query: {a: 1}}", "{query: null}", "{query: null}"),
      ("{let: {a: {x: 1}}}", "{let: {a: {y: 1}, b: 2}}", "{let: {a: {y: 1}, b: 2}}"),
      (
        "{inputs: {a: {type: array, default: [1]}, b: }}",
        "{inputs: {a: {default: [2]}, b: {help: x}}}",
        "{inputs: {a: {type: array, default: [2]}, b: {help: x}}}"
      ),
      (
        "{inputs: {a: {default: {x: 1}}}}", "{inputs: {a: {default: {y: 1}}}}",
        "{inputs: {a: {default: {y: 1}}}}"
      ),
      ("{json: {a: 1, b: 2}}", "{json: {a: 3}}", "{json: {a: 3}}"),
      ("{form: {a: 1, b: 2}}", "{form: {a: 3}}", "{form: {a: 3}}"),
      ("{examples: {a: {x: 1}, b: 2}}", "{examples: {a: {y: 1}}}", "{examples: {a: {y: 1}}}"),
      ("{expect: {status: [200]}}", "{expect: {status: 201}}", "{expect: {status: 201}}"),
      ("{unknown: {a: 1}}", "{unknown: {b: 2}}", "{unknown: {b: 2}}"),
    ])
  func merged(_ lower: String, _ upper: String, _ expected: String) throws {
    try expect(lower, upper, expected)
  }

  @Test(
    "The body is a single setting, and so is the destination",
    arguments: [
      (
        "{path: x, form: {a: 1}, timeout: 1s}", "{json: {b: 1}}",
        "{path: x, timeout: 1s, json: {b: 1}}"
      ),
      ("{form: {a: 1}, form_style: brackets}", "{json: 1}", "{json: 1}"),
      (
        "{form: {a: 1}, form_style: brackets}", "{form: {b: 1}}",
        "{form: {b: 1}, form_style: brackets}"
      ),
      ("{text: a, type: text/xml}", "{file: b}", "{type: text/xml, file: b}"),
      ("{text: a, type: text/xml}", "{graphql: {}}", "{graphql: {}}"),
      ("{json: 1}", "{json: !unset , form: {a: 1}}", "{form: {a: 1}}"),
      ("{json: 1}", "{json: 2, form: {a: 1}}", "{json: 2, form: {a: 1}}"),
      ("{json: 1}", "{form: !unset }", "{json: 1, form: !unset }"),
      ("{host: a, path: b}", "{url: c}", "{url: c}"),
      ("{url: c}", "{path: b}", "{path: b}"),
      ("{host: a, path: b}", "{host: c}", "{host: c, path: b}"),
      (
        "{outputs: {t: {from: $.a, secret: true}}}", "{outputs: {t: {header: X}}}",
        "{outputs: {t: {secret: true, header: X}}}"
      ),
      (
        "{outputs: {t: {header: X, regex: a, secret: true}}}", "{outputs: {t: {from: $.a}}}",
        "{outputs: {t: {secret: true, from: $.a}}}"
      ),
      (
        "{outputs: {t: {header: X, default: 1}}}", "{outputs: {t: {regex: a}}}",
        "{outputs: {t: {default: 1, regex: a}}}"
      ),
      (
        "{outputs: {t: {from: $.a, regex: a}}}", "{outputs: {t: {header: X, regex: b}}}",
        "{outputs: {t: {regex: b, header: X}}}"
      ),
      ("{outputs: {t: $.a}}", "{outputs: {t: {default: 1}}}", "{outputs: {t: {default: 1}}}"),
    ])
  func slots(_ lower: String, _ upper: String, _ expected: String) throws {
    try expect(lower, upper, expected)
  }

  @Test(
    "Case is ignored only in the names of header fields",
    arguments: [
      ("{headers: {X-A: 1, X-B: 2}}", "{headers: {x-a: 3}}", "{headers: {x-a: 3, X-B: 2}}"),
      ("{headers: {X-A: 1, x-a: 2, B: 3}}", "{headers: {X-a: 4}}", "{headers: {X-a: 4, B: 3}}"),
      ("{headers: {X-A: 1}}", "{headers: {x-a: !unset }}", "{headers: {}}"),
      ("{headers: {A: 1}}", "{headers: {a: 2, A: 3}}", "{headers: {a: 2, A: 3}}"),
      ("{query: {A: 1}}", "{query: {a: 2}}", "{query: {A: 1, a: 2}}"),
      ("{Headers: {A: 1}}", "{headers: {a: 2}}", "{Headers: {A: 1}, headers: {a: 2}}"),
    ])
  func letters(_ lower: String, _ upper: String, _ expected: String) throws {
    try expect(lower, upper, expected)
  }

  @Test("!raw stays with the values it was written for")
  func raw() throws {
    try expect(
      "{headers: !raw {A: <a>, B: <b>}, query: {q: !raw <q>}}",
      "{headers: {B: <c>, C: <d>}, query: !raw {r: [<r>]}}",
      "{headers: {A: !raw <a>, B: <c>, C: <d>}, query: {q: !raw <q>, r: [!raw <r>]}}")
  }

  @Test("An !unset that removes nothing stays, to be reported")
  func leftOver() throws {
    try expect("{query: {a: 1}}", "{query: {b: !unset }}", "{query: {a: 1, b: !unset }}")
    try expect("{query: !unset }", "{query: !unset }", "{query: !unset }")
    try expect("{query: !unset }", "{query: {a: 1}}", "{query: {a: 1}}")
  }

  @Test("Maps with many keys merge like small ones, and not much slower")
  func large() throws {
    let lower = (0..<20_000).map { "k\($0): \($0)" }.joined(separator: ", ")
    let upper = (10_000..<30_000).map { "k\($0): n" }.joined(separator: ", ")
    let merged = try LayerTree.node("query: {\(upper)}")
      .merged(onto: LayerTree.node("query: {\(lower)}"))
    let entries = try #require(merged["query"]?.entries)
    #expect(entries.count == 30_000)
    #expect(entries[9_999].value.scalar?.text == "9999")
    #expect(entries[10_000].value.scalar?.text == "n")
    #expect(entries.map(\.key) == (0..<30_000).map { "k\($0)" })
  }

  private func expect(
    _ lower: String, _ upper: String, _ expected: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let merged = try LayerTree.node(upper).merged(onto: LayerTree.node(lower))
    #expect(LayerTree(merged).yaml == expected, sourceLocation: location)
  }
}
