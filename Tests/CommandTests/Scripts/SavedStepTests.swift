import TestServers
import Foundation
import Testing

@Suite("Steps that save their responses")
struct SavedStepTests {
  private let folder: SavingFolder
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer.answering { request in
      let path = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
      let status = path.hasSuffix("bad") ? "500 Internal Server Error" : "200 OK"
      let body = path == "/list" ? "[\"a\",\"b\",\"c\"]" : "bytes of \(path)\n"
      let type = path == "/list" ? "application/json" : "image/png"
      return "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    folder = try SavingFolder(
      """
      inputs: {to: {default: out}, more: {type: array, default: []}}
      steps:
        list: {call: {url: "http://a.example/list"}}
        files:
          each: <list.body>
          parallel: 3
          call: {url: "http://a.example/<each>"}
          save: "<to>/<each>.png"
        others:
          each: <more>
          call: {url: "http://a.example/<each>"}
          save: "<to>/<each>"

      """)
    let trust = try ChildProcess([Place.program("apicall"), "trust", "."], in: folder.path)
    #expect(trust.wait() == .exit(0))
  }

  private func text(_ name: String) -> String? {
    folder.bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("They write a file for each iteration, replacing older ones, and print nothing")
  func saves() throws {
    try folder.write("old", "b.png", mode: 0o640)
    let run = try folder.run(server.url)
    #expect(run == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(folder.names == ["a.png", "b.png", "c.png"])
    for name in ["a", "b", "c"] { #expect(text("\(name).png") == "bytes of /\(name)\n") }
    #expect(try folder.mode("b.png") == 0o640)
  }

  @Test("They leave the file alone if a response fails its expectation")
  func fails() throws {
    try folder.write("old", "bad")
    let run = try folder.run(server.url, "more:=[\"x\",\"bad\",\"y\"]")
    #expect(run.ending == .exit(5))
    #expect(run.error.contains("bytes of /bad") && run.output.isEmpty)
    #expect(text("bad") == "old" && text("x") == "bytes of /x\n")
    #expect(folder.names == ["a.png", "b.png", "bad", "c.png", "x"])
  }

  @Test("Their folders must exist before anything is sent")
  func folders() throws {
    let lost = try folder.run(server.url, "to=out/none")
    #expect(lost.ending == .exit(73))
    #expect(
      lost.error == """
        get.yaml:8:11: error: the step 'files' saves to 'out/none', which is not an existing folder
          8 |     save: "<to>/<each>.png"
            |           ^^^^^^^^^^^^^^^^^
          hint: create it with 'mkdir -p out/none'; nothing was sent

        """)
    #expect(server.takeRequests().isEmpty)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/out/x", withIntermediateDirectories: true)
    let taken = try folder.run(server.url, "more:=[\"x\"]")
    #expect(taken.ending == .exit(73))
    #expect(taken.error.contains("cannot save to 'out/x': it is a folder"))
  }

  @Test("They leave nothing half-written if a signal ends them", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { request, connection in
      if request.hasPrefix("GET /list") {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n"
        connection.send("\(head)\r\n[\"a\"]".utf8, isLast: true)
      } else {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".utf8)
        asked.signal()
        _ = connection.receive()
      }
    }
    try folder.write("old", "a.png")
    let child = try folder.start(server.url)
    #expect(asked.waitsForSignal())
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    #expect(text("a.png") == "old" && folder.names == ["a.png"])
  }

  @Test("They are shown with their files, and are not in an envelope")
  func shown() throws {
    let show = CommandRun(
      try ChildProcess([Place.program("apicall"), "show", "get.yaml"], in: folder.path))
    #expect(show.output.contains("saved as <to>/<each>.png\n"), "\(show.output)")
    let envelope = try folder.run(server.url, "--envelope")
    #expect(envelope.ending == .exit(64))
    #expect(envelope.error.contains("--envelope prints the responses, but 'get.yaml' saves them"))
    #expect(server.takeRequests().isEmpty)
  }
}
