import TestServers
import Foundation
import Testing

@Suite("Credentials from a netrc file")
struct NetrcTests {
  /// A home with a netrc file and a project that uses it.
  private struct Home {
    let path: String
    var file: String { "\(path)/.netrc" }

    init(_ text: String = "machine odd.example login ann password open-sesame\n") throws {
      path = "\(Place.scratch)/netrc-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: "\(path)/shop", withIntermediateDirectories: true)
      try "host: http://odd.example\npath: /echo\nauth: netrc\n"
        .write(toFile: "\(path)/shop/call.yaml", atomically: true, encoding: .utf8)
      try "host: http://odd.example\npath: /echo\n"
        .write(toFile: "\(path)/shop/plain.yaml", atomically: true, encoding: .utf8)
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try mode(0o600)
    }

    func mode(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }

    func run(_ arguments: String..., variables: [String: String] = [:]) throws -> CommandRun {
      try run(arguments, variables: variables)
    }

    func run(_ arguments: [String], variables: [String: String] = [:]) throws -> CommandRun {
      CommandRun(
        try ChildProcess(
          [Place.program("apicall")] + arguments, in: "\(path)/shop",
          environment: Surroundings.variables.merging(["HOME": path]) { $1 }
            .merging(variables) { $1 }))
    }
  }

  @Test("They are used if the user allows them or trusts the folder")
  func permission() throws {
    let home = try Home()
    let refused = try home.run("show", "call.yaml")
    #expect(refused.ending == .exit(77))
    #expect(refused.error.contains("'apicall trust .' lets files below that folder"))
    #expect(try home.run("show", "call.yaml", "--netrc").output.contains("Authorization: ***\n"))
    #expect(try home.run("show", "plain.yaml", "--netrc").output.contains("Authorization: ***\n"))
    #expect(!(try home.run("show", "plain.yaml").output.contains("Authorization")))
    let other = "\(home.path)/other"
    try FileManager.default.moveItem(atPath: home.file, toPath: other)
    let named = try home.run("show", "plain.yaml", "--netrc-file", "../other")
    #expect(named.output.contains("Authorization: ***\n"), "\(named)")
    try FileManager.default.moveItem(atPath: other, toPath: home.file)
    #expect(try home.run("trust").ending == .exit(0))
    #expect(try home.run("show", "call.yaml").output.contains("Authorization: ***\n"))
  }

  @Test("They are refused if others can read the file, and a pipe does not block")
  func modes() throws {
    let home = try Home()
    for mode in [0o640, 0o604, 0o620, 0o602, 0o644] {
      try home.mode(mode)
      let run = try home.run("show", "call.yaml", "--netrc")
      #expect(run.ending == .exit(77))
      #expect(run.error.contains("others may read '\(home.file)'"))
      #expect(run.error.contains("'chmod 600 \(home.file)'"))
    }
    try home.mode(0o400)
    #expect(try home.run("show", "call.yaml", "--netrc").ending == .exit(0))
    try FileManager.default.removeItem(atPath: home.file)
    #expect(try home.run("show", "call.yaml", "--netrc").ending == .exit(77))
    #expect(mkfifo(home.file, 0o600) == 0)
    let pipe = try home.run("show", "call.yaml", "--netrc")
    #expect(pipe.error.contains("'\(home.file)' is not a regular file"))
    #expect(pipe.ending == .exit(77))
  }

  @Test("They are sent to the host as the file has them, and never shown")
  func sent() throws {
    let server = try ScriptedServer.answering()
    let home = try Home("machine 127.0.0.1 login ann password open-sesame\n")
    let run = try home.run(
      "run", "plain.yaml", "--netrc", "--host", server.url, "-v", "--events", "events.json")
    #expect(run.ending == .exit(0))
    let sent = String(decoding: server.takeRequests().flatMap { $0 }, as: UTF8.self)
    #expect(sent.contains("\r\nAuthorization: Basic YW5uOm9wZW4tc2VzYW1l\r\n"))
    let events = try String(contentsOfFile: "\(home.path)/shop/events.json", encoding: .utf8)
    for text in [run.output, run.error, events] {
      #expect(!text.contains("open-sesame") && !text.contains("YW5uOm9wZW4tc2VzYW1l"))
    }
  }

  @Test("They come from the file in NETRC, and a mock server gets none")
  func place() throws {
    let home = try Home("machine elsewhere.example login a password b\n")
    let other = ["NETRC": "\(home.path)/other"]
    #expect(try home.run("show", "call.yaml", "--netrc", variables: other).ending == .exit(77))
    let missing = try home.run("show", "call.yaml", "--netrc")
    #expect(missing.error.contains("'\(home.file)' has no entry for 'odd.example'"))
    #expect(!missing.error.contains("elsewhere"))
    let mock = try home.run("run", "call.yaml", "--mock", try OddServer.shared.get().url)
    #expect(mock.ending == .exit(0))
    #expect(mock.output.contains("Authorization: Basic bW9jazptb2Nr"))
  }

  @Test("Without TLS, check and -v warn about them, except for this machine")
  func clearText() throws {
    let home = try Home()
    let check = try home.run("check", "call.yaml")
    #expect(
      check.error
        == "apicall: the credentials of auth 'netrc' (call.yaml:3) go to http://odd.example without"
        + " TLS: anyone between you and the server can read them\n")
    #expect(check.ending == .exit(0))
    for files in [["call.yaml"], ["call.yaml", "call.yaml"]] {
      let run = try home.run(["run", "--netrc", "-v", "--keep-going", "--fail", "dns"] + files)
      #expect(run.error.split(separator: "\n").count { $0.contains("without TLS") } == files.count)
    }
    try "host: http://127.0.0.1:1\nauth: netrc\n"
      .write(toFile: "\(home.path)/shop/here.yaml", atomically: true, encoding: .utf8)
    #expect(try home.run("check", "here.yaml").error.isEmpty)
  }
}
