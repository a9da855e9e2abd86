import TestServers
import Foundation
import Testing

/// The misbehaviour of a filter, and apicall's message about it.
struct OddFilter: CustomTestStringConvertible {
  /// The manifest's limit on the silence of a filter: short where the message is about it, so that
  /// no other filter is ever too slow.
  var silence: String {
    let limits = [
      "1500ms": 1500, "15s": 1500, "30s": 3000, "did not exit": 6000, "did not respond": 6000,
    ]
    let limit = limits.filter { message.contains($0.key) }.values.min() ?? 180_000
    return #", "timeout_ms": \#(limit)"#
  }
  var testDescription: String
  var script: String
  var message: String
  var status: Int32 = 7

  init(_ name: String, _ script: String, _ message: String, status: Int32 = 7) {
    testDescription = name
    self.script = script
    self.message = message
    self.status = status
  }
}

@Suite("Filter plugins that misbehave")
struct OddFilterTests {
  private static let endpoint = """
    host: http://a.example
    requester: fixture
    examples: {ok: {response: {json: {a: [1, 2]}}}}

    """

  /// Misbehaviour of both decoders and formatters.
  private static let both = [
    OddFilter(
      "fails and says why", "cat > /dev/null; echo 'no such column' >&2; exit 3",
      "the plugin 'odd' failed: it exited with status 3\n    it printed: no such column\n"),
    OddFilter("crashes", "kill -SEGV $$", "it was ended by signal 11 (Segmentation fault)"),
    OddFilter("reads nothing, and waits", "exec sleep 100", "it was silent for 1500ms"),
    OddFilter("waits for ever", "cat > /dev/null; exec sleep 100", "it was silent for 1500ms"),
    OddFilter(
      "does not end when it is told to", "trap '' TERM HUP INT; cat > /dev/null; exec sleep 100",
      "it was silent for 1500ms"),
    OddFilter(
      "starts others that wait", "cat > /dev/null; sleep 100 & sleep 100 | sleep 100",
      "it was silent for 1500ms"),
    OddFilter("floods standard error", "while :; do echo x; done >&2", "it was silent for 1500ms"),
    OddFilter(
      "closes its output, and stays", "exec >&-; cat > /dev/null; exec sleep 100",
      "it closed its output but did not exit"),
    OddFilter(
      "dies after the first bytes", "printf '{\"a\":'; exit 1", "it exited with status 1"),
    OddFilter(
      // It pauses without a new process, whose start a busy machine may delay for seconds.
      "writes a little for ever",
      "cat > /dev/null; exec perl -e '$|=1; for (;;) { print \" \"; select undef, undef, undef, 0.1 }'",
      "it did not exit within 30s"),
    OddFilter(
      "writes a little and floods standard error for ever",
      "cat > /dev/null; yes >&2 & exec perl -e '$|=1; for (;;) { print \" \"; select undef, undef, undef, 0.1 }'",
      "it did not exit within 15s"),
    OddFilter(
      "has words that steer a terminal", #"printf '\033[2J\rhello\a\n' >&2; exit 9"#,
      "it printed: \\x1b[2J\\x0dhello\\x07\n"),
    OddFilter(
      "says more than can be kept", "head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; exit 9",
      "it exited with status 9\n    it printed: xxxx"),
  ]

  private static let decoders =
    both + [
      OddFilter("writes nothing", "cat > /dev/null", "its output is not JSON"),
      OddFilter("writes something else", "echo hello", "its output is not JSON: 1:1"),
      OddFilter("writes two values", "echo 1; echo 2", "its output is not JSON: 2:1"),
      OddFilter("writes bytes", #"printf '"\377"'"#, "its output is not JSON"),
      OddFilter(
        "writes without end", "cat > /dev/null; exec yes '[[['", "its output is not JSON"),
      OddFilter(
        "refuses its input", "echo 'byte 7 is no type' >&2; exit 65",
        "cannot decode the response of call.yaml: 'odd' reports: byte 7 is no type", status: 8),
      OddFilter(
        "refuses its input without a word", "exit 65", "'odd' reports: no reason given",
        status: 8),
    ]

  private static let formatters =
    both + [
      OddFilter(
        "writes without end", "cat > /dev/null; exec yes",
        "its output is more than 1000 times its input"),
      OddFilter(
        "refuses its input", "echo 'no rows' >&2; exit 65", "the format 'odd' reports: no rows",
        status: 8),
    ]

  private func expect(_ row: OddFilter, _ run: CommandRun, in folder: PluginFolder) {
    #expect(run.ending == .exit(row.status), "\(run)")
    #expect(run.error.contains(row.message), "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out"))
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["call.yaml", "plugins"], "\(left ?? [])")
  }

