import TestServers
import Glibc
import Testing

@Suite("Start and end of the mock server")
struct ServeLifeTests {
  @Test("Its first line names its files and its URL")
  func firstLine() throws {
    let server = try ServeProcess.shared.get()
    #expect(server.announcement == "serving 18 endpoints on http://127.0.0.1:\(server.port)")
    #expect(server.port > 0)
  }

  @Test(
    "apicall serve becomes the server, and it ends at once on a signal",
    arguments: [SIGTERM, SIGINT]
  )
  func ends(signal: Int32) throws {
    let child = try ChildProcess([
      Place.program("apicall"), "serve", "endpoints/hibp/breaches.yaml",
    ])
    let line = try ServeProcess.firstLine(of: child)
    #expect(line.hasPrefix("serving 1 endpoint on http://127.0.0.1:"))
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    #expect(child.error == [])
  }

  @Test("A file that extends one of another folder is served, if that folder is named")
  func fileRoot() throws {
    let words = [
      try Place.program("apicall"), "serve", "Tests/Fixtures/layers/outside.yaml", "--file-root",
    ]
    let child = try ChildProcess(words + ["Tests/Fixtures/project"])
    let line = try ServeProcess.firstLine(of: child)
    child.send(SIGTERM)
    #expect(line.hasPrefix("serving 1 endpoint on http://127.0.0.1:"))
    _ = child.wait()
    let other = CommandRun(try ChildProcess(words + ["endpoints"]))
    #expect(other.ending == .exit(65))
    #expect(other.error.contains("is outside "))
  }

  @Test("A port in use by another server is reported at once")
  func portInUse() throws {
    let taken = try LoopbackSocket.bound(listens: true)
    let child = try ChildProcess([
      Place.program("apicall-serve"), "endpoints", "--port", "\(taken.port)",
    ])
    let run = CommandRun(child)
    let message = """
      apicall: cannot listen on 127.0.0.1:\(taken.port): address already in use
        hint: another server may be using the port; without --port a free one is picked

      """
    #expect(run == CommandRun(ending: .exit(69), output: "", error: message))
  }

  @Test("More connections than the system allows do not end it")
  func crowd() throws {
    let child = try ChildProcess([
      "/bin/sh", "-c", #"ulimit -n 32; exec "$0" endpoints"#, Place.program("apicall-serve"),
    ])
    let line = try ServeProcess.firstLine(of: child)
    let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    do {
      let crowd = try (0..<60).map { _ in try LoopbackSocket.connected(to: port) }
      for socket in crowd { socket.send("GET / HTTP/1.0\r\n\r\n".utf8) }
      // The first ones get a response, and make room for the last.
      for socket in crowd { #expect(socket.receive().starts(with: "HTTP/1.1 404 ".utf8)) }
    }
    child.send(SIGTERM)
    let ending = child.wait()
    // A server that has crashed says why.
    #expect(ending == .signal(SIGTERM), "\(String(decoding: child.error, as: UTF8.self))")
  }

  @Test("A file with errors is not served")
  func brokenFile() throws {
    let run = CommandRun(
      try ChildProcess([Place.program("apicall-serve"), "Tests/Fixtures/project/endpoints"]))
    #expect(run.ending == .exit(65))
    #expect(run.output == "")
    #expect(run.error.contains("typo.yaml:3:1: error: unknown field 'inptus'"))
  }
}
