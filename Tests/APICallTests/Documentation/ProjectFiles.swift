import Foundation

/// The files of the package, as far as its documentation is about them.
enum ProjectFiles {
  /// The folder of the package.
  static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
  /// The documentation of the library.
  static let documentation = "\(root)/Sources/APICall/APICall.docc"
  /// The documentation of what it has for Foundation.
  static let foundation = "\(root)/Sources/APICallFoundation/APICallFoundation.docc"
  /// The program that shows the library.
  static let app = "\(root)/examples/app"

  /// Reads a file.
  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The paths of the files in a folder, with the folders in it.
  static func files(in folder: String, suffix: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// Runs a program that the build has made, without keeping a thread from other tests.
  ///
  /// - Parameters:
  ///   - name: the name of the program.
  ///   - arguments: its arguments, without quotes in them.
  ///   - folder: the folder in which it runs.
  /// - Returns: all that it prints.
  /// - Throws: an error of the system if it cannot be run.
  static func output(
    of name: String, _ arguments: [String], in folder: String = root
  ) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try run(name, arguments, in: folder) })
      }
    }
  }

  private static func run(
    _ name: String, _ arguments: [String], in folder: String
  ) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent(name).path
    let words = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    // Not a Process of Foundation: it waits for descriptors that other children have, too.
    guard let output = popen("cd '\(folder)' && exec \(words) 2>&1", "re") else {
      throw CocoaError(.executableNotLoadable)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, output), count > 0 {
      bytes += buffer[..<count]
    }
    pclose(output)
    return String(decoding: bytes, as: UTF8.self)
  }
}
