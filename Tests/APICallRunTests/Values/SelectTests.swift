import TestWorlds
import Testing

@Suite("Selecting values from a response")
struct SelectTests {
  static let body =
    #"{"token": "a\nb", "n": 1.10, "items": [{"id": 1, "s": "x"}, {"id": 2.0, "s": "y"}], "no": []}"#
  static let rows = "{\"id\": 1}\n{\"name\": \"b\"}\n{\"id\": \"c\", \"name\": null}\n"

  private func spec(_ select: String, _ more: String = "") -> String {
    "host: https://a.example\noutputs: {id: \"$.items[0].id\"}\nselect: \"\(select)\"\n\(more)"
  }

  static let documents: [(String, String?, String)] = [
    // A single text without a format is printed unchanged, anything else as JSON.
    ("$.token", nil, "a\nb\n"), ("$.n", nil, "1.10\n"), ("$.items[0]", nil, one),
    ("$.token", "json", "\"a\\nb\"\n"), ("$.token", "raw", "a\nb"), ("$.n", "raw", "1.10"),
    ("$.items[0].id", "compact", "1\n"),
    // Other results are a stream: one list for a document format, one record each for the rest.
    ("$.items[*].id", nil, "[\n  1,\n  2.0\n]\n"), ("$.items[*].s", "lines", "x\ny\n"),
    ("$.items[*].s", "raw", "xy"), ("$.items[*].s", "compact", "[\"x\",\"y\"]\n"),
    ("$.items[*]", "ndjson", "{\"id\":1,\"s\":\"x\"}\n{\"id\":2.0,\"s\":\"y\"}\n"),
    ("$.items[?@.id == 2]", "csv", "id,s\n2.0,y\n"), ("$.items", "csv", "id,s\n1,x\n2.0,y\n"),
    ("$.no[*]", nil, "[]\n"), ("$.no[*]", "compact", "[]\n"), ("$.no[*]", "lines", ""),
    ("$.items[?search(@.s, 'x|z')].id", "lines", "1\n"), ("$..id", "lines", "1\n2.0\n"),
  ]
  private static let one = "{\n  \"id\": 1,\n  \"s\": \"x\"\n}\n"

  @Test("A document gives one value for a singular path, else all matches", arguments: documents)
  func document(_ path: String, _ format: String?, _ printed: String) async throws {
    let result = try await Exchange(ScriptedRequester(Self.body), spec(path), format: format)
    #expect(result.text == printed && result.status == 0)
  }

  static let streams: [(String, String?, String)] = [
    ("$.id", nil, "[\n  1,\n  \"c\"\n]\n"), ("$.id", "lines", "1\nc\n"), ("$.id", "raw", "1c"),
    ("$.*", "ndjson", "1\n\"b\"\n\"c\"\nnull\n"),
    ("$[?search(@, '[bc]')]", "compact", "[\"b\",\"c\"]\n"),
  ]

  @Test("A stream gives the matches of each value, in order", arguments: streams)
  func stream(_ path: String, _ format: String?, _ printed: String) async throws {
    var requester = ScriptedRequester(Self.rows, type: "application/x-ndjson")
    let result = try await Exchange(requester, spec(path), format: format)
    #expect(result.text == printed && result.status == 0)
    requester.pieces = Self.rows.utf8.map { [$0] }
    #expect(try await Exchange(requester, spec(path), format: format).text == printed)
  }

  @Test("Events, rows and YAML documents work alike")
  func kinds() async throws {
    let events = "data: {\"a\": [1]}\n\ndata: [DONE]\n\nevent: x\ndata: {\"a\": [2]}\n\n"
    let sse = ScriptedRequester(events, type: "text/event-stream")
    #expect(try await Exchange(sse, spec("$.json.a[0]"), format: "lines").text == "1\n2\n")
    #expect(try await Exchange(sse, spec("$.event"), format: "raw").text == "messagemessagex")
    let csv = ScriptedRequester("a,b\n1,2\n3,4\n", type: "text/csv")
    #expect(try await Exchange(csv, spec("$.b"), format: "lines").text == "2\n4\n")
    let yaml = ScriptedRequester("a: 1\n---\na: 2\n", type: "application/yaml")
    #expect(try await Exchange(yaml, spec("$.a"), format: "lines").text == "1\n2\n")
    let single = ScriptedRequester("a: 0x10\n", type: "application/yaml")
    #expect(try await Exchange(single, spec("$.a")).text == "16\n")
  }

  @Test("The file's format applies, and --print takes precedence over the file's select")
  func precedence() async throws {
    let requester = ScriptedRequester(Self.body)
    let spec = spec("$.items[*].s", "format: raw")
    #expect(try await Exchange(requester, spec).text == "xy")
    #expect(try await Exchange(requester, spec, print: ["id"]).text == "1\n")
  }

  @Test("An unexpected response prints nothing on standard output", arguments: [404, 503])
  func unexpected(_ status: Int) async throws {
    let result = try await Exchange(
      ScriptedRequester(status, #"{"token": "t"}"#), spec("$.token"), format: "json")
    #expect(result.output.isEmpty && result.status == (status == 404 ? 4 : 5))
    #expect(String(decoding: result.error, as: UTF8.self) == "{\"token\": \"t\"}\n")
  }

  @Test(
    "An empty body has no value, and an empty stream prints nothing",
    arguments: [("$.a", 8), ("$.*", 8)] as [(String, Int32)], [200, 204])
  func empty(_ row: (String, Int32), _ status: Int) async throws {
    let result = try await Exchange(ScriptedRequester(status), spec(row.0))
    #expect(result.output.isEmpty && result.status == row.1)
    let rows = try await Exchange(
      ScriptedRequester("", type: "application/x-ndjson"), spec(row.0), format: "lines")
    #expect(rows.output.isEmpty && rows.status == 0)
  }

  @Test("Values before an error in a stream are printed")
  func fault() async throws {
    let requester = ScriptedRequester("1\n2\n{\"a\" 3}\n4\n", type: "application/x-ndjson")
    let result = try await Exchange(requester, spec("$"), format: "lines")
    #expect(result.text == "1\n2\n" && result.status == 8)
    #expect(result.failure?.report.contains("3:6: unexpected `3`") == true)
    let cut = ScriptedRequester("1\n{\"a\": ", type: "application/x-ndjson")
    let rest = try await Exchange(cut, spec("$"), format: "lines")
    #expect(rest.text == "1\n" && rest.status == 8)
  }

  @Test("A path that matches more than the limit fails, and one that matches every value does not")
  func many() async throws {
    let body = "[" + String(repeating: "1,", count: 99_999) + "1]"
    let result = try await Exchange(ScriptedRequester(body), spec("$[*]"), format: "raw")
    #expect(result.output.count == 100_000 && result.status == 0)
    let all = try await Exchange(
      ScriptedRequester(body), spec("$[*,*,*,*,*,*,*,*,*,*,*,*,*,*,*]"), format: "raw")
    #expect(all.output.isEmpty && all.status == 8)
    #expect(all.failure?.report.contains("selects more than") == true)
  }
}
