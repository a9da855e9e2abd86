import APICallBase
import TestWorlds
import Testing

@Suite("Expectations of paths that lead nowhere")
struct ExpectedPathsTests {
  /// The failed expectations of a path of a response, with their hints.
  private func failures(_ path: String, _ matchers: String, _ body: String) async throws -> String {
    let exchange = try await Exchange(
      ScriptedRequester(body),
      "host: https://a.example\nexpect:\n  body:\n    '\(path)': \(matchers)\n")
    guard let failure = exchange.failure else { return "" }
    let messages = failure.diagnostics.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }
    return "\(failure.status.rawValue): " + messages.joined(separator: "; ")
  }

  private static let quota = #"{"error": "quota"}"#
  private static let lost = "9: the response has nothing at $.items (the response has error)"

  @Test(
    "It fails whatever is expected of its values, unless nothing is",
    arguments: [
      ("$.items[*].id", "{each: {type: number}}", quota, lost),
      ("$.items[*].id", "{each: {not: 1}}", quota, lost),
      ("$.items[*].id", "{not: {contains: 1}}", quota, lost),
      ("$.items[*].id", "{exists: true}", quota, lost), ("$.items[*].id", "[]", quota, lost),
      ("$.items[*].id", "{length: {max: 9}}", quota, lost),
      ("$.items[*].id", "{exists: false}", quota, ""), ("$.items[*].id", "{length: 0}", quota, ""),
      ("$.items[*].id", "{empty: true}", quota, ""),
      ("$.items[*].id | default(list())", "{each: {type: number}}", quota, ""),
      ("$.items[*].id | default(list(\"x\"))", "{each: {type: number}}", quota, lost),
      ("$.items[*].id", "{each: {type: number}}", #"{"items": []}"#, ""),
      ("$.items[*].id", "{each: {type: number}}", #"{"items": null}"#, ""),
      (
        "$.items[*].id", "{length: {min: 1}, each: {type: number}}", #"{"items": []}"#,
        "9: the length of $.items[*].id is 0, which is less than 1"
      ),
      (
        "$.items[*].id", "{each: {type: number}}", #"{"items": [{"uid": 1}]}"#,
        "9: no value at $.items[*] has a member 'id' "
          + "(did you mean 'uid'? the first one has uid)"
      ),
      (
        "$.items", "{each: {type: number}}", quota, "9: $.items is missing (the response has error)"
      ),
      ("$.items", "{not: 1}", quota, ""), ("$.items | default(0)", "0", quota, ""),
    ])
  func paths(_ path: String, _ matchers: String, _ body: String, _ expected: String) async throws {
    let found = try await failures(path, matchers, body)
    #expect(path.hasSuffix("(\"x\"))") ? found.hasPrefix("9: ") : found == expected)
  }

  @Test(
    "A stream can be asked to reach its stop",
    arguments: [
      ("{\"n\":1}\n{\"end\":true}\n{\"n\":2}\n", "", 0), ("{\"n\":1}\n{\"n\":2}\n", "", 9),
      ("", "", 9), ("{\"n\":1}\n", "\nselect: $.n", 9),
      ("{\"n\":1}\n{\"n\":2}\n", "\nselect: $.n\nlimit: 1", 0),
      ("{\"n\":1}\n{\"n\":2}\n", "\noutputs: {n: $.n}", 9),
    ])
  func stop(_ body: String, _ rest: String, _ status: Int32) async throws {
    let exchange = try await Exchange(
      ScriptedRequester(body, type: "application/x-ndjson"),
      "host: https://a.example\nstop: {$.end: true}\nexpect: {stop: true}\(rest)\n",
      print: rest.contains("outputs") ? ["n"] : [])
    #expect(exchange.status == status)
    let message = exchange.failure?.diagnostics.first?.message
    #expect(
      message == (status == 0 ? nil : "the response ended before a value matched 'stop'"))
  }
}
