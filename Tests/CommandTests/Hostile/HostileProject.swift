import TestServers
import Foundation
import Synchronization

/// A stranger's project with a new home and three servers: what a file can do with the secrets of
/// its user.
///
/// In all of its texts `$A`, `$B` and `$C` are the URLs of the servers, each with a separate
/// origin, `$PORT_A` and so on their ports, `$KEY` and `$OTHER` the values of secrets, `$MARK` a
/// text that a server makes up, `$ROOT` the folder of the project, `$HOME` that of the user, and
/// `$NOW` the time.
final class HostileProject {
  /// The values of the names in a project's texts.
  struct Names: Sendable {
    let root: String
    let home: String
    let ports: [Int]
    /// A text that is unique to the project.
    let number: Int

    var key: String { "kEy7+\(number)/Zq9~xMv" }
    var other: String { "oTh3r/\(number)+wQ~tLc" }
    var mark: String { "m4rk\(number)XyZtok" }

    func url(_ server: Int) -> String { "http://127.0.0.1:\(ports[server])" }

    func fill(_ text: String) -> String {
      guard text.contains("$") else { return text }
      var text = text
      for (index, letter) in ["A", "B", "C"].enumerated() {
        text = text.replacing("$PORT_\(letter)", with: String(ports[index]))
        text = text.replacing("$\(letter)", with: url(index))
      }
      return text.replacing("$KEY", with: key).replacing("$OTHER", with: other)
        .replacing("$MARK", with: mark).replacing("$ROOT", with: root)
        .replacing("$HOME", with: home).replacing("$NOW", with: Date.now.ISO8601Format())
    }
  }

  /// The response of a server, by its letter, to a request.
  typealias Answer = @Sendable (_ server: String, _ request: HeardRequest) -> HostileReply

  private static let count = Atomic<Int>(0)

  let path: String
  let names: Names
  /// More environment variables, besides those that every program gets.
  var variables: [String: String] = [:]
  private let servers: [ScriptedServer]
  private let conversation = Heard()

  /// The requests that the servers received, in order of arrival, and their responses.
  private final class Heard: Sendable {
    let answer = Mutex<Answer>({ _, _ in HostileReply() })
    let requests = Mutex<[(server: Int, request: HeardRequest)]>([])
  }

  /// The folder of the project.
  var root: String { names.root }
  /// The home folder.
  var home: String { names.home }

  /// Creates a project.
  ///
  /// - Parameters:
  ///   - files: its files, by their paths.
  ///   - replies: the servers' responses, by server, method and path: `A POST /login`; an empty map
  ///     for all other requests.
  /// - Throws: an error if it cannot be created.
  init(_ files: [String: String], replies: [String: HostileReply] = [:]) throws {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    path = "\(Place.scratch)/hostile-\(number)"
    let conversation = conversation
    servers = try (0..<3).map { index in
      let letter = ["A", "B", "C"][index]
      return try ScriptedServer.answering { bytes in
        let request = HeardRequest(bytes)
        conversation.requests.withLock { $0.append((index, request)) }
        let answer = conversation.answer.withLock { $0 }
        return answer(letter, request).text(for: request)
      }
    }
    names = Names(
      root: "\(path)/project", home: "\(path)/home", ports: servers.map(\.port),
      number: number + 4217)
    let filled = replies.mapValues { [names] in $0.filled(by: names) }
    answer { (server, request) in
      filled["\(server) \(request.method) \(request.path)"] ?? HostileReply()
    }
    for folder in [home, root] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    if files["apicall.yaml"] == nil { try write("", to: "apicall.yaml") }
    for (name, text) in files { try write(text, to: name) }
    try grant(["key", "other", "shop"])
  }

