import APICallBase
import APICallExternal
import APICallPluginTools
import GoldenFiles
import PluginPlaces
import Testing
import YAMLTree

@Suite("Plugins play transcripts")
struct RehearsalTests {
  /// A plugin's program for sh(1), a transcript, and the differences.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var role: String
    var program: String
    var transcript: String
    var testDescription: String { name }
  }

  private static let greeting = #"""
    read -r hello
    echo '{"hello":{"protocol":1}}'

    """#

  private static let hello = #"""
    > {"hello":{"protocols":[1]}}
    < {"hello":{"protocol":1}}

    """#

  static let cases = [
    Case(name: "good filter", role: "formatter", program: "tr a-z A-Z", transcript: ">+ a\n<+ A\n"),
    Case(
      name: "filter with another output", role: "formatter", program: "tr a-z A-Z",
      transcript: ">+ a\\nb\\n\n<+ A\\nC\\n\n"),
    Case(
      name: "filter with another status", role: "formatter", program: "echo why >&2; exit 3",
      transcript: "< exit 65\n"),
    Case(
      name: "filter that a signal ends", role: "decoder", program: "kill -9 $$",
      transcript: ">+ a\n"),
    Case(
      name: "filter with variables", role: "decoder",
      program: #"printf %s "$APICALL_ROLE $APICALL_OPT_LINE_WIDTH $A""#,
      transcript: "> env A=b=c\n> option line-width=5\n<+ decoder 5 b=c\n"),
    Case(
      name: "frames for a filter", role: "formatter", program: "cat >/dev/null",
      transcript: #"< {"id":1}"#),
    Case(
      name: "run of a filter for frames", role: "secret", program: "cat", transcript: ">+ a\n"),
    Case(
      name: "good frames", role: "secret",
      program: greeting + #"""
        read -r asked
        echo '{"log":{"level":"info","text":"x"}}'
        echo '{"id":1,"missing":true,"more":[1]}'
        """#,
      transcript: hello + #"""
        > {"id":1,"secret":{"op":"get","name":"a"}}
        < {"id":1,"missing":true}
        """#),
    Case(
      name: "another answer", role: "secret",
      program: greeting + #"echo '{"id":1,"names":[{"name":"a"}]}'"#,
      transcript: hello + #"< {"id":1,"names":[{"name":"b"}]}"#),
    Case(
      name: "too few items", role: "secret", program: greeting + #"echo '{"id":1,"names":[]}'"#,
      transcript: hello + #"< {"id":1,"names":[{"name":"b"}]}"#),
    Case(
      name: "a member that is missing", role: "secret", program: greeting + #"echo '{"id":1}'"#,
      transcript: hello + #"< {"id":1,"error":{"code":"internal"}}"#),
    Case(
      name: "a body in two frames", role: "requester",
      program: greeting + #"""
        printf '{"id":1,"body":true,"bytes":2}\na\n{"id":1,"body":true,"bytes":1}\nb{"id":1,"end":true}\n'
        """#,
      transcript: hello + """
        < {"id":1,"body":true}
        <+ a\\nb
        < {"id":1,"end":true}
        """),
    Case(
      name: "another body", role: "requester",
      program: greeting + #"printf '{"id":1,"body":true,"bytes":2}\na\n'"#,
      transcript: hello + """
        < {"id":1,"body":true}
        <+ a\\x00
        """),
    Case(
      name: "no end", role: "secret",
      program: greeting + #"echo why >&2; exit 4"#, transcript: hello),
    Case(
      name: "more than is asked", role: "secret",
      program: greeting + #"echo '{"id":9}'"#, transcript: hello),
    Case(
      name: "nothing more", role: "secret", program: greeting, transcript: hello + #"< {"id":1}"#),
    Case(
      name: "no frame", role: "secret", program: "echo hello", transcript: hello),
    Case(
      name: "no interpreter", role: "secret", program: "", transcript: hello),
  ]

  @Test("Each difference has its line", arguments: cases)
  func plays(_ row: Case) throws {
    let place = try PluginPlace()
    try place.add(
      "a/try",
      manifest: #"""
        {"name": "try", "exec": "./run", "roles": [{"role": "\#(row.role)"}], "timeout_ms": 180000,
         "options": [{"name": "line-width", "type": "integer", "default": 80}]}
        """#, program: nil)
    let first = row.program.isEmpty ? "#!/no/such/interpreter" : "#!/bin/sh"
    try place.write("a/try/run", "\(first)\n\(row.program)\n", mode: 0o755)
    let plugin = try #require(try place.catalog("a").plugin(named: "try"))
    let transcript = try PluginTranscript(Source(name: "a.transcript", text: row.transcript))
    let problems = Rehearsal(of: plugin, variable: { $0 == "PATH" ? "/usr/bin:/bin" : nil })
      .play(transcript)
    let file = "rehearsals/\(row.name.replacing(" ", with: "-")).txt"
    try GoldenFile(path: file).check(
      row.transcript + "\n---- says\n" + problems.map(\.text).joined())
  }

  @Test("A plugin that sends nothing is not waited for")
  func silent() throws {
    let place = try PluginPlace()
    try place.add(
      "a/try",
      manifest: #"""
        {"name": "try", "exec": "./run", "roles": [{"role": "secret"}], "timeout_ms": 100}
        """#, program: nil)
    try place.write("a/try/run", "#!/bin/sh\nexec sleep 1000\n", mode: 0o755)
    let plugin = try #require(try place.catalog("a").plugin(named: "try"))
    let transcript = try PluginTranscript(Source(name: "a.transcript", text: Self.hello))
    let problems = Rehearsal(of: plugin, variable: { $0 == "PATH" ? "/usr/bin:/bin" : nil })
      .play(transcript)
    #expect(problems.map(\.message) == ["'try' was silent for 100ms"])
  }
}
