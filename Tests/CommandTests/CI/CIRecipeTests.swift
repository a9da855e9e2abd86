import Foundation
import TestServers
import Testing
import YAMLTree

/// The recipes for CI services in examples/ci: their commands are run as a service runs them.
@Suite("Recipes for CI")
struct CIRecipeTests {
  /// A file with commands.
  enum Recipe: String, CaseIterable, Sendable {
    case gitHub = "github-actions.yml"
    case gitLab = "gitlab-ci.yml"
    case jenkins = "Jenkinsfile"

    var text: String { get throws { try Place.text("examples/ci/\(rawValue)") } }

    /// The lines of shell that contain a word, in order.
    func commands(with word: String) throws -> [String] {
      let scripts =
        switch self {
        case .jenkins: try text.matches(of: /sh '([^']*)'/).map { String($0.1) }
        case .gitHub, .gitLab: try Self.texts(in: #require(Self.tree(try text, rawValue)))
        }
      return scripts.flatMap { $0.components(separatedBy: "\n") }.filter { $0.contains(word) }
    }

    private static func tree(_ text: String, _ name: String) throws -> Node? {
      let reading = YAMLReader().read(Source(name: name, text: text))
      #expect(reading.problems.isEmpty, "\(reading.problems)")
      return reading.root
    }

    private static func texts(in node: Node) -> [String] {
      if let items = node.items { return items.flatMap(texts) }
      if let entries = node.entries { return entries.flatMap { texts(in: $0.value) } }
      return node.scalar.map { [$0.text] } ?? []
    }
  }

  private static let example = #"examples: {one: {with: {}, response: {json: {"open": true}}}}"#

  /// A repository with an endpoint in the folder api, and apicall where the recipes install it.
  private static func repository(at url: String) throws -> RecordingFolder {
    let folder = try RecordingFolder(
      ["api/status.yaml": "host: <host>\npath: /status\n\(example)\n", ".apicall/bin/README": ""],
      at: url)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/.apicall/bin/apicall",
      withDestinationPath: Place.program("apicall"))
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/reports", withIntermediateDirectories: false)
    return folder
  }

  private static func shell(_ command: String, in folder: String) throws -> CommandRun {
    CommandRun(try ChildProcess(["/bin/sh", "-c", command], in: folder)).untimed
  }

  @Test(
    "The cases are tested, then compared with the service, and both write HTML",
    arguments: Recipe.allCases)
  func commands(_ recipe: Recipe) throws {
    let commands = try recipe.commands(with: "apicall test ")
    #expect(commands.count == 2)
    #expect(commands.map { $0.contains(" --drift ") } == [false, true])
    let server = try ScriptedServer.answering { _ in response(#"{"open":1}"#) }
    let folder = try Self.repository(at: server.url)

    let test = try Self.shell(commands[0], in: folder.path)
    #expect(test.ending == .exit(0), "\(test.error)")
    #expect(test.error.hasSuffix("1 passed; nothing was sent\n"))
    let drift = try Self.shell(commands[1], in: folder.path)
    #expect(drift.ending == .exit(9), "\(drift.error)")
    #expect(drift.error.contains("$.open is a number; it was a boolean\n"))

    let reports = folder.tree("reports").keys.sorted()
    let pages = ["drift.html", "test.html"]
    #expect(reports == (recipe == .gitHub ? pages : pages + ["drift.xml", "test.xml"]).sorted())
  }

  @Test(
    "apicall is installed by the script only, and each file is listed",
    arguments: Recipe.allCases)
  func installation(_ recipe: Recipe) throws {
    #expect(
      try recipe.commands(with: "install-apicall.sh")
        .filter { $0.hasPrefix("sh ") } == ["sh ci/install-apicall.sh .apicall"])
    #expect(try recipe.text.contains("CHANGE"))
    let list = try Place.text("examples/ci/README.md")
    #expect(list.contains("(\(recipe.rawValue))"))
  }

  @Test("The script builds apicall once for each version, and again after a failure")
  func script() throws {
    let folder = try RecordingFolder([
      "source/Makefile": """
      all:
      \t@test -e $(HOME)/works && echo built >>$(HOME)/builds
      install:
      \t@install -D -m 755 Makefile $(PREFIX)/bin/apicall

      """
    ])
    let git = "git -c user.name=a -c user.email=a@example.com"
    let commit = "git init -q -b main && git add . && \(git) commit -q -m one && git tag v2"
    #expect(
      try Self.shell(commit, in: "\(folder.path)/source")
        == CommandRun(ending: .exit(0), output: "", error: ""))
    func install(_ version: String) throws -> ChildProcess.Ending {
      var environment = Surroundings.variables
      environment["HOME"] = folder.path
      environment["REPOSITORY"] = "file://\(folder.path)/source"
      environment["VERSION"] = version
      let script = "\(Place.package)/examples/ci/install-apicall.sh"
      return CommandRun(
        try ChildProcess(["/bin/sh", script, "kept"], in: folder.path, environment: environment)
      ).ending
    }
    func builds() -> Int { folder.tree("").first { $0.key == "builds" }?.value.count ?? 0 }

    #expect(try install("main") == .exit(2))
    try folder.write("", "works")
    for (version, count) in [("main", 1), ("main", 1), ("v2", 2), ("v2", 2)] {
      #expect(try install(version) == .exit(0))
      #expect(builds() == count * "built\n".utf8.count, "\(version)")
    }
    #expect(folder.tree("kept/bin").keys.sorted() == ["apicall"])
  }
}
