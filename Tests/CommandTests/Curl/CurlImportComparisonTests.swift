import Foundation
import TestServers
import Testing

/// A recording server sees the same from curl and from the imported file, for commands of
/// Tests/Fixtures/curl without credentials and inputs.
///
/// `make/curl-corpus` compares all of them.
@Suite("Imported command lines and curl")
struct CurlImportComparisonTests {
  /// Commands of one line without variables and files, over HTTP without a scheme too.
  static let commands = ["options.sh", "search.sh", "web.sh", "ai.sh"].flatMap { file in
    ((try? Place.text("Tests/Fixtures/curl/\(file)")) ?? "").split(separator: "\n").map(String.init)
      .filter { line in
        line.hasPrefix("curl ") && line.count(where: { $0 == "'" }) % 2 == 0
          && ![
            "$", "@", "<<", "--next", "-T ", "--digest", "--request-target", "--proto", "\\u",
            "--json '{\"a\":'",
          ]
          .contains { line.contains($0) }
      }
  }

  @Test("A server receives the same from both")
  func same() throws {
    let server = try ScriptedServer.answering()
    var equal = 0
    for command in Self.commands {
      let plain = command.replacing("https://", with: "http://")
      let file = try Self.run(["apicall", "import", "curl", "-", "--all-headers"], input: plain)
      guard file.ending == .exit(0), !file.output.contains("inputs:"),
        !file.output.contains("<secret.")
      else { continue }
      let script = """
        curl() { command curl -q --silent --connect-to "::127.0.0.1:\(server.port)" "$@"; }
        \(plain)
        """
      _ = CommandRun(
        try ChildProcess(
          ["/bin/bash", "-c", script], in: Place.scratch, environment: Surroundings.variables))
      let expected = server.takeRequests()
      let call = try Self.run(
        ["apicall", "run", "/dev/stdin", "--connect-to", "::127.0.0.1:\(server.port)"],
        input: file.output)
      let received = server.takeRequests()
      guard expected.count == 1, received.count == 1 else {
        #expect(received.count == expected.count, "\(plain)\n\(call.error)")
        continue
      }
      if Self.isEqual(received[0], expected[0]) {
        equal += 1
      } else {
        Issue.record("\(plain)\n\(ReceivedRequest(received[0]))\n\(ReceivedRequest(expected[0]))")
      }
    }
    #expect(equal >= 40)
  }

  private static func run(_ words: [String], input: String) throws -> CommandRun {
    let program = try Place.program(words[0])
    let script =
      "\(program) \(words.dropFirst().map { "'\($0)'" }.joined(separator: " ")) <<'END'\n\(input)\nEND"
    return CommandRun(
      try ChildProcess(
        ["/bin/sh", "-c", script], in: Place.package, environment: Surroundings.variables))
  }

  /// Whether requests are equal; JSON may differ in white space, and a form in its escapes.
  private static func isEqual(_ one: [UInt8], _ two: [UInt8]) -> Bool {
    var (one, two) = (ReceivedRequest(one), ReceivedRequest(two))
    func normal(_ request: inout ReceivedRequest) {
      request.fields = request.fields.map { $0.replacing(": ", with: ":") }
      request.fields.removeAll { $0.hasPrefix("content-length:") }
      request.body = request.body.filter { !" +\n".utf8.contains($0) }
      let text = String(decoding: request.body, as: UTF8.self)
      request.body = Array((text.removingPercentEncoding ?? text).replacing(" ", with: "").utf8)
    }
    normal(&one)
    normal(&two)
    return one == two
  }
}
