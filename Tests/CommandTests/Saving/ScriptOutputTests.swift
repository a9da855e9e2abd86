import TestServers
import Foundation
import Testing

@Suite("--output of a script")
struct ScriptOutputTests {
  private let folder: SavingFolder
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer.answering { request in
      let path = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
      let status = path == "/bad" ? "500 Internal Server Error" : "200 OK"
      let body = "{\"path\":\"\(path)\"}"
      return "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    folder = try SavingFolder(
      """
      inputs: {then: {default: good}, after: {default: good}}
      steps:
        iterations: {each: [a, b], call: {host: http://a.example, path: /<each>}}
        last: {call: {host: http://a.example, path: /<then>}}
      finally:
        end: {call: {host: http://a.example, path: /<after>}}
      outputs: {path: <last.body.path>}
      print: iterations

      """)
    try folder.write("old", "a", mode: 0o640)
  }

  @Test("It saves everything that is printed, and keeps the mode of the file that it replaces")
  func saves() throws {
    let run = try folder.run(server.url, "--output", "out/a")
    #expect(run.ending == .exit(0) && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
    #expect(
      folder.bytes("a") == Array("{\"path\":\"/a\"}\n{\"path\":\"/b\"}\n".utf8))
    #expect(try folder.mode("a") == 0o640 && folder.names == ["a"])
    let part = try folder.run(server.url, "-o", "out/b", "--print", "path")
    #expect(part.ending == .exit(0) && folder.bytes("b") == Array("/good\n".utf8))
    let table = try folder.run(server.url, "-o", "out/b", "--format", "csv")
    #expect(table.ending == .exit(0), "\(table.error)")
    #expect(folder.bytes("b") == Array("path\n/a\n/b\n".utf8))
  }

  @Test(
    "It leaves the file alone if anything fails, including the calls at the end",
    arguments: ["then=bad", "after=bad"])
  func fails(input: String) throws {
    for name in ["a", "new"] {
      let run = try folder.run(server.url, "-o", "out/\(name)", input)
      #expect(run.ending == .exit(5) && run.output.isEmpty)
      #expect(run.error.contains("answered 500 Internal Server Error"))
    }
    #expect(folder.bytes("a") == Array("old".utf8) && folder.names == ["a"])
  }

  @Test("It leaves nothing half-written if a signal ends it", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { request, connection in
      if request.hasPrefix("GET /good") {
        asked.signal()
        _ = connection.receive()
      }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8, isLast: true)
    }
    let child = try folder.start(server.url, "-o", "out/a")
    #expect(asked.waitsForSignal())
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    #expect(folder.bytes("a") == Array("old".utf8) && folder.names == ["a"])
  }

  @Test("It is refused if it needs the response of a single call")
  func refused() throws {
    let continued = try folder.run(server.url, "-o", "out/a", "--continue")
    #expect(continued.ending == .exit(64))
    #expect(
      continued.error == """
        apicall: --continue resumes the response of one call, but 'get.yaml' is a script
          hint: leave out --continue: a script always runs from its beginning

        """)
    for path in ["out", "out/", "none/"] {
      let run = try folder.run(server.url, "-o", path)
      #expect(run.ending == .exit(64))
      #expect(
        run.error == """
          apicall: --output: '\(path)' is a folder, but the output of a script has no name
            hint: name a file in it

          """)
    }
    let lost = try folder.run(server.url, "-o", "none/a")
    #expect(lost.ending == .exit(73) && lost.error.contains("its folder does not exist"))
    #expect(server.takeRequests().isEmpty)
  }
}
