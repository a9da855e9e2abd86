import TestServers
import Foundation
import JSONText
import Testing

/// The effect of `eval "$(apicall run … --print … --format shell)"` in a shell.
@Suite("A shell that evaluates the output")
struct ShellEvaluationTests {
  static let shells = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "busybox sh"].filter { shell in
    let program = shell.split(separator: " ")[0]
    return ["/bin", "/usr/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Values as JSON, with the values that a shell should then have.
  private static let values: [(json: String, value: String)] =
    texts.map { (JSONWriter.string($0), $0) } + [
      ("null", ""), ("1.10", "1.10"), ("-1e400", "-1e400"), ("true", "true"),
      (#"["'; touch PWNED; '", "$(touch PWNED)"]"#, #"["'; touch PWNED; '","$(touch PWNED)"]"#),
      (#"{"a'b": "`touch PWNED`"}"#, #"{"a'b":"`touch PWNED`"}"#),
      (#""\u0027;touch PWNED;\u0027\u000a\u0024(touch PWNED)""#, "';touch PWNED;'\n$(touch PWNED)"),
      (#""\ud83d\ude00 \u00e9""#, "😀 é"),
    ]

  private static let texts = [
    "", " ", "plain", "'", "''", "'\\''", "\"", "\\", "\\'", "a'b'c", "';touch PWNED;'",
    "'\ntouch PWNED\n'", "$(touch PWNED)", "`touch PWNED`", "${x:-$(touch PWNED)}", "; touch PWNED",
    "| touch PWNED", "& touch PWNED &", "#", "!", "!!", "!touch", "~", "*", "-n", "--", "-e a",
    "%s%n",
    "a\nb\n\n", "\n", "\r\n", "\t", "\u{1B}]52;c;aGk=\u{7}", "=x", "x=y", "token=z",
    "<(touch PWNED)",
    "{a,b}", "[a]", "\u{202E}", "é😀", "\\n\\0\\x41\\u0041", "^a^b", "$'\\x41'", "$TOKEN", "$token",
    "\u{7F}\u{80}", "'\u{2019}'", "¯\\_(ツ)_/¯",
    String(repeating: "'$(touch PWNED)`\n\\", count: 60_000),
  ]

  /// Bodies of which nothing may be printed, with the head in front of each.
  private static let refused: [(name: String, answer: [UInt8])] = [
    ("401", answer("{\"token\":\"x'; touch PWNED; '\"}; touch PWNED", status: "401 Unauthorized")),
    (
      "cut short",
      Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n".utf8)
        + Array(#"{"token":"touch PWNED","other":"b"}"#.utf8)
    ),
    ("NUL", answer(#"{"token":"a\u0000touch PWNED","other":"b"}"#)),
    ("no token", answer(#"{"other":"touch PWNED"}"#)),
    ("no JSON", answer(#"{"token":"a","other":"b"} touch PWNED"#)),
    (
      "not UTF-8",
      Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"token\":\"".utf8)
        + [0xFF, 0xE2, 0x27, 0x80] + Array("\",\"other\":\"b\"}".utf8)
    ),
  ]

  private static func answer(_ body: String, status: String = "200 OK") -> [UInt8] {
    let head = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)"
    return Array("HTTP/1.1 \(status)\r\n\(head)\r\n\r\n\(body)".utf8)
  }

  /// Responds to `/value/N` with a value as token, and to `/refused/N` as above.
  private static let server = Result {
    try ScriptedServer { request, connection in
      let words = request.split(separator: " ").dropFirst().first?.split(separator: "/") ?? []
      guard words.count == 2, let number = Int(words[1]) else { return }
      if words[0] == "refused" {
        connection.send(refused[number].answer)
      } else {
        connection.send(answer("{\"token\":\(values[number].json),\"other\":\"o\"}"))
      }
    }
  }

  private func folder() throws -> String {
    let folder = "\(Place.scratch)/eval-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let spec = """
      host: http://a.example
      path: /<+what>
      inputs: {what: {}}
      outputs: {token: $.token, other: $.other}

      """
    try spec.write(toFile: "\(folder)/call.yaml", atomically: false, encoding: .utf8)
    return folder
  }

  private func run(_ script: String, in shell: String, _ folder: String) throws -> CommandRun {
    _ = try Place.program("apicall")
    let variables = ["SERVER": try Self.server.get().url, "LC_ALL": "C.UTF-8"]
    let words = shell.split(separator: " ").map { String($0) }
    return CommandRun(
      try ChildProcess(
        words + ["-c", script], in: folder,
        environment: Surroundings.variables.merging(variables) { $1 }))
  }

  @Test("It assigns exactly the value, and executes nothing", arguments: shells)
  func values(_ shell: String) throws {
    let folder = try folder()
    let result = try run(
      """
      n=0
      while test $n -lt \(Self.values.count); do
        token=before other=before
        eval "$(apicall run call.yaml what=value/$n --mock "$SERVER" --print token,other --format shell)"
        printf %s "$token" >$n.txt
        test "$other" = o || echo "$n: $other"
        n=$((n + 1))
      done
      """, in: shell, folder)
    #expect(result == CommandRun(ending: .exit(0), output: "", error: ""))
    for (number, (json, value)) in Self.values.enumerated() {
      let written = try Data(contentsOf: URL(filePath: "\(folder)/\(number).txt"))
      #expect(Array(written) == Array(value.utf8), "\(shell): \(json.prefix(80))")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files) == Set((0..<Self.values.count).map { "\($0).txt" } + ["call.yaml"]))
  }

  @Test("It assigns nothing if anything fails, and executes nothing", arguments: shells)
  func failures(_ shell: String) throws {
    let folder = try folder()
    let result = try run(
      """
      print() { printf '%s %s\\n' "$token" "$other"; }
      for n in \(Self.refused.indices.map { "\($0)" }.joined(separator: " ")); do
        token=before other=before
        eval "$(apicall run call.yaml what=refused/$n --mock "$SERVER" --print token,other --format shell)"
        print
      done
      eval "$(apicall run call.yaml what=x --mock http://127.0.0.1:1 --print token --format shell)"
      print
      eval "$(apicall run nowhere.yaml --print token --format shell)"
      print
      """, in: shell, folder)
    #expect(result.ending == .exit(0))
    #expect(
      result.output == String(repeating: "before before\n", count: Self.refused.count + 2),
      "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["call.yaml"])
  }

  @Test("It does not get a name that could have a meaning for it")
  func names() throws {
    let folder = try folder()
    for name in ["path", "fpath", "module_path", "cdpath", "argv", "http_proxy", "PATH", "IFS"] {
      let spec = "host: http://a.example\npath: /value/1\noutputs: {\(name): $.token}\n"
      try spec.write(toFile: "\(folder)/call.yaml", atomically: false, encoding: .utf8)
      let result = try run(
        #"apicall run call.yaml --mock "$SERVER" --print \#(name) --format shell"#, in: "sh", folder
      )
      #expect(result.ending == .exit(64) && result.output.isEmpty, "\(name): \(result.output)")
    }
  }
}
