import APICallBase
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun
import TestWorlds
import Testing

@Suite("Values of a document of which only a part is held")
struct LongDocumentTests {
  /// Rows of 2 MiB, which no output reads.
  private static let rows = Array(
    repeating: #"{"id": 1, "names": ["a", "ü\u00fc"], "at": {"y": 1.50}}"#, count: 40_000
  ).joined(separator: ",\n")
  private static let document =
    #"{"first": {"id":  10, "Name": "x"}, "rows": [\#(rows)], "meta": {"total": 1.10, "next": "n",\#n"#
    + #" "all": [{"k": 1}, {"k":  [2 , 3]}, {}]}}"#

  static let files: [(spec: String, parts: [String])] = [
    ("select: $.meta.total", []), ("select: $.meta.all[1].k", []), ("select: $.meta.next", []),
    ("select: $['first', 'meta'].total", []), ("select: $.meta.totl", []),
    ("select: $.first.name", []), ("select: $.meta.all[3]", []), ("select: $.meta.next.x", []),
    ("select: $.meta.all[-1]", []), ("select: $..total", []), ("select: $.first\nformat: raw", []),
    ("outputs: {a: $.meta.total, b: $.first}", ["a", "b"]),
    ("outputs: {a: '$.meta.all[*].k', b: '$.rows[39999].at'}", ["b", "a", "status"]),
    ("outputs: {a: $.meta.totl, b: $.mta, c: {from: $.first.x, default: 0}}", ["a", "b", "c"]),
    ("outputs: {a: {from: $.first.Name, regex: '^(.)'}}", ["a"]),
    ("expect: {body: {$.meta.total: 1.1}}\noutputs: {a: $.first.id}", ["a"]),
    (
      "expect: {body: {$.meta.total: 2, $.first.id: {min: 20}}}\noutputs: {a: $.first.id}", ["a"]
    ),
    ("expect: {body: {$.meta.totl: 2}}\noutputs: {a: {from: $.first.id, secret: true}}", ["a"]),
    (
      "stop: {$.meta.total: 1.1}\nexpect: {stop: true, body: {$.first.id: 10}}\n"
        + "outputs: {a: $.first.id}", ["a"]
    ),
    ("expect: {body: {$.meta.all: {length: 4}}}\nselect: $.meta.total", []),
    ("expect: {body: {'$.meta.all[*].k': {length: 2}}}\nselect: $.meta.total", []),
  ]

  @Test("They are those of a document that is held whole", arguments: files)
  func same(_ spec: String, _ parts: [String]) async throws {
    // The path $ needs all of it.
    let text = "host: https://a.example\n\(spec)\n"
    let added = ", $: {exists: true}"
    let whole =
      spec.contains("expect:")
      ? text.replacing("}}\n", with: added + "}}\n", maxReplacements: 1)
      : text + "expect: {body: {$: {exists: true}}}\n"
    for document in [Self.document, Self.document + "x", String(Self.document.dropLast())] {
      var requester = ScriptedRequester(document)
      let bytes = Array(document.utf8)
      requester.pieces = stride(from: 0, to: bytes.count, by: 50_000).map { start in
        Array(bytes[start..<min(start + 50_000, bytes.count)])
      }
      let excerpt = try await Exchange(requester, text, print: parts)
      let held = try await Exchange(requester, whole, print: parts)
      #expect("\(excerpt)" == "\(held)".replacing(added, with: ""))
    }
  }

  @Test("Nothing of a broken one is printed, also if later steps use an output")
  func broken() async throws {
    let spec = "host: https://a.example\nselect: $.first.Name\noutputs: {total: $.meta.total}"
    let call = try SpecText.call(spec)
    var demand = ResponseDemand()
    demand.outputs = ["total"]
    let output = BufferSink()
    let text = Self.document + "x"
    var failure: Failure?
    do {
      try await Pipeline.run(
        call, with: ScriptedRequester(text), in: .fixed(),
        rules: OutputRules(
          OutputRequest(of: call.endpoint, format: nil, parts: []),
          in: OutputContext(isTerminal: false)),
        streams: OutputStreams(output: output, error: output), using: demand)
    } catch { failure = error }
    #expect(output.bytes.isEmpty && failure?.status == .decoding)
    let column = " \"all\": [{\"k\": 1}, {\"k\":  [2 , 3]}, {}]}}".count + 1
    let words = "40001:\(column): unexpected `x`"
    #expect(failure?.report.contains(words) == true, "\(failure?.report ?? "")")
  }
}
