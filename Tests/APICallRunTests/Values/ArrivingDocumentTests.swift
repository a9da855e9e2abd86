import APICallContracts
import TestWorlds
import Testing

@Suite("Rows of a document that is still arriving")
struct ArrivingDocumentTests {
  private static let orders = #"""
    {"page": 1, "orders": [{"id": 1, "to": "Köln", "lines": [{"sku": "a", "n": 2}, {"sku": "b"}]},
    {"id": 2, "lines": []}, {"id": 3.50, "to": null, "lines": [{"sku": "a", "n": 1e1}]}, null],
    "more": {"orders": [{"id": 4}]}}
    """#

  private func spec(_ rest: String) -> String { "host: https://a.example\n\(rest)\n" }

  private func pieces(of text: String) -> ScriptedRequester {
    var requester = ScriptedRequester(text)
    requester.pieces = text.utf8.map { [$0] }
    return requester
  }

  static let files: [(String, String?)] = [
    ("select: $.orders[*].id", nil), ("select: $.orders[*]", "ndjson"),
    ("select: $.orders[*]", "csv"), ("select: $.orders[?@.id > 1].lines[*].sku", "lines"),
    ("select: $.more.orders[*]", "raw"), ("select: $.*", "compact"),
    ("select: $.orders[?search(@.to, 'K.*n')].to", "raw"),
    ("select: $.none[*]", nil), ("select: $.none[*]", "csv"), ("select: $.page[*]", "compact"),
    ("select: $.orders[*].lines[*]\nwhere: <it.n > 1>\nshape: <it.sku>", "lines"),
    ("select: {o: '$.orders[*]', l: '$.lines[*]', n: <l.n * 2 | default(0)>}", "ndjson"),
    ("select: {o: '$.orders[?@.id]', to: $.to}\nshape: {to: <to>, id: <o.id>}", "csv"),
    ("select: $.orders[*].lines[*]\ngroup: <it.sku>", "ndjson"),
    ("select: $.orders[*].id\ngroup: all\nshape: <group.items | sum>", nil),
    ("select: $.orders[*].lines[*]\nsort: [-sku]", "csv"),
    ("select: $.orders[*].id\nlimit: 2", nil), ("select: $.none[*]\nlimit: 2", nil),
    ("let: {one: 1}\nselect: '$.orders[?@.id == <one>].lines[*].sku'", nil),
    ("let: {at: orders}\nselect: '$[<at>][*].id'\nlimit: 9", "lines"),
    ("let: {at: [1]}\nselect: '$[<at>][*].id'", "lines"),
    ("select: $.orders[*]\nshape: <it.id + 1>", "lines"),
    ("select: $.orders[*].id\nshape: {id: <it.x.y>}", "ndjson"),
    ("select: $.ordrs[*]", nil), ("select: $.orders[*].ids", "csv"), ("select: $.more[*]", nil),
    ("select: $.more.ordrs[*]", "lines"), ("select: $.page.x[*]", nil), ("select: $.to[*]", nil),
    ("select: $.orders[*].lines[*].skus", nil), ("select: $.orders[9][*]", nil),
    ("select: $.ordrs[*] | default(list(1, 2))", "lines"), ("select: $.more[*].x\nlimit: 3", nil),
    ("select: $.orders[*].ids | default(list(1))\nwhere: <it > 0>", "lines"),
    ("select: {o: '$.orders[*]', l: '$.lnes[*]'}", "ndjson"),
    ("select: $.orders[*].lines[*]\nshape: <it.skus>", "ndjson"),
  ]

  @Test("They are those of a document that is held", arguments: files)
  func same(_ file: String, _ format: String?) async throws {
    let requester = pieces(of: Self.orders)
    let arriving = try await Exchange(requester, spec(file), format: format)
    let held = try await Exchange(
      requester, spec(file + "\nexpect:\n  body:\n    $: {exists: true}"), format: format)
    #expect("\(arriving)" == "\(held)")
    let whole = try await Exchange(ScriptedRequester(Self.orders), spec(file), format: format)
    #expect("\(whole)" == "\(held)")
  }

  @Test("They are printed before a fault, as those of a stream are")
  func faults() async throws {
    for (text, reason) in [
      (#"{"a": [1, 2, x"#, "1:14: unexpected `x` where a value after `,` was expected"),
      (#"{"a": [1, 2, "#, "1:14: the text ends where a value after `,` was expected"),
      (#"{"a": [1, 2]} 3"#, "1:15: unexpected `3` where the end of the text was expected"),
      (
        #"{"a": [1, 2], "#,
        "1:15: the text ends where a key in double quotes after `,` was expected"
      ),
    ] {
      for requester in [pieces(of: text), ScriptedRequester(text)] {
        for rows in ["select: $.a[*]", "select: $.a[*]\nwhere: <it > 0>"] {
          let result = try await Exchange(requester, spec(rows), format: "lines")
          #expect(result.text == "1\n2\n" && result.status == 8)
          #expect(result.failure?.report.contains(reason) == true)
        }
      }
    }
  }

  @Test("They are printed before one of another kind, and before a key that occurs twice")
  func otherKinds() async throws {
    for (text, reason) in [
      (
        #"{"a": [{"b": 1}, {"b": 2}, "x", {"b": 3}]}"#,
        "cannot evaluate $.a[*].b: one value at $.a[*] is text, not a map"
      ),
      (#"{"a": [{"b": 1}, {"b": 2}], "a": [{"b": 3}]}"#, "the key 'a' occurs twice in a map"),
    ] {
      for rows in ["select: $.a[*].b", "select: $.a[*].b\nwhere: <it > 0>"] {
        let result = try await Exchange(pieces(of: text), spec(rows), format: "lines")
        #expect(result.text == "1\n2\n" && result.status == 8)
        #expect(result.failure?.report.contains(reason) == true)
        let held = "\nexpect:\n  body:\n    $: {exists: true}"
        let whole = try await Exchange(pieces(of: text), spec(rows + held), format: "lines")
        #expect(whole.status == 8)
      }
    }
  }

  @Test("They are printed before the connection is lost")
  func lost() async throws {
    let requester = ScriptedRequester(#"{"a": [1, 2, 3"#, error: .cancelled)
    let result = try await Exchange(requester, spec("select: $.a[*]"), format: "lines")
    #expect(result.text == "1\n2\n" && result.failure != nil)
  }

  @Test("Half of a surrogate pair ends the rows where it is")
  func surrogates() async throws {
    let requester = pieces(of: #"{"a": ["b", "\ud83d", "c"]}"#)
    let result = try await Exchange(requester, spec("select: $.a[*]"), format: "raw")
    #expect(result.text == "b" && result.status == 8)
    #expect(result.failure?.report.contains("contains half of a surrogate pair") == true)
  }

  @Test("The last wanted one ends the reading")
  func limit() async throws {
    for text in [#"{"a": [1, 2, 3,"#, #"{"a": [1, 2, x"#, "{\"a\": [1, 2,"] {
      // Whoever asks for more gets an error.
      let requester = ScriptedRequester(text, error: .cancelled)
      let result = try await Exchange(requester, spec("select: $.a[*]\nlimit: 2"), format: "lines")
      #expect(result.text == "1\n2\n" && result.status == 0)
    }
  }

  @Test("The last wanted one must be printed, however it arrives")
  func unprintable() async throws {
    let text = #"[{"b": 1}, {"b": 1, "b": 2}, {"c": 3}]"#
    for requester in [pieces(of: text), ScriptedRequester(text)] {
      for rows in ["select: $[*]\nlimit: 2", "select: $.*\nlimit: 2"] {
        let result = try await Exchange(requester, spec(rows), format: "csv")
        #expect(result.text == "b\n1\n" && result.status == 8, "\(result)")
        #expect(result.failure?.report.contains("value 2 has the key 'b' twice") == true)
      }
    }
  }

  @Test("A document that ends with the last wanted one is read to its end", arguments: [1, 2])
  func end(_ limit: Int) async throws {
    var requester = ScriptedRequester(#"{"a": [1, 2]} "#)
    requester.pieces.append(Array("\n".utf8))
    let file = spec("select: $.a[*]\nlimit: \(limit)")
    let result = try await Exchange(requester, file, format: "lines")
    #expect(result.text == (limit == 1 ? "1\n" : "1\n2\n") && result.status == 0)
    // Only whoever asks for more gets the error.
    requester.error = .cancelled
    #expect(try await Exchange(requester, file).failure != nil)
  }

  @Test("Each has the full number of steps for regular expressions")
  func steps() async throws {
    let item = "\"" + String(repeating: "a", count: 250) + "\","
    let text = "[" + String(repeating: item, count: 8) + "\"b\"]"
    let select = "select: $[?search(@, 'a.*a.*x|b')]"
    let result = try await Exchange(ScriptedRequester(text), spec(select), format: "lines")
    #expect(result.text == "b\n" && result.status == 0)
    let rows = try await Exchange(
      ScriptedRequester(text), spec(select + "\nlimit: 9"), format: "lines")
    #expect(rows.text == "b\n" && rows.status == 0)
    let held = try await Exchange(
      ScriptedRequester(text), spec(select + "\nexpect:\n  body:\n    $: {exists: true}"),
      format: "lines")
    #expect(held.text.isEmpty && held.status == 8)
  }
}
