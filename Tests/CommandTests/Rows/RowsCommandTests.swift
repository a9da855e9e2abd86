import Foundation
import Glibc
import Synchronization
import TestServers
import Testing

/// `--rows`, `--results`, `--resume` and `apicall results`.
@Suite("Rows on the command line")
struct RowsCommandTests {
  let folder: String
  let server: ScriptedServer
  let paths: Paths

  final class Paths: Sendable {
    let value = Mutex<[String]>([])
    /// The statuses of the next responses to some paths.
    let statuses = Mutex<[String: Int]>([:])
    /// Paths that wait before they are answered, in milliseconds.
    let slow = Mutex<Int>(0)

    func count(_ path: String) -> Int { value.withLock { all in all.count { $0 == path } } }
  }

  init() throws {
    folder = "\(Place.scratch)/rows-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let paths = Paths()
    server = try ScriptedServer.answering { request in
      let path = String(String(decoding: request, as: UTF8.self).split(separator: " ")[1])
      paths.value.withLock { $0.append(path) }
      let wait = paths.slow.withLock { $0 }
      if wait > 0 { usleep(UInt32(wait) * 1000) }
      let status = paths.statuses.withLock { $0.removeValue(forKey: path) } ?? 200
      let body = #"{"path":"\#(path)"}"#
      return "HTTP/1.1 \(status) Any\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    self.paths = paths
    try write(
      """
      url: http://a.example/<id>
      inputs: {id: {type: integer}, more: {default: none}}
      headers: {X-More: <more>}
      outputs: {path: $.path}

      """, "get.yaml")
    try write(
      """
      url: http://a.example/<id>
      method: POST
      inputs: {id: {type: integer}}
      json: {id: <id>}
      outputs: {path: $.path}

      """, "post.yaml")
    try write((1...5).map { "{\"id\":\($0)}\n" }.joined(), "rows.ndjson")
  }

  func write(_ text: String, _ name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }

  func files(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(prefix) }
      .sorted()
  }

