import APICallBase
import TestWorlds
import Testing

@Suite("The text of a body in scripts")
struct ReceivedTextTests {
  private func result(
    _ step: String, _ body: String, type: String = "text/plain", decode: String = ""
  ) async throws -> String {
    let script = """
      format: lines
      steps:
        page: {call: {url: 'https://a.example/page'\(decode)}}
        made: \(step)

      """
    var files = MemoryFiles()
    files.add(SpecText.name, script)
    let trial = try await ScriptTrial(
      files, answers: ["/page": [ScriptedRequester(body, type: type)]])
    let output = trial.output.split(separator: "\n").joined(separator: " ")
    guard let failure = trial.failure else { return output }
    return "\(failure.status.rawValue): \(failure.diagnostics[0].message)"
  }

  private static let list = #"{"list": [{"n": 1}, {"n": 2}]}"#

  @Test(
    "JSON that is labelled as text is JSON for paths, lists and filters of lists",
    arguments: [
      ("{of: '<page.body.list[1].n>'}", list, "2"),
      ("{of: <page.body | keys | first>}", list, "list"),
      (#"{of: '<page.body | find("$.list[*].n") | sum>'}"#, list, "3"),
      ("{of: <page.body>, select: '$.list[*].n'}", list, "1 2"),
      ("{each: <page.body.list>, of: <each.n>}", list, "1 2"),
      ("{each: <page.body>, of: <each>}", "[3, 4]", "3 4"),
      ("{of: <page.body | length>}", "[3, 4]", "2"), ("{of: <page.body>}", "[3]", "[3]"),
      (#"{of: '<page.body | contains("4")>'}"#, "[3, 4]", "true"),
      ("{of: '<page.body | default(list()) | length>'}", "[3, 4]", "2"),
      (
        "{of: <page.body.list>}", "[1",
        "8: there is no 'list' in the value of 'page.body', which is text"
      ),
    ])
  func labelled(_ step: String, _ body: String, _ expected: String) async throws {
    for type in ["text/plain", "text/html", "application/x-unknown"] {
      #expect(try await result(step, body, type: type) == expected, "\(type)")
    }
  }

  @Test("Digests and encodings are made of the bytes as they were received")
  func bytes() async throws {
    let step = "{of: '<page.body> <page.body | hex> <page.body | length>'}"
    #expect(try await result(step, "\u{feff}é") == "é efbbbfc3a9 1")
    #expect(try await result(step, "é") == "é c3a9 1")
    #expect(
      try await result("{of: <page.body | upper | hex>}", "\u{feff}a") == "41")
  }

  @Test("Rows are made of text only if the file names its decoder")
  func rows() async throws {
    let step = "{of: <page.body>, shape: <it | length>}"
    #expect(
      try await result(step, "no rows")
        == "8: rows cannot be made of the text of a response that no 'decode' names")
    #expect(try await result(step, "no rows", decode: ", decode: text") == "7")
    #expect(try await result("{of: <page.body | lines>, select: '$[*]'}", "a\nb") == "a b")
  }

  @Test("A computed value misses what a response does not have")
  func missing() async throws {
    let body = #"{"error": "quota"}"#
    let type = "application/json"
    #expect(
      try await result("{of: '<if(page.body.sum == 1, 1, 2)>'}", body, type: type)
        == "8: there is no 'sum' in the value of 'page.body', which is a map")
    #expect(
      try await result("{of: '<if(page.body.sum == null, 1, 2)>'}", body, type: type) == "1")
    #expect(
      try await result("{of: '<if((page.body.sum | default(0)) == 1, 1, 2)>'}", body, type: type)
        == "2")
  }

  @Test("A key that occurs twice is an error if its last value is null, too")
  func twice() async throws {
    let body = #"{"list": [1], "list": null}"#
    #expect(
      try await result("{each: <page.body.list>, of: <each>}", body, type: "application/json")
        == "8: the key 'list' occurs twice in the value of 'page.body'")
  }
}
