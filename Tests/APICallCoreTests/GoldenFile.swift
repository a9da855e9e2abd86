import Foundation
import Testing

/// A file of this folder's `Golden/` that holds what a test expects.
///
/// With APICALL_RECORD=1 in the environment a test writes what it got, and fails all the same: look
/// at the change before you commit it.
struct GoldenFile: Sendable, CustomTestStringConvertible {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  /// The path below `Golden/`, such as `diagnostics/two-bodies.txt`.
  let path: String
  var testDescription: String { path }

  /// The files of a folder, in order.
  static func all(in folder: String) -> [GoldenFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map {
      GoldenFile(path: "\(folder)/\($0)")
    }
  }

  private static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The text; nil where there is no such file.
  var text: String? { try? String(contentsOf: Self.url(path), encoding: .utf8) }

  /// Expects the text to be, octet for octet, what the file holds.
  func check(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["APICALL_RECORD"] == "1" {
      try Data(text.utf8).write(to: Self.url(path))
      Issue.record("recorded Golden/\(path)", sourceLocation: location)
      return
    }
    guard let expected = self.text else {
      Issue.record(
        "there is no Golden/\(path); APICALL_RECORD=1 writes it", sourceLocation: location)
      return
    }
    guard !text.utf8.elementsEqual(expected.utf8) else { return }
    Issue.record("expected:\n\(expected)\ngot:\n\(text)", sourceLocation: location)
  }
}
