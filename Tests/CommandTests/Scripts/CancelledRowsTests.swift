import Foundation
import Synchronization
import TestServers
import Testing

@Suite("Rows whose requests were sent when a loop ended", .serialized)
struct CancelledRowsTests {
  private let folder: SavingFolder
  private let server: ScriptedServer
  private let count: Count

  /// Starts a server that answers all rows but the first, for which the loop waits.
  init() throws {
    let count = Count()
    server = try ScriptedServer.answering { request in
      let path = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
      count.value.withLock { $0 += 1 }
      let missing = path == "/1" ? 1 : 0
      return "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        + "Content-Length: \(2 + missing)\r\n\r\nok"
    }
    self.count = count
    folder = try SavingFolder(
      """
      steps:
        sent:
          each: [1, 2, 3, 4]
          parallel: 4
          loop: {results: out/results, failures: out/failures}
          call: {url: "http://a.example/<each>", method: POST}
      print: null

      """)
    let trust = try ChildProcess([Place.program("apicall"), "trust", "."], in: folder.path)
    #expect(trust.wait() == .exit(0))
  }

  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test("Each has a line, and one without an outcome is among the failures")
  func interrupted() throws {
    let child = try folder.start(server.url)
    #expect(waits { count.value.withLock { $0 } == 4 })
    child.send(SIGINT)
    let run = CommandRun(child)
    #expect(run.ending == .signal(SIGINT), "\(run.error)")
    let results = folder.bytes("results").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = results.split(separator: "\n")
    try #require(lines.count == 4, "\(results)")
    let error = #""attempts":1,"error":"it was cancelled; the request may have taken effect"}"#
    #expect(lines[0].hasPrefix(#"{"row":1,"exit":130,"#) && lines[0].hasSuffix(error))
    for (index, line) in lines.enumerated() where index > 0 {
      #expect(
        line.hasPrefix(#"{"row":\#(index + 1),"exit":0,"status":200,"attempts":1,"value":"#)
          || line.hasPrefix(#"{"row":\#(index + 1),"exit":130,"#), "\(line)")
    }
    let failed = folder.bytes("failures").map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(failed.hasPrefix("[1"))
    #expect(failed.matches(of: /[0-9]/).count == lines.count { $0.contains(#""exit":130"#) })
  }
}
