import Foundation

/// A program in Python, whose results those of the tests are compared with.
package enum PythonOracle {
  /// Runs a program, without keeping a thread from other tests.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - input: its standard input.
  /// - Returns: all that it prints, also on standard error.
  /// - Throws: an error of the system if it cannot be run.
  package static func output(of program: String, given input: String) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (script, cases) = (folder.path + "/program.py", folder.path + "/cases")
    try program.write(toFile: script, atomically: false, encoding: .utf8)
    try input.write(toFile: cases, atomically: false, encoding: .utf8)
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        // Not a Process of Foundation: it waits for descriptors that other children have, too.
        guard let output = popen("exec python3 '\(script)' <'\(cases)' 2>&1", "re") else {
          return continuation.resume(throwing: CocoaError(.executableNotLoadable))
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, output), count > 0 {
          bytes += buffer[..<count]
        }
        pclose(output)
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
