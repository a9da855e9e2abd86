import Foundation
import TestServers

/// A folder of a test, removed at its end.
final class FolderWithFiles {
  let path: String

  /// Creates the folder with files by their paths; a text that begins with `-> ` is a link.
  init(_ files: [String: String]) throws {
    var template = Array("/tmp/apicall-library-XXXXXX\0".utf8CString)
    guard mkdtemp(&template) != nil else { throw Problem() }
    path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    for (name, text) in files {
      var folder = path
      for part in name.split(separator: "/").dropLast() {
        folder += "/\(part)"
        mkdir(folder, 0o700)
      }
      let place = "\(path)/\(name)"
      if text.hasPrefix("-> ") {
        guard symlink(String(text.dropFirst(3)), place) == 0 else { throw Problem() }
        continue
      }
      guard let file = fopen(place, "w") else { throw Problem() }
      fputs(text, file)
      fclose(file)
    }
  }

  /// Lets a file be run.
  func makeExecutable(_ name: String) throws {
    guard chmod("\(path)/\(name)", 0o755) == 0 else { throw Problem() }
    waitUntilWritten("\(path)/\(name)")
  }

  /// The text of a file.
  static func text(at path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  struct Problem: Error {}
}
