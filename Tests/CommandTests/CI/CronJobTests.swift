import Foundation
import TestServers
import Testing

/// The job in examples/ci/cron.sh, run as cron runs it.
@Suite("A job of cron")
struct CronJobTests {
  private let reports = "\(Place.scratch)/reports-\(UUID().uuidString)"

  /// Runs the job.
  ///
  /// - Parameters:
  ///   - arguments: the arguments of the script.
  ///   - project: the folder of the project.
  ///   - limit: the time limit in seconds.
  ///   - lock: a lock that is held meanwhile.
  /// - Returns: its output and exit status.
  /// - Throws: a ``SetupError`` if it cannot be started.
  private func run(
    _ arguments: String..., in project: String = "\(Place.package)/examples/scripts",
    limit: String = "600", lock: String? = nil
  ) throws -> CommandRun {
    let environment = [
      "HOME": Place.scratch, "PATH": "\(Place.programs):/usr/bin:/bin", "PROJECT": project,
      "REPORTS": reports, "LIMIT": limit,
    ]
    let holder = lock.map { ["/usr/bin/flock", "\(reports)/\($0)"] } ?? []
    let script = ["/bin/sh", "\(Place.package)/examples/ci/cron.sh"]
    return CommandRun(
      try ChildProcess(holder + script + arguments, in: "/", environment: environment))
  }

  /// The reports that were kept.
  private var kept: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: reports)
    return (names ?? []).filter { $0.hasSuffix(".html") }.sorted()
  }

  @Test("The smoke test prints nothing if it passes, and what failed otherwise")
  func smoke() throws {
    let url = try ServeProcess.shop.get().url
    #expect(
      try run("smoke", "--mock", url) == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(kept == ["smoke.html"])
    let failed = try run("smoke", "--mock", url, "sku=NONE")
    let message = """
      smoke: exit status 4
      {"error":"no product has this number"}
      smoke-test.yaml:12:22: error: POST https://shop.example.com/api/baskets/b-81/items (sent to \
      \(url)) answered 404 Not Found, not 201
        12 |     expect: {status: 201}
           |                      ^^^
      smoke-test.yaml:9:3: note: in the step 'item'
        9 |   item:
          |   ^^^^

      """
    #expect(failed == CommandRun(ending: .exit(4), output: message, error: ""))
    #expect(kept == ["smoke.failed.html", "smoke.html"])
  }

  @Test("Only one run of a job is in progress")
  func lock() throws {
    try FileManager.default.createDirectory(
      atPath: reports, withIntermediateDirectories: true)
    let url = try ServeProcess.shop.get().url
    let second = try run("smoke", "--mock", url, lock: "smoke.lock")
    #expect(
      second
        == CommandRun(
          ending: .exit(75), output: "", error: "cron.sh: another 'smoke' is still running\n"))
    #expect(try run("smoke", "--mock", url, lock: "drift.lock").ending == .exit(0))
  }

  @Test("A run that takes too long is stopped; it cleans up, and its report is kept")
  func limit() throws {
    let server = try ScriptedServer { request, connection in
      if request.hasPrefix("POST /api/baskets ") {
        connection.send(
          response("201 Created", #"{"id":"b-1"}"#, headers: ["Connection: close"]).utf8)
      } else if request.hasPrefix("DELETE ") {
        connection.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
      } else {
        _ = connection.receiveAll()
      }
    }
    let run = try run("smoke", "--mock", server.url, limit: "3")
    #expect(run.ending == .exit(124))
    #expect(run.output.hasPrefix("smoke: stopped after 3 seconds\n"))
    #expect(run.error.isEmpty)
    #expect(kept == ["smoke.failed.html"])
    // The signal may end a call that has connected and has sent nothing.
    let paths = server.requests.filter { !$0.isEmpty }.map { request in
      request.split(separator: " ").prefix(2).joined(separator: " ")
    }
    #expect(
      paths == ["POST /api/baskets", "POST /api/baskets/b-1/items", "DELETE /api/baskets/b-1"])
  }

  @Test("Drift is reported with the member that changed")
  func drift() throws {
    let server = try ScriptedServer.answering { request in
      response(String(decoding: request, as: UTF8.self).contains("/a") ? "{}" : #"{"open":1}"#)
    }
    func project(_ path: String) throws -> RecordingFolder {
      let example = #"examples: {one: {with: {}, response: {json: {"open": 2}}}}"#
      return try RecordingFolder(
        ["status.yaml": "host: <host>\npath: /\(path)\n\(example)\n"], at: server.url)
    }
    #expect(
      try run("drift", in: project("b").path)
        == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(kept == ["drift.html"])
    let failed = try run("drift", in: project("a").path)
    #expect(failed.ending == .exit(9))
    #expect(failed.output.hasPrefix("drift: exit status 9\nFAIL status.yaml::one\n"))
    #expect(failed.output.contains("$.open is missing; it was a number\n"))
    #expect(kept == ["drift.failed.html", "drift.html"])
  }

  @Test("Another job is an error, and the script is listed")
  func usage() throws {
    let message = "usage: cron.sh smoke|drift [option of apicall]...\n"
    for arguments in [[], ["test"]] {
      let run = try arguments.isEmpty ? run() : run(arguments[0])
      #expect(run == CommandRun(ending: .exit(64), output: "", error: message))
    }
    #expect(try Place.text("examples/ci/README.md").contains("(cron.sh)"))
  }
}
