import Foundation

/// Paths: the package, its fixtures, and the programs that were built with the tests.
enum Place {
  /// The package's root.
  static let package: String = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path(percentEncoded: false).trimmingSuffix("/")
  }()

  /// The folder of the fixtures.
  static let fixtures = "\(package)/Tests/Fixtures"

  /// The folder of the programs to test: the one that `APICALL_PROGRAMS` names, such as that of a
  /// release, or else that of the programs that were built with the tests.
  static let programs = ProcessInfo.processInfo.environment["APICALL_PROGRAMS"] ?? builtPrograms

  /// The variable that makes a debug build ignore rules of safety.
  static let ruleSwitch = "APICALL_TEST_RULE_OFF"

  /// The folder of the test bundle, which is that of the programs that were built with the tests.
  private static let builtPrograms: String = {
    let bundle =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let candidates = [bundle, CommandLine.arguments[0]].map { path in
      URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        .trimmingSuffix("/")
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: "\($0)/apicall") }
      ?? candidates[0]
  }()

  /// A folder that the tests can write to; it is removed when they end.
  static let scratch: String = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "apicall-tests-\(UUID().uuidString)").path(percentEncoded: false)
    try? FileManager.default.createDirectory(
      atPath: "\(folder)/home", withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: Place.scratch) }
    return folder
  }()

  /// Returns the folder of the programs for an environment.
  ///
  /// A release has no ``ruleSwitch``, so an environment with this variable needs the programs that
  /// were built with the tests.
  static func programs(for environment: [String: String]) -> String {
    environment[ruleSwitch] == nil ? programs : builtPrograms
  }

  /// Returns the path of a program, which may depend on its environment.
  ///
  /// - Throws: a ``SetupError`` if it was not built.
  static func program(_ name: String, for environment: [String: String] = [:]) throws -> String {
    let path = "\(programs(for: environment))/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw SetupError("there is no program \(path): 'swift build' makes it")
    }
    return path
  }

  /// Returns the text of a file of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(package)/\(path)", encoding: .utf8)
  }

  /// Returns the names of the files with a suffix in a folder of the package, in order.
  static func files(in folder: String, suffix: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(package)/\(folder)")
    return (names ?? []).filter { $0.hasSuffix(suffix) }.sorted()
  }
}

/// A missing precondition of a test.
struct SetupError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    count > 1 && hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
