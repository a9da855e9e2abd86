import Foundation

/// A new home, with an endpoint that uses the secret `shop`.
struct SecretsHome {
  let path: String
  var folder: String { "\(path)/.local/share/apicall" }
  var file: String { "\(folder)/secrets.json" }

  init(_ endpoint: String = SecretsHome.endpoint("http://odd.example")) throws {
    path = "\(Place.scratch)/secrets-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try endpoint.write(toFile: "\(path)/call.yaml", atomically: true, encoding: .utf8)
    // The file is the user's own.
    let state = "\(path)/.local/state/apicall"
    try FileManager.default.createDirectory(
      atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try "\(path)\n".write(toFile: "\(state)/trusted", atomically: true, encoding: .utf8)
  }

  /// An endpoint that sends the secret as a token.
  static func endpoint(_ host: String) -> String {
    "host: \(host)\nauth: {type: bearer, token: <secret.shop>}\n"
  }

  /// Starts the program here.
  func start(
    _ arguments: [String], variables: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall")] + arguments, in: path, environment: environment(variables))
  }

  func run(_ arguments: String..., variables: [String: String] = [:]) throws -> CommandRun {
    CommandRun(try start(arguments, variables: variables))
  }

  /// Runs a command of sh(1) here.
  func shell(_ script: String, variables: [String: String] = [:]) throws -> CommandRun {
    _ = try Place.program("apicall")
    return CommandRun(
      try ChildProcess(
        ["/bin/sh", "-c", script], in: path, environment: environment(variables)))
  }

  func environment(_ variables: [String: String] = [:]) -> [String: String] {
    Surroundings.variables.merging(["HOME": path]) { $1 }.merging(variables) { $1 }
  }

  /// Stores a secret.
  func store(_ name: String, _ value: String, for origin: String) throws {
    let run = try shell(
      "printf %s \"$VALUE\" | apicall secrets set \(name) - --origin \(origin)",
      variables: ["VALUE": value])
    guard run.ending == .exit(0) else { throw SetupError(run.error) }
  }

  func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}
