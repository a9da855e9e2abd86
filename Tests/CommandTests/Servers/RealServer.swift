import Foundation
import Testing

/// A server that others have written, and that `make servers` has unpacked.
final class RealServer {
  /// The URL it listens on.
  let url: String
  private let child: ChildProcess
  private var lifeline: Int32?

  /// Returns whether a server has been unpacked.
  static func exists(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program(name))
  }

  private static func program(_ name: String) -> String {
    "\(Place.package)/.build/servers/\(name)/serve"
  }

  /// Starts a server, with data of its own, and waits until it responds.
  ///
  /// - Throws: a ``SetupError`` if it does not respond.
  init(_ name: String) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SetupError("cannot create a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    lifeline = ends[1]
    child = try ChildProcess([Self.program(name)], input: ends[0])
    url = try ServeProcess.firstLine(of: child, containing: "http://127.0.0.1:")
  }

  deinit { stop() }

  /// The port it listens on.
  var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Ends the server: it ends at the end of its standard input.
  func stop() {
    if let lifeline { close(lifeline) }
    lifeline = nil
    _ = child.wait()
  }

  /// Runs a file of examples/servers against the server, and returns its output.
  func run(_ name: String, _ arguments: String...) throws -> String {
    try output(of: "examples/servers/\(name).yaml", arguments)
  }

  /// Runs a file of Tests/Fixtures/servers against the server, and returns its output.
  @discardableResult
  func prepare(_ name: String, _ arguments: String...) throws -> String {
    try output(of: "Tests/Fixtures/servers/\(name).yaml", arguments)
  }

  /// Runs a file of examples/servers in a folder, and returns how it ended and what it printed.
  func result(_ name: String, _ arguments: [String], in folder: String) throws -> CommandRun {
    CommandRun(try start(name, arguments, in: folder))
  }

  /// Starts a file of examples/servers in a folder, beside other runs.
  func start(
    _ name: String, _ arguments: [String], in folder: String = Place.package
  ) throws -> ChildProcess {
    try child(of: "examples/servers/\(name).yaml", arguments, in: folder)
  }

  /// Creates a folder for the files of a test.
  static func folder() throws -> String {
    let path = "\(Place.scratch)/servers-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func output(of file: String, _ arguments: [String]) throws -> String {
    let run = CommandRun(try child(of: file, arguments, in: Place.package))
    #expect(run.ending == .exit(0), "\(file): \(run.error)")
    #expect(run.error == "", "\(file)")
    return run.output
  }

  private func child(
    of file: String, _ arguments: [String], in folder: String
  ) throws -> ChildProcess {
    let words = [try Place.program("apicall"), "run", "\(Place.package)/\(file)", "server=\(url)"]
    return try ChildProcess(words + arguments, in: folder)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the tests only where `make servers` has unpacked a server.
  static func server(_ name: String) -> Self {
    .enabled(if: RealServer.exists(name), "'make servers' has not unpacked \(name)")
  }
}
