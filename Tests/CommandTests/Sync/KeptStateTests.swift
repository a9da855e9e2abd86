import Foundation
import Glibc
import Synchronization
import TestServers
import Testing

/// The state of a script that counts: each run asks for what comes after the last one.
@Suite("State between runs")
struct KeptStateTests {
  let home: String
  let server: ScriptedServer

  init() throws {
    home = "\(Place.scratch)/kept-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(home)/job", withIntermediateDirectories: true)
    server = try ScriptedServer.answering { request in
      let target = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
      let path = target.dropFirst().prefix { $0 != "?" }
      let next = (Int(path) ?? 0) + 1
      let body = next > 90 ? "{}" : #"{"next": \#(next), "rows": ["row \#(path)"]}"#
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    try write(
      """
      inputs: {account: {default: a}}
      state: {per: account, last: {from: <list.body.next>, first: 0}}
      steps:
        list: {call: {url: "http://a.example/<kept.last>"}}
      print: <list.body.rows>
      format: ndjson

      """, "job/sync.yaml")
  }

  func write(_ text: String, _ name: String) throws {
    try text.write(toFile: "\(home)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Runs the program in the folder of the job.
  func apicall(_ arguments: [String]) throws -> CommandRun {
    CommandRun(try start(arguments))
  }

  func apicall(_ arguments: String...) throws -> CommandRun { try apicall(arguments) }

  func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall")] + arguments, in: "\(home)/job",
      environment: Surroundings.variables.merging(["HOME": home]) { $1 })
  }

  func run(_ arguments: String...) throws -> CommandRun {
    try apicall(["run", "sync.yaml", "--mock", server.url] + arguments)
  }

  func shell(_ script: String) throws -> CommandRun {
    let program = try Place.program("apicall")
    let variables = Surroundings.variables.merging([
      "HOME": home,
      "apicall": "\(program) run sync.yaml --mock \(server.url)",
    ]) { $1 }
    return CommandRun(
      try ChildProcess(["/bin/sh", "-c", script], in: "\(home)/job", environment: variables))
  }

