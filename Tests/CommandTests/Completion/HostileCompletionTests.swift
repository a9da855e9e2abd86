import Foundation
import Testing

@testable import apicall

@Suite("Completion in a stranger's project")
struct HostileCompletionTests {
  /// Names that a shell could obey, and the project that has them.
  private static let names = [
    "$(touch pwned)", "`touch pwned`", "a'b", "a\"b", "a b", "a;touch pwned", "a\\b", "-n", "%s%n",
    "a>pwned", "!!", "*", "~", ":files",
  ]

  private let folder = "\(Place.scratch)/completion-\(UUID().uuidString)"
  private var environment: [String: String] {
    Surroundings.variables.merging(["XDG_CONFIG_HOME": "\(folder)/config"]) { $1 }
  }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func quoted(_ name: String) -> String {
      "'\(name.replacing("'", with: "''"))'"
    }
    // YAML's escapes; these names are never candidates.
    let broken = ["\"a\\nb\"", "\"a\\tb\"", "\"\\e[2Ja\"", "\"a\\u202eb\""]
    let profiles = (Self.names.map(quoted) + broken).map { "  \($0): {host: https://a.example}\n" }
    try "profiles:\n\(profiles.joined())".write(
      toFile: "\(folder)/apicall.yaml", atomically: true, encoding: .utf8)
  }

  private func candidates(_ words: String...) throws -> [String] {
    let run = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "__complete"] + words, in: folder, environment: environment))
    #expect(run.ending == .exit(0) && run.error.isEmpty, "\(run.error)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test("A name with a control character is left out, and all others are whole lines")
  func lines() throws {
    #expect(
      try candidates("run", "--profile", "")
        == Self.names.map { "\($0)\tSend to https://a.example" })
  }

  @Test("bash reads each inserted word as the name, and obeys none")
  func bash() throws {
    let script = """
      source <(apicall completion bash) && set -u
      COMP_LINE='apicall run --profile ' COMP_POINT=22
      COMP_WORDS=(apicall run --profile '') COMP_CWORD=3
      _apicall
      set -f
      for word in "${COMPREPLY[@]}"; do eval "printf '%s\\\\n' $word"; done
      """
    let run = CommandRun(
      try ChildProcess(
        ["/bin/bash", "--norc", "-c", script], in: folder, environment: environment))
    let words = run.output.split(separator: "\n").map(String.init)
    // The marker for files, which no profile can be.
    #expect(words.prefix(Self.names.count - 1) == Self.names.dropLast()[...], "\(run)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["apicall.yaml"])
  }

  @Test("--origin offers the origins of profiles and of stored secrets, never a value")
  func secrets() throws {
    let secrets = "\(folder)/config/apicall"
    let set = CommandRun(
      try ChildProcess(
        [
          "/bin/sh", "-c",
          "echo hunter-2-hunter | apicall secrets set token - --origin https://b.example",
        ], in: folder, environment: environment))
    #expect(set.ending == .exit(0), "\(set.error) \(secrets)")
    #expect(
      try candidates("secrets", "allow", "token", "--origin", "") == [
        "https://a.example\tThe profile '$(touch pwned)' uses it",
        "https://b.example\tThe secret 'token' may go there",
      ])
    #expect(
      try candidates("secrets", "remove", "t") == ["token\tIn file, for https://b.example"])
  }

  @Test("Descriptions are not cut at a colon")
  func whole() throws {
    let option = try candidates("secrets", "list", "--j").first
    #expect(option?.hasPrefix("--json\t") == true)
    let lines = try candidates("run", "--")
    #expect(lines.contains { $0.split(separator: "\t").last?.contains(": ") == true }, "\(lines)")
  }
}
