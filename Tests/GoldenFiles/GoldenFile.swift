import Foundation
package import Testing

/// A file below the `Golden/` folder of a test target that holds what a test expects.
///
/// With APICALL_RECORD=1 in the environment, a test writes its result to the file, and still fails:
/// look at the change before you commit it.
package struct GoldenFile: Sendable, CustomTestStringConvertible {
  /// The path below `Golden/`, such as `diagnostics/two-bodies.txt`.
  package let path: String
  private let url: URL

  package var testDescription: String { path }

  /// Names a file of the caller's target.
  package init(path: String, caller: String = #filePath) {
    self.init(path: path, url: Self.folder(of: caller).appending(path: path))
  }

  private init(path: String, url: URL) {
    self.path = path
    self.url = url
  }

  /// Returns the files of a folder below the `Golden/` of a target, in order; the default is the
  /// caller's target.
  package static func all(
    in folder: String, of target: String? = nil, caller: String = #filePath
  ) -> [GoldenFile] {
    var golden = Self.folder(of: caller)
    if let target {
      golden = golden.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "\(target)/Golden")
    }
    let place = golden.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map {
      GoldenFile(path: "\(folder)/\($0)", url: place.appending(path: $0))
    }
  }

  /// Returns `Tests/NAME/Golden` for a file anywhere below `Tests/NAME`.
  private static func folder(of caller: String) -> URL {
    var url = URL(filePath: caller)
    while url.deletingLastPathComponent().lastPathComponent != "Tests", url.path != "/" {
      url.deleteLastPathComponent()
    }
    return url.appending(path: "Golden")
  }

  /// The text; nil if the file does not exist.
  package var text: String? { try? String(contentsOf: url, encoding: .utf8) }

  /// Expects the text to be the contents of the file, byte for byte.
  package func check(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["APICALL_RECORD"] == "1" {
      try Data(text.utf8).write(to: url)
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
