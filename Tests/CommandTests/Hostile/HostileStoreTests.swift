import APICallSafety
import Foundation
import Testing

/// Attacks by other people's files and servers through outputs that are stored as secrets.
@Suite("Stored outputs of other people's files")
struct HostileStoreTests {
  private static let login = StoredOutputTests.login
  private static let reply = StoredOutputTests.reply

  /// An attack, and the expected result.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    var replies: [String: HostileReply] = reply
    var trusted: [String] = ["."]
    /// The stored secrets and their origins.
    var stored: [String: String] = [:]
    var typed = "run main.yaml"
    var status: Int32 = 77
    /// The requests that the servers receive.
    var heard: [String] = []
    /// Texts that standard error contains.
    var says: [String] = []
    /// The list of secrets at the end.
    var list: String
    /// The rule that is the only protection against it.
    var rule: StoreRule?
    var testDescription: String { name }
  }

  /// A login with a stored secret, whose server redirects to another one.
  private static let keyed = """
    host: $A
    path: /login
    auth: {type: bearer, token: <secret.key>}
    redirects: 3
    outputs: {token: {from: $.token, secret: true, store: shop}}

    """
  private static let redirected: [String: HostileReply] = [
    "A GET /login": HostileReply("302 Found", fields: ["Location: $B/token"]),
    "B GET /token": #"{"token": "tok-$MARK"}"#,
  ]

  static let rows = [
    Row(
      name: "a project that was cloned", files: ["main.yaml": login], trusted: [],
      says: ["'token'", "'shop'", "apicall trust"], list: "", rule: .trust),
    Row(
      name: "a script whose second step would store",
      files: [
        "main.yaml": "steps: {a: {call: {url: $A/a}}, b: {call: login.yaml}}\n",
        "login.yaml": login,
      ],
      trusted: [], says: ["apicall trust"], list: ""),
    Row(
      name: "a need that would store",
      files: ["main.yaml": "needs: {in: {call: login.yaml}}\nurl: $A/a\n", "login.yaml": login],
      trusted: [], says: ["apicall trust"], list: ""),
    Row(
      name: "a stranger's script calls a trusted login",
      files: ["main.yaml": "steps: {a: {call: own/login.yaml}}\n", "own/login.yaml": login],
      trusted: ["own"], says: ["apicall trust"], list: ""),
    Row(
      name: "a trusted script calls a stranger's login",
      files: ["own/main.yaml": "steps: {a: {call: ../login.yaml}}\n", "login.yaml": login],
      trusted: ["own"], typed: "run own/main.yaml", says: ["apicall trust"], list: ""),
    Row(
      name: "a trusted file extends a stranger's one that stores",
      files: ["own/main.yaml": "extends: ../login.yaml\n", "login.yaml": login],
      trusted: ["own"], typed: "run own/main.yaml", says: ["apicall trust"], list: ""),
    Row(
      name: "a stranger's file needs a trusted login",
      files: [
        "main.yaml": "needs: {in: {call: own/login.yaml}}\nurl: $A/a\n", "own/login.yaml": login,
      ],
      trusted: ["own"], says: ["apicall trust"], list: ""),
    Row(
      name: "several files, the last of which would store",
      files: ["a.yaml": "url: $A/a\n", "main.yaml": login], trusted: [],
      typed: "run a.yaml main.yaml", says: ["apicall trust"], list: ""),
    Row(
      name: "a value made with a secret of A comes from B",
      files: ["main.yaml": keyed], replies: redirected, stored: ["key": "$A"],
      heard: ["A GET /login", "B GET /token"],
      says: ["'key'", "$A", "$B", "apicall secrets allow key --origin $B"],
      list: "key  file  $A\n", rule: .origins),
    Row(
      name: "it is allowed for one run, and would be stored for good",
      files: ["main.yaml": keyed], replies: redirected, stored: ["key": "$A"],
      typed: "run main.yaml --allow-origin key=$B",
      heard: ["A GET /login", "B GET /token"], says: ["'key'", "$B"], list: "key  file  $A\n"),
    Row(
      name: "a value made with a secret of A replaces one for A and B",
      files: ["main.yaml": keyed], replies: reply, stored: ["key": "$A", "shop": "$A $B"],
      status: 0, heard: ["A GET /login"], list: "key   file  $A\nshop  file  $A\n"),
    Row(
      name: "a redirect, and nothing else, leads to B",
      files: ["main.yaml": login + "redirects: 3\n"], replies: redirected, status: 0,
      heard: ["A GET /login", "B GET /token"], list: "shop  file  $B\n"),
    Row(
      name: "a redirect to B would replace the secret of A",
      files: ["main.yaml": login + "redirects: 3\n"], replies: redirected,
      stored: ["shop": "$A"], heard: ["A GET /login", "B GET /token"],
      says: ["$A", "$B", "store the value under another name"], list: "shop  file  $A\n"),
    Row(
      name: "the secret of B would be replaced",
      files: ["main.yaml": login], stored: ["shop": "$B"],
      says: ["'shop'", "$A", "$B", "store the value under another name"], list: "shop  file  $B\n",
      rule: .replacement),
    Row(
      name: "a name that leads to another folder",
      files: ["main.yaml": login.replacing("store: shop", with: "store: ../shop")], status: 65,
      says: ["cannot be the name of a secret"], list: ""),
    Row(
      name: "a name with a slash",
      files: ["main.yaml": login.replacing("store: shop", with: "store: a/b")], status: 65,
      says: ["cannot be the name of a secret"], list: ""),
    Row(
      name: "a name with a line break",
      files: ["main.yaml": login.replacing("store: shop", with: "store: \"a\\nb\"")], status: 65,
      says: ["cannot be the name of a secret"], list: ""),
    Row(
      name: "a name that says what another secret is for",
      files: ["main.yaml": login.replacing("store: shop", with: "store: key-origins")], status: 65,
      says: ["cannot be stored as"], list: ""),
  ]

  @Test("Nothing is stored without permission", arguments: rows)
  func row(_ row: Row) throws {
    let problems = try problems(of: row)
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test("Each rule is needed")
  func rules() throws {
    #expect(Set(Self.rows.compactMap(\.rule)) == Set(StoreRule.allCases))
    for row in Self.rows {
      guard let rule = row.rule else { continue }
      #expect(try !problems(of: row, without: rule).isEmpty, "\(rule)")
    }
  }

  private func problems(of row: Row, without rule: StoreRule? = nil) throws -> [String] {
    let project = try HostileProject(row.files, replies: row.replies)
    for folder in row.trusted { try project.trust(folder) }
    for (name, origins) in row.stored { try project.store(name, project.names.key, for: origins) }
    project.variables[Place.ruleSwitch] = rule?.rawValue
    let run = try project.run(row.typed)
    var problems: [String] = []
    if run.ending != .exit(row.status) { problems.append("exit status \(run.ending.status)") }
    let heard = project.takeHeard().map { "\($0.server) \($0.request.method) \($0.request.path)" }
    if heard != row.heard { problems.append("servers heard \(heard)") }
    for text in row.says.map(project.names.fill) where !run.error.contains(text) {
      problems.append("standard error does not contain \(text)")
    }
    if run.error.contains(project.names.mark) { problems.append("standard error has the value") }
    let list = try project.run("secrets list").output
    if list != project.names.fill(row.list) { problems.append("there is '\(list)'") }
    if !problems.isEmpty { problems.append(run.error) }
    return problems
  }

  @Test("A yes holds for the named server, and not for one that it redirects to")
  func answeredElsewhere() throws {
    let project = try HostileProject(
      ["main.yaml": Self.login + "redirects: 3\n"], replies: Self.redirected)
    let program = try Place.program("apicall")
    let session = try TerminalSession(
      ["/bin/sh", "-c", "cd '\(project.root)' && exec '\(program)' run main.yaml"],
      environment: project.environment())
    try session.type("y\n", after: "\(project.names.url(0))? [y/N]: ")
    #expect(session.child.wait() == .exit(77))
    let words = "the response came from $B, but the question was about $A"
    #expect(session.text.contains(project.names.fill(words)), "\(session.text)")
    #expect(try project.run("secrets list").output.isEmpty)
  }

  @Test("The question warns that a secret would be replaced")
  func replacing() throws {
    let project = try HostileProject(["main.yaml": Self.login], replies: Self.reply)
    try project.store("shop", "old-12345678", for: "$A $B")
    let program = try Place.program("apicall")
    let session = try TerminalSession(
      ["/bin/sh", "-c", "cd '\(project.root)' && exec '\(program)' run main.yaml"],
      environment: project.environment())
    try session.type("n\n", after: ", replacing the existing one? [y/N]: ")
    #expect(session.child.wait() == .exit(0))
    let contents = try String(
      contentsOfFile: "\(project.home)/data/apicall/secrets.json", encoding: .utf8)
    #expect(contents.contains("old-12345678"))
  }

  @Test("A file of secrets that is full or cannot be written stays unchanged")
  func unwritable() throws {
    let project = try HostileProject(["main.yaml": Self.login], replies: Self.reply)
    try project.trust(".")
    try project.store("old", "old-12345678", for: "$B")
    let file = "\(project.home)/data/apicall/secrets.json"
    let before = try Data(contentsOf: URL(filePath: file))
    // A folder has the name of the lock file.
    let lock = "\(file).lock"
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    let locked = try project.run("run main.yaml")
    #expect(locked.ending == .exit(73) && locked.error.contains("cannot write '\(file)'"))
    try FileManager.default.removeItem(atPath: lock)
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    // The limit is 1 MiB.
    for number in 0..<32 {
      let value = String(repeating: "x", count: number < 31 ? 32768 : 30380)
      try project.store("n\(number)", value, for: "$B")
    }
    let full = try Data(contentsOf: URL(filePath: file))
    let run = try project.run("run main.yaml")
    #expect(
      run.ending == .exit(73) && run.error.contains("would be longer"), "\(full.count) \(run.error)"
    )
    #expect(try Data(contentsOf: URL(filePath: file)) == full)
  }

  @Test(
    "If the values of two servers are stored at once, one gets the secret, and the other fails")
  func concurrent() throws {
    let other = Self.login.replacing("$A", with: "$B")
    let project = try HostileProject(
      ["a.yaml": Self.login, "b.yaml": other],
      replies: Self.reply.merging(["B GET /login": #"{"token": "tok-of-B-12345"}"#]) { $1 })
    try project.trust(".")
    let program = try Place.program("apicall")
    let children = try (0..<12).map { number in
      try ChildProcess(
        [program, "run", number % 2 == 0 ? "a.yaml" : "b.yaml"], in: project.root,
        environment: project.environment())
    }
    let endings = children.map { $0.wait() }
    #expect(endings.allSatisfy { $0 == .exit(0) || $0 == .exit(77) })
    #expect(endings.count { $0 == .exit(0) } == 6)
    let first = endings.firstIndex(of: .exit(0)) ?? 0
    #expect(
      try project.run("secrets list").output == "shop  file  \(project.names.url(first % 2))\n")
  }
}
