import APICallBase
import APICallHTTP
import APICallReading
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Header fields that make a request conditional")
struct ConditionalFieldsTests {
  /// The condition of the request, or what is wrong with it.
  private func result(_ method: String, _ field: String, _ inputs: [String] = []) -> String {
    let spec = """
      host: a.example
      method: \(method)
      inputs: {tag: {required: false}, last: {type: object, required: false}}
      headers: {\(field)}
      """
    do {
      let names = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"]
      return try SpecText.call(spec, inputs).request.headers
        .filter { names.contains($0.name.lowercased()) }
        .map { "\($0.name): \($0.value.revealed)" }.joined(separator: ", ")
    } catch {
      return "\(error.status.rawValue): "
        + error.diagnostics.map { "\($0.message) (\($0.hint ?? ""))" }.joined()
    }
  }

  private static let hint =
    " (without its condition, the request would change whatever is there now)"

  @Test(
    "A request is not sent without the value of its condition",
    arguments: [
      ("PUT", "If-Match: <tag>", "65: 'If-Match' has no value" + hint),
      ("PUT", "if-match: ''", "65: 'if-match' has no value" + hint),
      (
        "GET", "If-Match: '  '",
        "65: 'If-Match' has no value (to send no condition, leave the field out of the file)"
      ),
      ("DELETE", "If-Match: <tag | default(\"\")>", "65: 'If-Match' has no value" + hint),
      ("PATCH", "If-Unmodified-Since: <tag>", "65: 'If-Unmodified-Since' has no value" + hint),
      ("PUT", "If-None-Match: <tag>", "65: 'If-None-Match' has no value" + hint),
      ("POST", "If-Modified-Since: <tag>", "65: 'If-Modified-Since' has no value" + hint),
      ("GET", "If-None-Match: <tag>", ""), ("HEAD", "If-None-Match: <tag | default(\"\")>", ""),
      ("GET", "If-Modified-Since: <tag>", ""), ("PUT", "If-None-Match: '*'", "If-None-Match: *"),
      ("PUT", "If-Match: '\"a\"'", "If-Match: \"a\""),
    ])
  func conditions(_ method: String, _ field: String, _ expected: String) {
    #expect(result(method, field) == expected)
  }

  @Test("A header option without a value does not remove the condition")
  func options() throws {
    for text in ["If-Match:", "if-match: ", "If-Match;"] {
      var overrides = Overrides()
      try overrides.addHeader(text)
      #expect(throws: Failure.self) {
        try SpecText.call("host: a.example\nmethod: PUT\n", overrides: overrides)
      }
    }
    var overrides = Overrides()
    try overrides.addHeader("If-None-Match:")
    let call = try SpecText.call("host: a.example\n", overrides: overrides)
    #expect(!call.request.headers.contains { $0.isNamed("If-None-Match") })
  }

  @Test("A missing member is not hinted away")
  func missing() {
    #expect(
      result("PUT", "If-Match: <last.etag>", [#"last={"tag": 1}"#])
        == "65: there is no 'etag' in the value of 'last', which is a map" + Self.hint)
  }
}
