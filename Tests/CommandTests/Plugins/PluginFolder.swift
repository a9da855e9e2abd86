import Foundation
import TestServers

/// A folder with one plugin, whose program is a shell script, and an endpoint that uses it.
struct PluginFolder {
  /// The folder.
  let path: String

  /// Writes the plugin.
  ///
  /// - Parameters:
  ///   - role: its role, as the manifest has it.
  ///   - script: its program, without the first line.
  ///   - manifest: members of the manifest besides the required ones.
  ///   - interpreter: the first line of the program.
  ///   - mode: the mode of the program.
  /// - Throws: the error of the file system.
  init(
    role: String, script: String, manifest: String = "", interpreter: String = "#!/bin/sh\n",
    mode: Int = 0o755
  ) throws {
    path = "\(Place.scratch)/plugin-\(UUID().uuidString)"
    let folder = "\(path)/plugins/odd"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #"{"name": "odd", "exec": "./odd", "roles": [{\#(role)}]\#(manifest)}"#
      .write(toFile: "\(folder)/plugin.json", atomically: true, encoding: .utf8)
    try (interpreter + script)
      .write(toFile: "\(folder)/odd", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(folder)/odd")
    waitUntilWritten("\(folder)/odd")
  }

  /// Writes an endpoint beside the plugin.
  func write(_ endpoint: String) throws {
    try endpoint.write(toFile: "\(path)/call.yaml", atomically: true, encoding: .utf8)
  }

  /// The program of the plugin.
  var program: String { "\(path)/plugins/odd/odd" }

  /// Runs the endpoint.
  func run(_ options: [String] = []) throws -> CommandRun { CommandRun(try start(options)) }

  /// Starts to run the endpoint.
  func start(_ options: [String]) throws -> ChildProcess {
    var variables = Surroundings.variables
    variables["APICALL_PLUGIN_PATH"] = "\(path)/plugins"
    return try ChildProcess(
      [Place.program("apicall"), "run", "call.yaml"] + options, in: path, environment: variables)
  }

  /// Runs a shell command in the folder; `$APICALL` is the program.
  func run(shell command: String) throws -> CommandRun {
    var variables = Surroundings.variables
    variables["APICALL_PLUGIN_PATH"] = "\(path)/plugins"
    variables["APICALL"] = try Place.program("apicall")
    variables["XDG_DATA_HOME"] = "\(path)/data"
    return CommandRun(
      try ChildProcess(["/bin/sh", "-c", command], in: path, environment: variables))
  }
}
