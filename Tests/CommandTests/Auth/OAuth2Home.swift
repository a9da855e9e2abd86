import Foundation
import TestServers

/// A home of a user with a project that gets tokens from a server.
struct OAuth2Home {
  let path: String
  let server: IssuerServer

  var folder: String { "\(path)/shop" }

  init(_ auth: String = "client_id: ci, client_secret: <key>") throws {
    server = try IssuerServer()
    path = "\(Place.scratch)/oauth2-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try write("token_url: \(server.url)/token, \(auth)")
    // Only trusted files may use the login of a user.
    guard try run("trust", ".").ending == .exit(0) else { throw SetupError("cannot trust") }
  }

  /// Writes the file of the call.
  func write(_ auth: String, host: String? = nil, to name: String = "call.yaml") throws {
    try """
    host: \(host ?? server.url)
    path: /api
    inputs: {key: {secret: true, default: hush-hush}}
    auth: {type: oauth2, \(auth)}

    """.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  var environment: [String: String] {
    Surroundings.variables.merging(["HOME": path]) { $1 }
  }

  func start(_ arguments: [String], variables: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall")] + arguments, in: folder,
      environment: environment.merging(variables) { $1 })
  }

  @discardableResult
  func run(_ arguments: String..., variables: [String: String] = [:]) throws -> CommandRun {
    CommandRun(try start(arguments, variables: variables))
  }

  /// Runs a command at a terminal; `during` gets the text on it.
  func runAtTerminal(
    _ arguments: [String], variables: [String: String] = [:],
    during: (TerminalSession) throws -> Void
  ) throws -> (ending: ChildProcess.Ending, text: String) {
    let words = arguments.map { $0.hasSuffix(".yaml") ? "\(folder)/\($0)" : $0 }
    let session = try TerminalSession(
      [Place.program("apicall")] + words, environment: environment.merging(variables) { $1 })
    try during(session)
    return (session.child.wait(), session.text)
  }
}

extension TerminalSession {
  /// Waits for a line of the terminal that begins with a word, and returns the rest of it.
  func line(after word: String) throws -> String {
    var found: Substring?
    guard
      waits(until: {
        found = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .first { $0.contains("  \(word) ") }
        return found != nil
      }), let line = found?.split(separator: " ").last
    else { throw SetupError("the terminal shows '\(text)'") }
    return String(line)
  }
}
