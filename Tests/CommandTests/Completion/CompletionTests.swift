import Foundation
import Testing

@testable import apicall

@Suite("Completion")
struct CompletionTests {
  struct Case: CustomTestStringConvertible {
    var line: String
    var words: [String]

    init(_ line: String, _ words: [String]) {
      self.line = line
      self.words = words
    }

    var testDescription: String { line }
  }

  /// The typed text with the cursor after it, and bash's replacements of its last word.
  static let cases = [
    Case("apicall sh", ["show"]),
    Case("apicall s", ["show", "schema", "serve", "secrets", "session", "state"]),
    Case("apicall secrets ", ["set", "allow", "grant", "list", "remove"]),
    Case("apicall secrets set --", ["--origin", "--source", "--help"]),
    Case("apicall secrets remove --source f", ["file"]),
    Case("apicall secrets list --j", ["--json"]),
    Case("apicall secrets nothing ", []),
    Case("apicall session ", ["list", "show", "clear"]),
    Case("apicall session clear --", ["--session", "--all", "--help"]),
    Case("apicall session nothing ", []),
    Case("apicall plugins l", ["list", "link"]),
    Case("apicall plugins new --role f", ["formatter"]),
    Case("apicall plugins new loud --role formatter --lang ", ["sh", "python", "swift"]),
    Case("apicall plugins nothing ", []),
    Case("apicall --v", ["--version"]),
    Case("apicall help sec", ["secrets", "security"]),
    Case("apicall help jsonp", ["jsonpath"]),
    Case("apicall help top", ["topics"]),
    Case("apicall help secrets al", ["allow"]),
    Case("apicall plugins test jq --w", ["--write"]),
    Case("apicall run --no-p", ["--no-progress"]),
    Case("apicall run --follow todos/g", ["todos/get"]),
    Case("apicall run reqres/use", ["reqres/user", "reqres/users"]),
    Case("apicall run reqres/login ", ["email=", "password=", "api_key="]),
    Case("apicall run reqres/login email=a p", ["password="]),
    Case("apicall run reqres/login email=a api_key=b ", ["password="]),
    Case("apicall run endpoints/reqres/login.yaml pass", ["password="]),
    Case("apicall run todos/create completed=", ["true", "false"]),
    Case("apicall run todos/create completed=t", ["true"]),
    Case("apicall run todos/create completed=x", []),
    Case(
      "apicall run --format ",
      ["json", "compact", "ndjson", "yaml", "table", "csv", "tsv", "lines", "raw", "shell"]),
    Case("apicall run --format=r", ["raw"]),
    Case("apicall run --requester f", ["fixture", "failing"]),
    Case("apicall run todos/create --print ", ["id", "status", "headers."]),
    Case("apicall run todos/create --print id,s", ["id,status"]),
    Case("apicall run --host http://127.0.0.1:8080 reqres/user i", ["id="]),
    Case("apicall run todos/get hibp/breaches ", ["id=", "domain="]),
    Case("apicall run todos/get todos/", ["todos/create", "todos/get", "todos/list"]),
    Case("apicall run todos/get --profile l", ["live", "local"]),
    Case("apicall show --as ", ["http", "curl", "json"]),
    Case("apicall show -- --", []),
    Case("apicall check reqres/u", ["reqres/user", "reqres/users"]),
    Case("apicall check endpoints/todos/l", ["endpoints/todos/list.yaml"]),
    Case("apicall check Tests/Fi", ["Tests/Fixtures"]),
    Case("apicall fmt --", ["--check", "--file-root", "--help"]),
    Case("apicall completion z", ["zsh"]),
    Case("apicall completion bash ", []),
    Case("apicall schema --p", ["--project"]),
    Case("apicall run Tests/Fixtures/mistakes/six.yaml ", []),
    Case("apicall run Tests/Fixtures/mistakes/not-yaml.yaml em", []),
    Case("apicall run no/such ", []),
    Case("apicall nothing ", []),
  ]

  @Test("bash completes words", arguments: cases)
  func bash(_ example: Case) throws {
    // As bash splits words: at blanks, and at = and :, which are words themselves.
    let script = """
      source <(apicall completion bash) && set -u
      COMP_LINE=$1 COMP_POINT=${#1}
      pieces=${1//=/ = }
      read -ra COMP_WORDS <<<"${pieces//:/ : }"
      case $1 in *' ') COMP_WORDS+=("") ;; esac
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _apicall
      for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
      """
    let run = CommandRun(
      try ChildProcess(["/bin/bash", "--norc", "-c", script, "bash", example.line]))
    #expect(run.ending == .exit(0) && run.error.isEmpty, "\(run.error)")
    let words = Set(run.output.split(separator: "\n").map(String.init))
    let isShort = words.count == example.words.count
    #expect(
      isShort ? words == Set(example.words) : words.isSuperset(of: example.words),
      "\(words.sorted())")
    // File names may appear as well.
    let others = words.subtracting(example.words)
    #expect(others.allSatisfy { FileManager.default.fileExists(atPath: "\(Place.package)/\($0)") })
  }

  @Test("Candidates and remarks are printed one per line")
  func request() throws {
    #expect(
      try CommandRun("__complete", "run", "reqres/login", "e").output
        == "email=\tthe account's e-mail address\n")
    #expect(try CommandRun("__complete", "run", "todos/l").output == "todos/list\n:files\n")
    #expect(try CommandRun("__complete").output.contains("run\tMake a call"))
  }

  @Test("Unreadable files print nothing, and nothing is sent")
  func quiet() throws {
    for words in [["run", "broken/typo", ""], ["run", "shop/item", "id="], ["show", "x", ""]] {
      let child = try ChildProcess(
        [Place.program("apicall"), "__complete"] + words, in: "\(Place.fixtures)/project")
      let run = CommandRun(child)
      #expect(run.ending == .exit(0))
      #expect(run.error.isEmpty && run.output.isEmpty)
    }
  }

  @Test("Plugins are included")
  func plugins() throws {
    let child = try ChildProcess(
      [Place.program("apicall"), "__complete", "run", "--format", "fr"],
      environment: Surroundings.variables.merging([
        "APICALL_PLUGIN_PATH": "\(Place.fixtures)/options/plugins"
      ]) { $1 })
    #expect(CommandRun(child).output == "frame\tPuts what it is given into a frame.\n")
  }

  private static func hasShell(_ name: String) -> Bool {
    ["/bin", "/usr/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  @Test("zsh reads its script", .enabled(if: hasShell("zsh"), "zsh is not installed"))
  func zsh() throws {
    let run = CommandRun(
      try ChildProcess(["/bin/sh", "-c", "apicall completion zsh | zsh -n /dev/stdin"]))
    #expect(run.ending == .exit(0) && run.error.isEmpty, "\(run.error)")
  }

  @Test(
    "fish completes words", .enabled(if: hasShell("fish"), "fish is not installed"),
    arguments: [
      ("apicall run reqres/login em", "email="), ("apicall completion b", "bash"),
      ("apicall run todos/create completed=t", "completed=true"),
    ])
  func fish(line: String, word: String) throws {
    let script = "apicall completion fish | source; complete -C '\(line)'"
    let run = CommandRun(try ChildProcess(["/usr/bin/fish", "--no-config", "-c", script]))
    let words = run.output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    #expect(words == [word[...]], "\(run.error)")
  }

  @Test("An unknown shell is an error")
  func unknownShell() throws {
    let run = try CommandRun("completion", "tcsh")
    #expect(run.ending == .exit(64))
    #expect(
      run.error == """
        apicall: unknown shell 'tcsh'
          hint: the shells here are bash, zsh, fish

        """)
  }
}
