import APICallContracts
import APICallPlugins
import Foundation
import TestServers
import Testing

/// Standard output and error are one pseudo-terminal, and nothing on it may steer it.
@Suite("Hostile text on a terminal")
struct TerminalSafetyTests {
  /// Creates a folder of hostile files; the name of the first one is `$FILE`.
  private static let folder = Result {
    let folder = "\(Place.scratch)/hostile"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/files", withIntermediateDirectories: true)
    let text = YAMLString.of(HostileText.valid)
    let spec = """
      summary: \(text)
      host: http://hostile.example
      path: /<answer>
      inputs: {answer: {help: \(text), default: json}, other: {default: \(text)}, key: {secret: true, default: none}}
      query: {q: <other>}
      outputs:
        token: {from: $.token, default: none}
        none: $.none

      """
    try spec.write(toFile: "\(folder)/call.yaml", atomically: false, encoding: .utf8)
    let graphql = "host: http://hostile.example\npath: /graphql\ngraphql: {query: '{a}'}\n"
    try graphql.write(toFile: "\(folder)/graphql.yaml", atomically: false, encoding: .utf8)
    let name = "\(folder)/files/\(HostileText.valid.replacing("/", with: "|").prefix(120)).yaml"
    for file in [name, "\(folder)/files/other.yaml"] {
      try (spec + "\(text): 1\nmethod: \(text)\n")
        .write(toFile: file, atomically: false, encoding: .utf8)
    }
    return (folder, name)
  }

  private func shown(_ script: String) throws -> (bytes: [UInt8], text: String) {
    let (folder, file) = try Self.folder.get()
    let variables = [
      "FILE": file, "TEXT": HostileText.valid, "SOFT": HostileText.withoutControls, "NO_COLOR": "1",
      "SERVER": try HostileServer.shared.get().url, "CLOSED": "http://127.0.0.1:1",
    ]
    let child = try ChildProcess(
      ["/bin/sh", "-c", "exec 2>&1; \(script)"], in: folder,
      environment: Surroundings.variables.merging(variables) { $1 }, output: .terminal)
    _ = try Place.program("apicall")
    #expect(child.wait() != .timeLimit)
    return (child.output, String(decoding: child.output, as: UTF8.self))
  }

  private func check(_ script: String) throws {
    let shown = try shown(script)
    #expect(HostileText.fault(in: shown.bytes) == nil, "\(script)\n\(shown.text.debugDescription)")
    #expect(shown.text.contains("mark"), "\(script)\n\(shown.text.debugDescription)")
  }

  @Test("A terminal shows unescaped text, so that these tests can fail")
  func control() throws {
    #expect(HostileText.fault(in: try shown(#"printf %s "$TEXT""#).bytes) != nil)
  }

  static let kinds = [
    "json", "rows", "ndjson", "malformed", "text", "bytes", "latin1", "windows", "utf16", "csv",
    "form", "yaml", "sse", "head", "error",
  ]

  @Test("Every response is safe in every format", arguments: kinds)
  func everyFormat(_ answer: String) throws {
    let run = "apicall run call.yaml answer=\(answer) --mock $SERVER"
    // A refused response has a message without the text; with -v its head is shown.
    var script = "\(run); \(run) -v"
    for formatter in Builtins.formatters where formatter.name != "shell" {
      script += "; \(run) --format \(formatter.name)"
    }
    try check(script)
  }

  @Test(
    "Parts of responses, messages, file names and options are safe",
    arguments: [
      "run call.yaml --mock $SERVER --print token",
      "run call.yaml --mock $SERVER --print token,status --format json",
      "run call.yaml --mock $SERVER --print token --format shell",
      "run call.yaml answer=head --mock $SERVER --print headers.X-A,headers.Location",
      "run call.yaml answer=head --mock $SERVER -v",
      "run call.yaml answer=error --mock $SERVER",
      "run call.yaml answer=error --mock $SERVER --print token",
      "run call.yaml answer=error --mock $SERVER --format table -v",
      "run graphql.yaml --mock $SERVER",
      "run call.yaml --mock $CLOSED answer=mark -v",
      #"run call.yaml --mock $SERVER --print "$TEXT""#,
      #"run call.yaml --mock $SERVER --format "$TEXT""#,
      #"run call.yaml --mock $SERVER "--$TEXT""#,
      #"run call.yaml --host "$TEXT""#,
      #"run call.yaml --mock "http://$TEXT""#,
      #"run call.yaml --profile "$TEXT""#,
      #"run call.yaml --set "path=$TEXT" --mock $SERVER"#,
      #"run call.yaml --set "$TEXT=1" --mock $SERVER"#,
      #"run call.yaml -H "mark: $TEXT" --mock $SERVER"#,
      #"run call.yaml "$TEXT=1" --mock $SERVER"#,
      #"run call.yaml "$TEXT""#,
      #"run call.yaml "answer@=/nowhere/$TEXT""#,
      #"run "$FILE""#, #"run "$FILE" --help"#, #"check "$FILE""#, "check files", "list files",
      #"show "$FILE""#, #"run "no$TEXT""#, #"check "no$TEXT""#, #"fmt "no$TEXT""#, #""$TEXT""#,
      #"list "no$TEXT""#, #"trust "no$TEXT""#, "run call.yaml --help", "list .",
      "show call.yaml -H 'X-A: mark' --origin", "show call.yaml --as curl",
      #"show call.yaml -H "X-A: a$SOFT" --as http"#, #"show call.yaml -H "X-A: $SOFT""#,
      #"show call.yaml -H "X-A: a$SOFT" --as curl"#, #"show call.yaml "other=$TEXT" --as json"#,
      #"show call.yaml --as "$TEXT""#,
    ])
  func commands(_ arguments: String) throws { try check("apicall \(arguments)") }

  @Test("Hostile text is shown as escapes")
  func escapes() throws {
    let shown = try shown("apicall run call.yaml answer=text --mock $SERVER").text
    #expect(shown.hasPrefix(#"mark0\x1b]52;c;aGk=\x07mark1\x1b]8;;http://evil.example\x1b\here"#))
    #expect(shown.contains(#"mark7\u{202a}\u{202b}\u{202d}\u{202e}txt.exe\u{202c}"#))
  }
}

/// JSON strings, which are also YAML strings.
private enum YAMLString {
  static func of(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        scalar.value < 0x7F && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
          ? String(scalar)
          : String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }.joined()
      }.joined() + "\""
  }
}