  @Test("Each run goes on where the last one ended, for each value of an input")
  func moves() throws {
    for row in 0..<3 { #expect(try run().output == "\"row \(row)\"\n") }
    #expect(try run("account=b").output == "\"row 0\"\n")
    #expect(try run().output == "\"row 3\"\n")
    let shown = try apicall("state", "show")
    let origin = server.url
    #expect(shown.output.hasPrefix("sync.yaml (\(origin))\n  "), "\(shown.output)")
    #expect(shown.output.contains("\n  account  \"b\"\n  last     1\n"))
    #expect(shown.output.hasSuffix("\n  account  \"a\"\n  last     4\n"))
    // A replay, and another server, have nothing to do with it.
    #expect(try run("--examples").ending != .exit(0))
    #expect(try apicall("state", "clear", "sync.yaml").output.contains("removed: sync"))
    #expect(try run().output == "\"row 0\"\n")
  }

  @Test("A file of the user moves with the job, and can be written by hand")
  func file() throws {
    #expect(try run("--state", "s.json").output == "\"row 0\"\n")
    #expect(try run("--state", "s.json", "account=b").output == "\"row 0\"\n")
    #expect(try run("--state", "s.json").output == "\"row 1\"\n")
    let text = try String(contentsOfFile: "\(home)/job/s.json", encoding: .utf8)
    #expect(text.split(separator: "\n").count == 2)
    #expect(!text.contains(home))
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(home)/job/s.json")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    try FileManager.default.moveItem(atPath: "\(home)/job", toPath: "\(home)/moved")
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/job", withDestinationPath: "\(home)/moved")
    #expect(try run("--state", "s.json").output == "\"row 2\"\n")
    try write(
      text.replacingOccurrences(of: #""value":2"#, with: #""value":70"#), "moved/s.json")
    #expect(try run("--state", "s.json").output == "\"row 70\"\n")
    try write("nonsense\n", "moved/s.json")
    let broken = try run("--state", "s.json")
    #expect(broken.ending == .exit(78) && broken.output.isEmpty)
    #expect(
      broken.error == """
        apicall: 's.json' cannot be read as a state: it is not JSON
          hint: is this the right file? 'apicall state clear --state s.json' removes it; the next run then begins with the first values

        """)
    #expect(try String(contentsOfFile: "\(home)/job/s.json", encoding: .utf8) == "nonsense\n")
    try write(
      text.replacingOccurrences(of: #""version":3"#, with: #""version":9"#), "moved/s.json")
    let newer = try run("--state", "s.json")
    #expect(newer.ending == .exit(78))
    #expect(newer.error.contains("is a state of version 9"))
  }

  @Test("A failure after the call leaves the state as it was")
  func failures() throws {
    #expect(try run().ending == .exit(0))
    // The reader leaves, the disk is full, the call fails.
    #expect(try shell("$apicall | true").ending == .exit(0))
    let full = try shell("$apicall > /dev/full")
    #expect(full.ending == .exit(74), "\(full.error)")
    #expect(try run("--fail", "status=503").ending == .exit(5))
    #expect(try run("--print", "nothing").ending == .exit(64))
    #expect(try shell("$apicall -o out/none").ending == .exit(73))
    let missing = try shell("$apicall --state s.json; apicall=; cat s.json")
    #expect(missing.output.hasPrefix("\"row 0\"\n"))
    #expect(try run().output == "\"row 1\"\n")
  }

  @Test("A reader that is slow is waited for, and one that dies keeps the state")
  func readers() throws {
    #expect(try shell("$apicall | (sleep 0.3; cat)").output == "\"row 0\"\n")
    #expect(try run().output == "\"row 1\"\n")
    let left = try shell("($apicall; echo $? > status) | sleep 0.3; sleep 0.3; cat status")
    #expect(left.output == "141\n" || left.output == "0\n", "\(left.output)\(left.error)")
    // The line was never read.
    #expect(try run().output == "\"row 2\"\n")
  }

  @Test("Two runs at the same moment read one part each")
  func concurrency() throws {
    let runs = try (0..<8).map { _ in
      try start(["run", "sync.yaml", "--mock", server.url])
    }
    let lines = runs.map { CommandRun($0).output }.sorted()
    #expect(lines == (0..<8).map { "\"row \($0)\"\n" })
  }

  @Test("A state that cannot be written is a failure, and the next run prints the same again")
  func unwritable() throws {
    try FileManager.default.createDirectory(
      atPath: "\(home)/job/locked", withIntermediateDirectories: true)
    #expect(try run("--state", "locked/s.json").output == "\"row 0\"\n")
    guard geteuid() != 0 else { return }
    #expect(chmod("\(home)/job/locked", 0o500) == 0)
    let run = try run("--state", "locked/s.json")
    #expect(run.ending == .exit(73) && run.output.isEmpty, "\(run.error)")
  }

  @Test("A state of another user is not used")
  func foreign() throws {
    #expect(try run().ending == .exit(0))
    let folder = "\(home)/.local/state/apicall/kept"
    #expect(chmod(folder, 0o755) == 0)
    let run = try run()
    #expect(run.ending == .exit(77) && run.output.isEmpty)
    #expect(run.error.contains("is not yours alone"), "\(run.error)")
  }

  @Test("Values are set at the command line")
  func setting() throws {
    #expect(
      try apicall("state", "set", "sync.yaml", "last=41", "account=c").ending == .exit(0))
    // Without --mock, it is the state of the real host.
    let listed = try apicall("state", "list")
    #expect(listed.output.contains("  1 entry  "), "\(listed.output)\(listed.error)")
    let file = ["state", "set", "sync.yaml", "last=41", "--state", "s.json"]
    #expect(try apicall(file).ending == .exit(0))
    let cases: [([String], Int32, String)] = [
      (["set", "sync.yaml", "lats=1"], 64, "keeps no value 'lats'"),
      (["set", "sync.yaml", "account=c"], 64, "no value is given"),
      (["set", "last=1"], 64, "no endpoint given"),
      (["clear", "--all", "sync.yaml"], 64, "--all cannot be combined with files or --state"),
    ]
    for (arguments, status, words) in cases {
      let run = try apicall(["state"] + arguments)
      #expect(run.ending == .exit(status) && run.error.contains(words), "\(run.error)")
    }
  }

  @Test("The state is a line of the output on request, which the reader keeps")
  func lines() throws {
    let first = try run("--state", "s.json", "--state-line")
    let lines = first.output.split(separator: "\n")
    try #require(lines.count == 2, "\(first.output)\(first.error)")
    #expect(lines[0] == "\"row 0\"" && lines[1].hasPrefix(#"{"apicall_state":{"version":3,"#))
    // Nothing was kept.
    #expect(!FileManager.default.fileExists(atPath: "\(home)/job/s.json"))
    try write("\(lines[1])\n", "job/s.json")
    #expect(try run("--state", "s.json", "--state-line").output.hasPrefix("\"row 1\"\n{"))
    #expect(try run("--state", "s.json").output == "\"row 1\"\n")
    #expect(try run("--state", "s.json").output == "\"row 2\"\n")
    for options in [["-o", "x"], ["--format", "json"], ["--envelope"]].map({
      $0 + ["--state", "s.json"]
    }) {
      #expect(
        try apicall(["run", "sync.yaml", "--state-line"] + options).ending == .exit(64))
    }
  }

  @Test("Two calls at a time, and options that leave out items, are refused")
  func refusals() throws {
    try write(
      """
      steps:
        all: {each: [1, 2], parallel: 2, call: list.yaml}
      """, "job/both.yaml")
    try write(
      """
      url: "http://a.example/<kept.last>"
      outputs: {next: $.next}
      state: {last: {from: <next>, first: 0}}

      """, "job/list.yaml")
    try write(
      """
      url: http://a.example/0
      since: {field: next, key: next}

      """, "job/since.yaml")
    let cases: [([String], Int32, String)] = [
      (["both.yaml"], 65, "two calls use the state of 'list.yaml' at the same time"),
      (["since.yaml", "--print", "status"], 64, "--print leaves out items of 'since.yaml'"),
      (["since.yaml", "--first", "1"], 64, "--first leaves out items of 'since.yaml'"),
      (["since.yaml", "--query", "a=b"], 64, "--query may choose another list than that of the"),
      (["list.yaml", "--set", "query.a=b"], 64, "--set may choose another list than that of the"),
      (["list.yaml", "--query", "a=b", "--state", "own.json"], 0, ""),
      (["list.yaml", "-H", "X-Trace: 1", "--set", "timeout=9s"], 0, ""),
      (["since.yaml", "--state-line"], 64, "--state-line needs the file"),
      (["since.yaml", "--state-line", "--state", "l.json"], 0, ""),
    ]
    for (arguments, status, words) in cases {
      let run = try apicall(["run", "--mock", server.url] + arguments)
      #expect(run.ending == .exit(status), "\(arguments) \(run.error)")
      if !words.isEmpty { #expect(run.error.contains(words), "\(run.error)") }
    }
  }

  @Test("Going back reads the items of a list again")
  func back() throws {
    try write(
      """
      url: http://a.example/0
      since: {field: next, key: next}

      """, "job/since.yaml")
    func run() throws -> String {
      try apicall("run", "--mock", server.url, "since.yaml", "--state", "s.json").output
    }
    #expect(try run().contains("row 0"))
    #expect(try run().isEmpty)
    let set = try apicall(
      "state", "set", "since.yaml", "since=0", "--state", "s.json", "--mock", server.url)
    #expect(set.ending == .exit(0), "\(set.error)")
    #expect(try run().contains("row 0"))
  }

  @Test("What is no state is not removed, and no output replaces a state")
  func otherFiles() throws {
    let text = try String(contentsOfFile: "\(home)/job/sync.yaml", encoding: .utf8)
    let removed = try apicall("state", "clear", "--state", "sync.yaml")
    #expect(removed.ending == .exit(65))
    #expect(
      removed.error == """
        apicall: 'sync.yaml' is not removed: it does not look like a state
          hint: name the file that --state names; 'rm' removes any file

        """)
    #expect(try String(contentsOfFile: "\(home)/job/sync.yaml", encoding: .utf8) == text)
    let same = try run("--state", "s.json", "--output", "./s.json")
    #expect(same.ending == .exit(64))
    #expect(
      same.error == """
        apicall: --state and --output name the same file, 's.json'
          hint: one would overwrite the other: name two files

        """)
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/job/link", withDestinationPath: "same")
    try write("", "job/same")
    for (one, other) in [
      ("--cookies", "--output"), ("--cookies", "--state"), ("--events", "--output"),
    ] {
      let run = try run(one, "same", other, "link")
      #expect(
        run.ending == .exit(64) && run.error.contains(" name the same file, 'same'\n"), "\(run)")
    }
  }

