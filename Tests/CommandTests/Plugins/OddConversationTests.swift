import Foundation
import Testing

@Suite("Plugins that violate the protocol")
struct OddConversationTests {
  private static let hello = #"read -r line; echo '{"hello":{"protocol":1}}';"#
  /// Reads up to the end of a request without a body.
  private static let request = "\(hello) read -r line; read -r line;"
  private static let response =
    #"\#(request) echo '{"id":1,"response":{"status":200,"headers":[["Content-Type","application/json"]]}}';"#
  private static let lengthy =
    #"\#(request) echo '{"id":1,"response":{"status":200,"headers":[["Content-Length","3"]]}}';"#

  private static let greetings = [
    OddFilter(
      "writes something before its greeting", "echo Welcome; exec sleep 100",
      "it wrote to standard output before its greeting: 'Welcome' is not JSON"),
    OddFilter("says nothing", "exec sleep 100", "it did not greet within 1500ms"),
    OddFilter(
      "speaks another protocol", #"read -r line; echo '{"hello":{"protocol":2}}'"#,
      "it chose protocol 2 instead of 1"),
    OddFilter("has an empty greeting", "echo '{}'", "its first frame is not a greeting"),
    OddFilter(
      "refuses the greeting",
      #"echo '{"error":{"code":"protocol_unsupported","message":"needs 2"}}'"#,
      "it rejected the greeting: needs 2"),
    OddFilter(
      "dies before its greeting", "echo 'no module x' >&2; exit 5",
      "it exited with status 5\n    it printed: no module x\n"),
    OddFilter("ends without a word", "exit 0", "it exited during an exchange"),
    OddFilter("sends a list", "echo '[1]'", "'[1]' is not a JSON object"),
    OddFilter(
      "sends a line without end", "head -c 200000 /dev/zero | tr '\\0' 'x'",
      "is longer than 65536 bytes"),
    OddFilter("sends bytes", #"printf '{"hello":"\377"}\n'"#, "is not JSON"),
    OddFilter(
      "logs for ever",
      #"while :; do echo '{"log":{"level":"info","text":"still here"}}'; sleep 0.01; done"#,
      "it did not greet within 1500ms"),
  ]

  private static let requesters =
    greetings + [
      OddFilter("dies after its greeting", "\(hello) exit 4", "it exited with status 4"),
      OddFilter(
        "says nothing after its greeting", "\(hello) exec sleep 100", "it did not respond within"),
      OddFilter(
        "answers another request", #"\#(request) echo '{"id":7,"end":true}'"#,
        "a frame of exchange 7 arrived during exchange 1"),
      OddFilter(
        "has a status that is none", #"\#(request) echo '{"id":1,"response":{"status":"ok"}}'"#,
        #"a status must be a whole number from 200 to 599, not "ok""#),
      OddFilter(
        "has a status beyond all", #"\#(request) echo '{"id":1,"response":{"status":1000}}'"#,
        "not 1000"),
      OddFilter(
        "has a field with a line break",
        #"\#(request) printf '%s\n' '{"id":1,"response":{"status":200,"headers":[["A","b\r\nC: d"]]}}'"#,
        "the value of the header field 'A' contains a control character"),
      OddFilter(
        "has a field whose name is none",
        #"\#(request) echo '{"id":1,"response":{"status":200,"headers":[["A b","c"]]}}'"#,
        "'A b' is not a header field name"),
      OddFilter(
        "has fields that are no pairs",
        #"\#(request) echo '{"id":1,"response":{"status":200,"headers":{"A":"b"}}}'"#,
        "header fields must be a list"),
      OddFilter(
        "sends a body before the head", #"\#(request) printf '{"id":1,"body":true,"bytes":2}\n{}'"#,
        "the head of the response must come first"),
      OddFilter("dies in the body", "\(response) exit 3", "it exited with status 3"),
      OddFilter(
        "lies about the length of a body",
        #"\#(response) printf '{"id":1,"body":true,"bytes":100}\n{}'; exit 0"#,
        "it ended after 2 of the 100 bytes that 'bytes' announced"),
      OddFilter(
        "sends more bytes than it says",
        #"\#(response) printf '{"id":1,"body":true,"bytes":2}\n{}{}\n{"id":1,"end":true}\n'; read -r line"#,
        "a frame of exchange none arrived during exchange 1"),
      OddFilter(
        "sends fewer bytes than the response states",
        #"\#(lengthy) printf '{"id":1,"body":true,"bytes":2}\n{}{"id":1,"end":true}\n'; read -r line"#,
        "the response from http://a.example was cut short: 2 of 3 bytes", status: 74),
      OddFilter(
        "sends more bytes than the response states",
        #"\#(lengthy) printf '{"id":1,"body":true,"bytes":4}\n{  }{"id":1,"end":true}\n'; read -r line"#,
        "http://a.example violates HTTP: 4 of 3 bytes", status: 76),
      OddFilter(
        "announces too much", #"\#(response) echo '{"id":1,"body":true,"bytes":99999999}'"#,
        "'bytes' must be a whole number from 1 to 1048576, not 99999999"),
      OddFilter(
        "stops in the body", "\(response) exec sleep 100", "it did not respond within 6s"),
      OddFilter(
        "says something unknown in the body", #"\#(response) echo '{"id":1,"more":1}'"#,
        "a frame has neither 'body' nor 'end' nor 'error'"),
      OddFilter(
        "fails without a reason", #"\#(request) echo '{"id":1,"error":{}}'; read -r line"#,
        "the plugin 'odd' failed: no reason given"),
      OddFilter(
        "fails for a reason that nobody knows",
        #"\#(request) echo '{"id":1,"error":{"code":"moon","message":"full moon"}}'; read -r line"#,
        "the plugin 'odd' failed: full moon"),
      OddFilter(
        "fails in the body",
        #"\#(response) echo '{"id":1,"error":{"code":"truncated","message":"3 of 9 bytes"}}'"#,
        "the response from http://a.example was cut short: 3 of 9 bytes", status: 74),
      OddFilter(
        "sends interim answers for ever",
        #"\#(request) while :; do echo '{"id":1,"interim":{"status":103}}'; done"#,
        "it sent more than 100 interim responses"),
      OddFilter(
        "sends pieces of nothing",
        #"\#(response) while :; do echo '{"id":1,"body":true}'; done"#,
        "a frame with 'body' has no bytes"),
      OddFilter(
        "cannot connect",
        #"\#(request) echo '{"id":1,"error":{"code":"connect","message":"refused"}}'"#,
        "cannot connect to http://a.example: refused", status: 69),
    ]

  private static let signers =
    greetings + [
      OddFilter("dies when it is asked", "\(hello) read -r line; exit 6", "with status 6"),
      OddFilter("does not answer", "\(hello) exec sleep 100", "it did not respond within 6s"),
      OddFilter(
        "has no credentials",
        #"\#(hello) echo '{"id":1,"error":{"code":"auth_failed","message":"no key"}}'; read -r line"#,
        "the plugin 'odd' failed: no key", status: 77),
      OddFilter(
        "sets a length", #"\#(hello) echo '{"id":1,"headers":[["Content-Length","0"]]}'"#,
        "'Content-Length' is derived from the request"),
      OddFilter(
        "sets the host", #"\#(hello) echo '{"id":1,"headers":[["host","b.example"]]}'"#,
        "'host' is derived from the request"),
      OddFilter(
        "adds a line", #"\#(hello) printf '%s\n' '{"id":1,"headers":[["A","b\nC: d"]]}'"#,
        "contains a control character"),
      OddFilter(
        "has a query that is none", #"\#(hello) echo '{"id":1,"query":{"a":"b"}}'"#,
        "'query' must be a list of pairs"),
    ]

  private func expect(_ row: OddFilter, _ role: String, _ endpoint: String) throws {
    let folder = try PluginFolder(
      role: "\"role\": \"\(role)\"", script: row.script, manifest: row.silence)
    try folder.write(endpoint)
    let run = try folder.run(["--output", "out"])
    #expect(run.ending == .exit(row.status), "\(run)")
    #expect(run.error.contains(row.message), "\(run.error)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["call.yaml", "plugins"])
  }

  @Test("A requester that misbehaves is reported", arguments: requesters)
  func requester(_ row: OddFilter) throws {
    try expect(row, "requester", "host: http://a.example\nrequester: odd\n")
  }

  @Test("An auth type that misbehaves is reported", arguments: signers)
  func signer(_ row: OddFilter) throws {
    try expect(row, "auth", "host: http://127.0.0.1:9\nauth: odd\n")
  }

  @Test("A requester with an endless body ends at the total time limit")
  func endless() throws {
    let folder = try PluginFolder(
      role: #""role": "requester""#,
      script: "\(Self.response) while printf '{\"id\":1,\"body\":true,\"bytes\":1}\\n '; do :; done"
    )
    try folder.write("host: http://a.example\nrequester: odd\ntimeout: 2s\n")
    let run = try folder.run(["--output", "out"])
    #expect(run.ending == .exit(2) && run.error.contains("within 2s"), "\(run)")
  }

  @Test("A requester that says no more ends at the total time limit")
  func silent() throws {
    let folder = try PluginFolder(
      role: #""role": "requester""#, script: "\(Self.response) exec sleep 100")
    try folder.write("host: http://a.example\nrequester: odd\ntimeout: 2s\n")
    let run = try folder.run(["--output", "out"])
    #expect(run.ending == .exit(2) && run.error.contains("within 2s"), "\(run)")
  }

  @Test("A process that lasts for a run answers several calls")
  func lifetime() throws {
    let answer =
      #"while read -r line; do case $line in *'"request"'*) id=$(printf '%s\n' "$line" | sed 's/^{"id":\([0-9]*\).*/\1/');; *'"end"'*) printf '{"id":%s,"response":{"status":200}}\n{"id":%s,"body":true,"bytes":1}\n%s{"id":%s,"end":true}\n' $id $id $id $id;; esac; done"#
    for (lifetime, script, printed) in [
      ("run", answer, "123"), ("call", answer, "111"),
    ] {
      let folder = try PluginFolder(
        role: "\"role\": \"requester\", \"lifetime\": \"\(lifetime)\"",
        script: "\(Self.hello) \(script)")
      try folder.write("host: http://a.example\nrequester: odd\npath: /<uuid()>\n")
      let run = try folder.run(["call.yaml", "call.yaml"])
      #expect(run == CommandRun(ending: .exit(0), output: printed, error: ""))
    }
  }
}
