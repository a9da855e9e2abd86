import APICallBase
import APICallSystem
import APICallText
import Foundation

@testable import APICallScripts

/// A new home with a project and sessions.
struct SessionsHome {
  let path: String
  /// The root of the project.
  var project: String { "\(path)/shop" }
  /// The folder of sessions.
  var folder: String { "\(path)/.local/state/apicall/sessions" }

  init() throws {
    path = "\(Place.scratch)/sessions-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(project)/endpoints", withIntermediateDirectories: true)
    try write("", to: "shop/apicall.yaml")
    for name in ["login", "token"] {
      try write("host: https://odd.example\n", to: "shop/endpoints/\(name).yaml")
    }
  }

  /// Writes a file below the home.
  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// The files of the project's session.
  func projectFiles() throws -> SessionFiles {
    let name = try SessionName(project: project, digests: World.system().digests)
    return SessionFiles(name, in: SessionFolder(folder))
  }

  /// Returns the files of a session with a name.
  func files(_ name: String = "nightly") throws -> SessionFiles {
    SessionFiles(try SessionName(name), in: SessionFolder(folder))
  }

  /// Returns the path of the only entry of a session.
  func entry(of files: SessionFiles) throws -> String {
    let names = try files.names()
    guard let name = names.first, names.count == 1 else { throw SetupError("not one: \(names)") }
    return files.path(of: name)
  }

  /// A session whose waits work in a test: without a loop.
  func session(_ files: SessionFiles) -> Session {
    var world = World.system()
    world.wait = { (time) throws(CancellationError) in
      do { try await Task.sleep(for: time) } catch { throw CancellationError() }
    }
    return Session(files, in: world)
  }

  /// Stores the outputs of a call.
  func store(
    _ outputs: [SessionOutput], of spec: String = "endpoints/login.yaml", profile: String? = nil,
    age: Duration = .seconds(7_500), lasting: Duration? = nil, in files: SessionFiles
  ) async throws {
    let taken = World.system().now().advanced(by: .zero - age)
    let entry = SessionEntry(
      outputs, taken: taken, expires: lasting.map { taken.advanced(by: age + $0) })
    _ = try await session(files).holding(
      try key(of: spec, profile: profile), SessionFreshness(earliest: World.system().now())
    ) { () throws(Failure) in entry }
  }

  /// Returns the key of a call of the project.
  func key(of spec: String = "endpoints/login.yaml", profile: String? = nil) throws -> SessionKey {
    let key = SessionKey(
      spec: "\(project)/\(spec)", inputs: [("user", .text("eve"))], profile: profile,
      origin: "https://odd.example")
    guard let key else { throw SetupError("no key for \(spec)") }
    return key
  }

  /// Runs the program in the project.
  func run(_ arguments: String..., variables: [String: String] = [:]) throws -> CommandRun {
    CommandRun(try start(arguments, variables: variables))
  }

  /// Starts the program in the project.
  func start(
    _ arguments: [String], in folder: String? = nil, variables: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall")] + arguments, in: folder ?? project,
      environment: Surroundings.variables.merging(["HOME": path]) { $1 }.merging(variables) { $1 })
  }

  func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  /// Returns the names in the folder of sessions, or in one of them, in order.
  func names(_ session: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(session)").sorted()
  }
}