  @Test("A list cannot begin with a time to come, nor with another kind of value")
  func begins() throws {
    try write(
      "url: http://a.example/\nsince: {field: at, key: id, lag: 10m, first: 2026-01-01}\n",
      "job/list.yaml")
    func set(_ value: String) throws -> CommandRun {
      try apicall("state", "set", "list.yaml", "since=\(value)")
    }
    #expect(try set("2026-02-01T00:00:00Z").ending == .exit(0))
    #expect(
      try set("2999-01-01T00:00:00Z")
        == CommandRun(
          ending: .exit(65), output: "",
          error: """
            apicall: 'since' cannot begin with '2999-01-01T00:00:00Z', which is to come
              hint: everything until then would be left out

            """))
    for value in ["yesterday", "true", ""] {
      let run = try set(value)
      #expect(run.ending == .exit(65))
      #expect(
        run.error.hasPrefix("apicall: 'since' cannot begin with '\(value)'\n"), "\(run.error)")
    }
  }

  @Test("What chooses a list has a state for each of its values, unless the file says otherwise")
  func choices() throws {
    // The second list is older than the first one: with the same state, nothing would be new.
    try write(
      """
      url: http://a.example/<list>
      inputs: {list: {}, size: {default: 1}, token: {secret: true, default: x}, since: {default: a}}
      query: {limit: <size>, token: <token>, since: <since>}
      since: {field: next, key: next}

      """, "job/list.yaml")
    try write("extends: list.yaml\nsince: {per: list}\n", "job/size.yaml")
    try write("extends: list.yaml\nsince: {per: []}\n", "job/one.yaml")
    try write(
      """
      inputs: {size: {default: 1}}
      steps:
        lists:
          each: [5, 0]
          call:
            url: http://a.example/<each>
            query: {limit: <size>}
            since: {field: next, key: next}
      """, "job/loop.yaml")
    let row5 = #"{"next":6,"rows":["row 5"]}"# + "\n"
    let row0 = #"{"next":1,"rows":["row 0"]}"# + "\n"
    let cases: [(arguments: [String], output: String)] = [
      (["list.yaml", "list=5"], row5), (["list.yaml", "list=0"], row0),
      (["list.yaml", "list=5", "token=y"], ""), (["list.yaml", "list=5", "size=2"], row5),
      (["size.yaml", "list=5"], row5), (["size.yaml", "list=0"], row0),
      (["size.yaml", "list=5", "size=2"], ""),
      (["one.yaml", "list=5"], row5), (["one.yaml", "list=0"], ""),
      (["loop.yaml"], row5 + row0), (["loop.yaml"], ""), (["loop.yaml", "size=2"], row5 + row0),
    ]
    for (arguments, output) in cases {
      let run = try apicall(["run", "--mock", server.url] + arguments)
      #expect(run.ending == .exit(0) && run.output == output, "\(arguments) \(run)")
    }
  }

  @Test("The state of a call in a loop belongs to the value that it is asked for, and null is none")
  func inlineCalls() throws {
    try write(
      """
      steps:
        all: {call: {url: "http://a.example/0"}}
        lists:
          each: [{id: 5}, {id: 0}]
          call:
            url: http://a.example/<each.id>
            since: {field: next, key: next}
      """, "job/loop.yaml")
    let rows = #"{"next":6,"rows":["row 5"]}"# + "\n" + #"{"next":1,"rows":["row 0"]}"# + "\n"
    for output in [rows, "", ""] {
      let whole = try apicall("run", "--mock", server.url, "loop.yaml")
      #expect(whole.ending == .exit(0) && whole.output == output, "\(whole)")
    }
    #expect(try apicall("state", "list").ending == .exit(0))
    #expect(try run().output == "\"row 0\"\n")
    let set = try apicall("state", "set", "sync.yaml", "last=null", "--mock", server.url)
    #expect(set.ending == .exit(0), "\(set.error)")
    #expect(try run().output == "\"row 0\"\n")
  }
}