  /// Changes the servers' responses.
  func answer(_ answer: @escaping Answer) { conversation.answer.withLock { $0 = answer } }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file below the project, or one of the user's own below `$HOME`.
  func write(_ text: String, to name: String) throws {
    let isOwn = name.hasPrefix("$HOME")
    let path = isOwn ? names.fill(name) : "\(root)/\(name)"
    try FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false),
      withIntermediateDirectories: true, attributes: [.posixPermissions: isOwn ? 0o700 : 0o755])
    try names.fill(text).write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: isOwn ? 0o600 : 0o644], ofItemAtPath: path)
  }

  /// The text of a file of the project; nil without one.
  func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
  }

  /// The servers, in a line of the file of grants.
  static let allServers = "$A $B $C"

  /// Lets the untrusted files of the project use secrets in all requests, which may reach all
  /// servers: what stops them then is where the values may go.
  ///
  /// - Parameters:
  ///   - names: the names of the secrets.
  ///   - folders: the folders below the project that are projects of their own.
  ///   - servers: the servers that they may reach besides those of the secrets, or `-`.
  /// - Throws: an error if the file of grants cannot be written.
  func grant(
    _ names: [String], in folders: [String] = [], reaching servers: String = allServers
  ) throws {
    let methods = "GET HEAD POST PUT PATCH DELETE"
    let lines = names.flatMap { name in
      ([""] + folders.map { "/\($0)" }).map {
        "\(name)\t$A $B $C\t\(methods)\tbody\t\(servers)\t$ROOT\($0)\n"
      }
    }
    try write(lines.joined(), to: "$HOME/state/apicall/grants")
  }

  /// The environment of the program.
  func environment() -> [String: String] {
    let own = [
      "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_STATE_HOME": "\(home)/state",
    ]
    // Rules can be switched off for all of it.
    let off = ProcessInfo.processInfo.environment[Place.ruleSwitch].map { [Place.ruleSwitch: $0] }
    return Surroundings.variables.merging(own) { $1 }.merging(off ?? [:]) { $1 }
      .merging(variables.mapValues(names.fill)) { $1 }
  }

  /// Runs the program in the project.
  ///
  /// - Parameters:
  ///   - typed: the arguments, with spaces between; the text after ` << ` is standard input.
  ///   - folder: the working directory, below the project.
  ///   - limit: the time limit.
  /// - Returns: how it ended, and its output.
  /// - Throws: a ``SetupError`` if it cannot be started.
  func run(
    _ typed: String, in folder: String = ".", within limit: Duration = patience
  ) throws -> CommandRun {
    let folder = "\(root)/\(folder)"
    let parts = typed.components(separatedBy: " << ")
    let environment = environment()
    let words =
      [try Place.program("apicall", for: environment)]
      + parts[0].split(separator: " ").map { names.fill(String($0)) }
    guard let input = parts.dropFirst().first.map(names.fill) else {
      return CommandRun(
        try ChildProcess(words, in: folder, environment: environment), limit: limit)
    }
    let file = "\(path)/input"
    try input.write(toFile: file, atomically: false, encoding: .utf8)
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return CommandRun(
      try ChildProcess(words, in: folder, environment: environment, input: descriptor),
      limit: limit)
  }

  /// Stores a secret, as a user does.
  func store(_ name: String, _ value: String, for origins: String) throws {
    let options = origins.split(separator: " ").map { "--origin \($0)" }.joined(separator: " ")
    try succeed(run("secrets set \(name) - \(options) << \(value)"))
  }

  /// Trusts a folder of the project.
  func trust(_ folder: String) throws { try succeed(run("trust \(folder)")) }

  private func succeed(_ run: CommandRun) throws {
    guard run.ending == .exit(0) else { throw SetupError(run.error) }
  }

  /// Removes and returns the requests so far: the letter of each server, and the request.
  func takeHeard() -> [(server: String, request: HeardRequest)] {
    conversation.requests.withLock { requests in
      defer { requests = [] }
      return requests.map { (["A", "B", "C"][$0.server], $0.request) }
    }
  }
}