  func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall")] + arguments, in: folder,
      environment: Surroundings.variables.merging(["HOME": folder]) { $1 })
  }

  func apicall(_ arguments: String...) throws -> CommandRun {
    CommandRun(try start(arguments))
  }

  func run(_ file: String = "get.yaml", _ arguments: String...) throws -> CommandRun {
    CommandRun(
      try start(["run", file, "--rows", "rows.ndjson", "--mock", server.url] + arguments))
  }

  func failed(_ arguments: String...) throws -> String {
    let run = CommandRun(try start(["run"] + arguments))
    #expect(run.output == "")
    return "\(run.ending)\n\(run.error)"
  }

  @Test("Each row has a line, in a file of the user alone, and a finished run sends nothing more")
  func finishes() throws {
    let first = try run("get.yaml", "--results", "out.ndjson", "--row-key", "id", "more=1")
    #expect(first == CommandRun(ending: .exit(0), output: "", error: ""))
    let lines = text("out.ndjson").split(separator: "\n")
    try #require(lines.count == 7)
    #expect(
      lines[0].hasPrefix(#"{"apicall_results":1,"file":"get.yaml","rows":"rows.ndjson","job":""#))
    #expect(
      lines[2].wholeMatch(
        of:
          /\{"row":2,"at":9,"hash":"[0-9a-f]{8}","exit":0,"ms":\d+,"time":"[^"]{20}","line":2,"key":"2","status":200,"attempts":1,"value":\{"path":"\/2"\}\}/
      ) != nil, "\(lines[2])")
    var information = stat()
    #expect(stat("\(folder)/out.ndjson", &information) == 0 && information.st_mode & 0o777 == 0o600)
    let again = try run("get.yaml", "--results", "out.ndjson", "--row-key", "id", "more=1")
    #expect(again.ending == .exit(73))
    #expect(
      again.error
        == "apicall: there are results of an earlier run in 'out.ndjson'\n  hint: --resume continues "
        + "them; to begin again, remove them or name another file\n")
    #expect(
      try run("get.yaml", "--results", "out.ndjson", "--row-key", "id", "more=1", "--resume")
        == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(paths.value.withLock { $0.count } == 5)
  }

  @Test("What may pass is left, and made by the next run; what is final is not")
  func resumes() throws {
    paths.statuses.withLock { $0 = ["/2": 503, "/4": 404] }
    let first = try run("get.yaml", "--results", "out.ndjson")
    #expect(first.ending == .exit(75))
    #expect(
      first.error.hasSuffix(
        "apicall: 1 of 5 rows is left, and 4 are done\n  hint: --resume continues with them\n"),
      "\(first.error)")
    #expect(try files("out.ndjson.part-").count == 1 && text("out.ndjson") == "")
    let sums = try apicall("results", "out.ndjson")
    #expect(sums.ending == .exit(75))
    #expect(
      sums.output.hasPrefix(
        """
        rows          4 done, 3 good, 1 failed
        left          1 failed in a way that may pass
        not finished  out.ndjson
        failed        1 with exit 4, status 404: GET http://a.example/4 (sent to
        """), "\(sums.output)")
    let second = try run("get.yaml", "--results", "out.ndjson", "--resume")
    #expect(second.ending == .exit(10))
    #expect(
      second.error
        == "apicall: 1 of 5 rows failed\n  hint: 'apicall results out.ndjson' counts them by status\n"
    )
    #expect(try files("out.ndjson") == ["out.ndjson"])
    #expect(paths.value.withLock { $0.count } == 6 && paths.count("/2") == 2)
    let third = try run("get.yaml", "--results", "out.ndjson", "--resume", "--exit-final", "0")
    #expect(
      third.ending == .exit(0) && third.error.hasPrefix("apicall: warning: 1 of 5 rows failed\n"))
  }

  @Test("A POST of which it is not known whether it took effect is repeated only if that is wanted")
  func unknown() throws {
    paths.statuses.withLock { $0 = ["/3": 500, "/4": 429] }
    let first = try run("post.yaml", "--results", "out.ndjson")
    #expect(first.ending == .exit(75))
    let warning =
      "apicall: warning: the request of row 3 may have taken effect; it is not repeated\n"
      + "  hint: find out at the server; --unknown repeat sends it again\n"
    let end =
      "apicall: 1 of 5 rows may have taken effect or not\n"
      + "  hint: 'apicall results out.ndjson' counts them by status\n"
    let second = try run("post.yaml", "--results", "out.ndjson", "--resume")
    #expect(second == CommandRun(ending: .exit(10), output: "", error: warning + end))
    #expect(paths.count("/3") == 1 && paths.count("/4") == 2)
    let third = try run("post.yaml", "--results", "out.ndjson", "--resume")
    #expect(third == second)
    let listed = try apicall("results", "out.ndjson", "--format", "csv").output
      .split(separator: "\n")
    #expect(listed.count == 6 && listed[3].hasPrefix("3,18,,,,,,"))
    #expect(listed[3].hasSuffix(",unknown: the request may have taken effect"))
    let fourth = try run("post.yaml", "--results", "out.ndjson", "--resume", "--unknown", "repeat")
    #expect(fourth == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(paths.count("/3") == 2 && paths.value.withLock { $0.count } == 7)
    #expect(try files("out.ndjson") == ["out.ndjson"])
  }

  @Test("Changed rows, a changed file and results of another one are errors, and nothing is lost")
  func changes() throws {
    paths.statuses.withLock { $0 = ["/2": 503] }
    #expect(try run("get.yaml", "--results", "out.ndjson").ending == .exit(75))
    let left = text(try #require(files("out.ndjson").first))
    func errors(_ file: String, _ resume: String = "--resume") throws -> String {
      let run = try run(file, "--results", "out.ndjson", resume)
      #expect(run.ending == .exit(65))
      return String(run.error.split(separator: "\n")[0])
    }
    #expect(try errors("post.yaml") == "apicall: 'out.ndjson' has the results of 'get.yaml'")
    try write(text("get.yaml").replacing("none", with: "other"), "get.yaml")
    #expect(
      try errors("get.yaml")
        == "apicall: 'get.yaml', or the inputs or options of the run, have changed since 'out.ndjson' "
        + "was begun")
    let rows = text("rows.ndjson")
    try write(rows.replacing("5", with: "6"), "rows.ndjson")
    #expect(
      try errors("get.yaml", "--resume=changed")
        == "apicall: rows 1 to 5 of 'rows.ndjson' have changed since 'out.ndjson' was begun")
    try write(String(rows.prefix(18)), "rows.ndjson")
    #expect(
      try errors("get.yaml", "--resume=changed")
        == "apicall: rows 3 to 5 of 'rows.ndjson' have changed since 'out.ndjson' was begun")
    try write(rows, "rows.ndjson")
    let kept = text(try #require(files("out.ndjson").first)).split(separator: "\n").dropFirst()
    #expect(kept.allSatisfy { left.contains($0) } && kept.count == 4)
    #expect(try run("get.yaml", "--results", "out.ndjson", "--resume=changed").ending == .exit(0))
    #expect(paths.value.withLock { $0.count } == 6)
  }

  @Test(
    "Only a key that is made of the row lets a request be repeated",
    arguments: [
      ("call: keyed.yaml, with: {id: <each.id>, key: 'k-<each.id>'}", true),
      ("call: keyed.yaml, with: {id: <each.id>, key: <uuid()>}", false),
      ("call: keyed.yaml, with: {id: <each.id>, key: '<nonce>-<each.id>'}", false),
      ("call: keyed.yaml, with: {id: <each.id>, key: <first.value>}", false),
      ("call: keyed.yaml, with: {id: <each.id>, key: '1'}", true),
      ("call: fixed.yaml, with: {id: <each.id>}", false),
      (
        "call: {url: 'http://a.example/<each.id>', method: POST, headers: {Idempotency-Key: "
          + "'<run>-<each.id>'}}", true
      ),
    ])
  func keys(_ step: String, _ isRepeated: Bool) throws {
    let call = "url: http://a.example/<id>\nmethod: POST\ninputs: {id: {}, key: {default: '-'}}\n"
    try write(call + "headers: {Idempotency-Key: <key>}\n", "keyed.yaml")
    try write(call + "headers: {Idempotency-Key: fixed}\n", "fixed.yaml")
    try write(
      """
      inputs: {run: {default: '7'}}
      let: {nonce: <uuid()>}
      steps:
        first: {of: <uuid()>}
        pay: {each: {ndjson: rows.ndjson}, \(step)}

      """, "pay.yaml")
    paths.statuses.withLock { $0 = ["/2": 504] }
    let arguments = [
      "run", "pay.yaml", "--mock", server.url, "--results", "out.ndjson", "--resume",
    ]
    _ = CommandRun(try start(arguments))
    _ = CommandRun(try start(arguments))
    #expect(paths.count("/2") == (isRepeated ? 2 : 1), "\(text("out.ndjson"))")
    #expect(paths.count("/3") == 1)
  }

  @Test(
    "Results of examples, of another requester or profile, or of a simulated failure are others")
  func responders() throws {
    let server = ["run", "get.yaml", "--rows", "rows.ndjson", "--results", "out.ndjson", "--mock"]
    try write(text("get.yaml") + "examples: {one: {response: {json: {path: x}}}}\n", "get.yaml")
    for (index, words) in [["--examples"], ["--fail", "status=404"]].enumerated() {
      let file = "out-\(index).ndjson"
      let some = ["run", "get.yaml", "--rows", "rows.ndjson", "--results", file]
      _ = CommandRun(try start(some + words))
      let other = CommandRun(try start(some + ["--resume", "--mock", self.server.url]))
      #expect(other.ending == .exit(65), "\(words): \(other)")
      #expect(other.error.contains("options of the run, have changed"), "\(other.error)")
    }
    #expect(paths.value.withLock { $0.isEmpty })
    #expect(CommandRun(try start(server + [self.server.url])).ending == .exit(0))
    let again = server.dropLast() + ["--resume", "--mock", self.server.url]
    let variables = Surroundings.variables.merging(["HOME": folder, "APICALL_PROFILE": "p"]) { $1 }
    let other = CommandRun(
      try ChildProcess(
        [Place.program("apicall")] + again, in: folder, environment: variables))
    #expect(other.ending == .exit(65), "\(other)")
    #expect(CommandRun(try start(Array(again))).ending == .exit(0))
  }

  @Test("A torn last line is cut off, and another file is refused")
  func tears() throws {
    paths.statuses.withLock { $0 = ["/2": 503] }
    #expect(try run("get.yaml", "--results", "out.ndjson").ending == .exit(75))
    let name = try #require(files("out.ndjson").first)
    let whole = text(name).split(separator: "\n").filter { !$0.contains(#""row":5,"#) }
    try write(whole.joined(separator: "\n") + "\n" + #"{"row":5,"at":36,"ha"#, name)
    #expect(try run("get.yaml", "--results", "out.ndjson", "--resume").ending == .exit(0))
    #expect(paths.count("/5") == 2 && paths.count("/1") == 1)
    #expect(text("out.ndjson").split(separator: "\n").count == 7)
    let other = try run("get.yaml", "--results", "rows.ndjson", "--resume")
    #expect(other.ending == .exit(65))
    #expect(
      other.error
        == "apicall: line 1 of 'rows.ndjson' is not a line of results\n  hint: 'apicall run … --results "
        + "FILE' writes such a file; name another one\n")
  }

  @Test("An attempt that another one has taken over from stops")
  func fenced() throws {
    paths.slow.withLock { $0 = 100 }
    let old = try start(
      ["run", "get.yaml", "--rows", "rows.ndjson", "--mock", server.url, "--results", "out.ndjson"])
    #expect(waits { !paths.value.withLock { $0.isEmpty } })
    let new = try run("get.yaml", "--results", "out.ndjson", "--resume")
    #expect(new.ending == .exit(0))
    let ended = CommandRun(old)
    #expect(ended.ending == .exit(75))
    #expect(
      ended.error
        == "apicall: another attempt has taken over the results in 'out.ndjson'\n"
        + "  hint: this one has stopped; nothing is lost\n")
    #expect(try files("out.ndjson") == ["out.ndjson"])
    #expect(text("out.ndjson").split(separator: "\n").count == 7)
  }

  @Test("Results on standard output have a line for each row")
  func standardOutput() throws {
    let run = try run("get.yaml", "--results", "-")
    #expect(run.ending == .exit(0) && run.output.split(separator: "\n").count == 5)
    #expect(try self.run("get.yaml").output.split(separator: "\n").count == 5)
  }

  @Test("The loop of a script takes rows, too")
  func scripts() throws {
    try write(
      """
      steps:
        made:
          each: {ndjson: rows.ndjson}
          loop: {key: <each.id>, parallel: 2}
          call: get.yaml
          with: {id: <each.id>}

      """, "all.yaml")
    paths.statuses.withLock { $0 = ["/2": 503] }
    let first = try apicall("run", "all.yaml", "--mock", server.url, "--results", "out")
    #expect(first.ending == .exit(75) && first.output == "")
    let second = try apicall(
      "run", "all.yaml", "--mock", server.url, "--results", "out", "--resume")
    #expect(second == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(paths.value.withLock { $0.count } == 6)
  }

  @Test("A column that may be a misspelt input is reported")
  func misspelt() throws {
    try write("id,moer,other\n1,a,b\n", "rows.csv")
    let run = CommandRun(
      try start(["run", "get.yaml", "--rows", "rows.csv", "--mock", server.url]))
    #expect(run.ending == .exit(0))
    #expect(
      run.error.hasPrefix(
        "apicall: warning: the column 'moer' is no input, and the input 'more' has no column\n"),
      "\(run)")
  }

  @Test("What cannot be is said before anything is sent")
  func usage() throws {
    let cases: [([String], String)] = [
      (["get.yaml", "--rows", "rows.ndjson", "--part", "4/3"], "--part: '4/3' is not a part"),
      (["get.yaml", "--results", "x"], "--results needs rows for 'get.yaml'"),
      (["get.yaml", "--part", "1/2"], "--part needs rows for 'get.yaml'"),
      (["get.yaml", "--resume"], "--resume needs --results"),
      (["get.yaml", "--rows", "-", "--part", "1/2"], "--part cannot cut standard input"),
      (
        ["get.yaml", "--rows", "-", "--results", "-", "--resume"],
        "--resume needs results in a file, but --results is standard output"
      ),
      (["get.yaml", "--rows", "rows.ndjson", "--rate-file", "x"], "--rate-file needs a rate"),
      (["get.yaml", "--limiter", "x"], "--limiter is for rows and scripts"),
      (
        ["get.yaml", "--rows", "rows.ndjson", "--rate-file", "x", "--limiter", "y"],
        "--limiter and --rate-file cannot be combined"
      ),
      (["get.yaml", "--rate", "x"], "--rate: 'x' is not a rate"),
      (["get.yaml", "--rate", "1/s"], "--rate is for rows and scripts"),
      (["get.yaml", "--row-key", "id", "--results", "x"], "--row-key needs --rows"),
      (["get.yaml", "--grace", "5"], "--grace: '5' is not a duration"),
      (["get.yaml", "--exit-final", "4"], "--exit-final: '4' is not 0 or from 10 to 63"),
      (["get.yaml", "--unknown", "x"], "--unknown: 'x' is not skip or repeat"),
      (["get.yaml", "--rows", "rows.ndjson", "nid=3"], "'get.yaml' has no input 'nid'"),
      (
        ["get.yaml", "post.yaml", "--rows", "rows.ndjson"],
        "--rows and --results are for one file, but 2 are run"
      ),
      (
        ["get.yaml", "--rows", "rows.ndjson", "--results", "x", "--first", "3"],
        "--results and --first cannot be combined"
      ),
    ]
    for (arguments, message) in cases {
      let run = CommandRun(try start(["run"] + arguments))
      #expect(run.ending == .exit(64), "\(arguments)")
      #expect(run.error.split(separator: "\n").first == "apicall: \(message)")
    }
    let missing = try apicall("run", "get.yaml", "--rows", "nothing", "--results", "x")
    #expect(
      missing.ending == .exit(66)
        && missing.error == "apicall: cannot read 'nothing': no such file\n")
    #expect(try files("x").isEmpty && paths.value.withLock { $0.isEmpty })
  }
}