  @Test("A decoder that misbehaves is reported", arguments: decoders)
  func decoder(_ row: OddFilter) throws {
    let folder = try PluginFolder(
      role: #""role": "decoder""#, script: row.script, manifest: row.silence)
    try folder.write(Self.endpoint + "decode: odd\n")
    expect(row, try folder.run(["--format", "compact", "--output", "out"]), in: folder)
  }

  @Test(
    "A formatter that misbehaves is reported, whenever it starts", arguments: formatters,
    ["response", "request"])
  func formatter(_ row: OddFilter, _ start: String) throws {
    let folder = try PluginFolder(
      role: #""role": "formatter", "start": "\#(start)""#, script: row.script,
      manifest: row.silence)
    try folder.write(Self.endpoint)
    expect(row, try folder.run(["--format", "odd", "--output", "out"]), in: folder)
  }

  @Test("The limit on silence holds while the filter fills standard error")
  func flood() throws {
    let folder = try PluginFolder(
      role: #""role": "formatter""#,
      script: "while :; do echo >>$0.seconds; sleep 1; done & exec yes >&2",
      manifest: #", "timeout_ms": 6000"#)
    try folder.write(Self.endpoint)
    let run = try folder.run(["--format", "odd"])
    #expect(run.ending == .exit(7), "\(run.ending)")
    #expect(run.error.contains("it was silent for 6s"))
    // By a clock that a busy machine slows down, too.
    let seconds = try String(contentsOfFile: "\(folder.program).seconds", encoding: .utf8)
    #expect((3...10).contains(seconds.count), "\(seconds.count)")
  }

  @Test("A machine that stands still does not make a filter silent")
  func standstill() throws {
    let folder = try PluginFolder(
      role: #""role": "formatter""#,
      script: "echo $$ >$0.pid; while [ ! -e $0.go ]; do sleep 0.1; done; cat",
      manifest: #", "timeout_ms": 4000"#)
    try folder.write(Self.endpoint)
    let child = try folder.start(["--format", "odd"])
    let file = "\(folder.program).pid"
    #expect(waits { (try? String(contentsOfFile: file, encoding: .utf8))?.hasSuffix("\n") == true })
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let filter = try #require(pid_t(text.dropLast()))
    for process in [filter, child.processID] { kill(process, SIGSTOP) }
    // Longer than the limit on silence.
    sleep(5)
    kill(child.processID, SIGCONT)
    try Data().write(to: URL(filePath: "\(folder.program).go"))
    kill(filter, SIGCONT)
    let run = CommandRun(child)
    #expect(run.ending == .exit(0) && run.output == #"{"a":[1,2]}"#, "\(run)")
  }

  @Test("A line of a decoder that is not JSON is reported")
  func line() throws {
    let folder = try PluginFolder(
      role: #""role": "decoder", "produces": "application/x-ndjson""#,
      script: "echo 1; echo; echo ' 2 '; echo nope")
    try folder.write(Self.endpoint + "decode: odd\n")
    let run = try folder.run(["--format", "ndjson"])
    #expect(run.ending == .exit(7) && run.output == "1\n2\n", "\(run)")
    #expect(run.error.contains("its output is not JSON: 1:2"))
  }

  @Test(
    "A program that cannot be started is reported",
    arguments: [
      ("#!/no/such/program\n", 0o755, "it cannot be started: No such file", 7),
      ("\u{1}\u{2}\u{3}", 0o755, "it cannot be started: Exec format error", 7),
      ("#!/bin/sh\n", 0o644, "executable", 78), ("#!/bin/sh\n", 0o777, "write", 77),
    ] as [(String, Int, String, Int32)])
  func start(_ interpreter: String, _ mode: Int, _ message: String, _ status: Int32) throws {
    for start in ["response", "request"] {
      let folder = try PluginFolder(
        role: #""role": "formatter", "start": "\#(start)""#, script: "cat\n",
        interpreter: interpreter, mode: mode)
      try folder.write(Self.endpoint)
      let run = try folder.run(["--format", "odd"])
      #expect(run.ending == .exit(status) && run.error.contains(message), "\(start): \(run)")
    }
  }

  @Test("A background process that keeps the plugin's output open is not waited for")
  func leftBehind() throws {
    let folder = try PluginFolder(
      role: #""role": "formatter""#, script: "sleep 400 & tr a-z A-Z\n")
    try folder.write(Self.endpoint)
    let run = try folder.run(["--format", "odd"])
    #expect(run == CommandRun(ending: .exit(0), output: #"{"A":[1,2]}"#, error: ""))
  }

  @Test("A plugin may stop reading early if it ends successfully")
  func head() throws {
    let folder = try PluginFolder(role: #""role": "formatter""#, script: "head -c 3\n")
    try folder.write(Self.endpoint)
    let run = try folder.run(["--format", "odd"])
    #expect(run == CommandRun(ending: .exit(0), output: #"{"a"#, error: ""))
  }

  @Test("A background process that keeps the plugin's input open is not waited for")
  func heldInput() throws {
    let folder = try PluginFolder(
      role: #""role": "formatter""#,
      script: "exec 3<&0; sleep 400 <&3 >/dev/null 2>&1 & exec 3<&-; echo done\n")
    let text = String(repeating: "a", count: 300_000)
    try folder.write(Self.endpoint.replacing("[1, 2]", with: text))
    let run = try folder.run(["--format", "odd"])
    #expect(run == CommandRun(ending: .exit(0), output: "done\n", error: ""))
  }
}
