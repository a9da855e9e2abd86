import Foundation

/// A new folder for each test, with a spec that gets `/file`.
struct SavingFolder {
  let path: String

  init(_ spec: String = "host: http://a.example\npath: /file\n") throws {
    path = "\(Place.scratch)/saving-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(path)/out", withIntermediateDirectories: true)
    try spec.write(toFile: "\(path)/get.yaml", atomically: true, encoding: .utf8)
  }

  /// The arguments that save a server's response.
  func command(_ url: String, _ arguments: [String]) throws -> [String] {
    [try Place.program("apicall"), "run", "get.yaml", "--mock", url] + arguments
  }

  /// Starts a run.
  func start(_ url: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(command(url, arguments), in: path)
  }

  /// Runs it to its end.
  func run(_ url: String, _ arguments: String...) throws -> CommandRun {
    CommandRun(try ChildProcess(command(url, arguments), in: path))
  }

  /// Runs sh(1), for which `$apicall` is the beginning of the command.
  func shell(_ url: String, _ script: String) throws -> CommandRun {
    var variables = Surroundings.variables
    variables["apicall"] = try command(url, []).joined(separator: " ")
    let child = try ChildProcess(["/bin/sh", "-c", script], in: path, environment: variables)
    return CommandRun(child)
  }

  /// The names in the folder `out`, hidden ones too.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/out")) ?? []).sorted()
  }

  /// Whether the only file in the folder `out` has received bytes.
  var holdsBytes: Bool {
    let names = names
    return names.count == 1 && bytes(names[0])?.isEmpty == false
  }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/out/\(name)").map { [UInt8]($0) }
  }

  func write(_ text: String, _ name: String, mode: Int = 0o644) throws {
    try text.write(toFile: "\(path)/out/\(name)", atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(path)/out/\(name)")
  }

  /// Returns the mode of a file, without its kind.
  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/out/\(name)")
    return try (attributes[.posixPermissions] as? NSNumber)?.intValue
      ?? { throw SetupError("\(name) has no mode") }()
  }
}
