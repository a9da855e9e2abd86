import TestServers
import Testing

@Suite("When requests are sent")
struct SentRequestsTests {
  @Test(
    "Nothing is sent if the file, an input or an option is wrong",
    arguments: [
      ["Tests/Fixtures/mistakes/six.yaml", "email=a@b", "page=1"],
      ["Tests/Fixtures/mistakes/not-yaml.yaml"],
      ["reqres/login", "email=a@b"],
      ["reqres/login", "email=a@b", "password=x", "extra=1"],
      ["reqres/user", "id=two"],
      ["reqres/users", "--print", "nothing"],
      ["reqres/users", "--format", "nothing"],
      ["reqres/users", "--requester", "nothing"],
      ["reqres/users", "--profile", "nothing"],
      ["reqres/users", "--requester", "fixture"],
      ["reqres/users", "reqres/user"],
    ])
  func nothing(arguments: [String]) throws {
    let server = try ScriptedServer { _, _ in }
    let program = try Place.program("apicall")
    let run = CommandRun(
      try ChildProcess([program, "run"] + arguments + ["--mock", server.url]))
    #expect(run.ending != .timeLimit)
    #expect(server.connections == 0)
  }

  @Test("show and check send nothing")
  func commands() throws {
    let server = try ScriptedServer { _, _ in }
    let host = ["--host", server.url]
    let program = try Place.program("apicall")
    let show = CommandRun(try ChildProcess([program, "show", "reqres/users"] + host))
    #expect(show.ending == .exit(0))
    #expect(try CommandRun("check").ending == .exit(0))
    #expect(server.connections == 0)
  }

  @Test("A valid call is sent once, and counted")
  func once() throws {
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
    }
    let run = try CommandRun("run", "reqres/users", "--mock", server.url, "--format", "raw")
    #expect(run.output == "{}")
    #expect(server.connections == 1)
  }
}
