@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts
import APICallPlugins
import YAMLTree

/// Specs: YAML, all fields, placeholders, patterns; and a request of each.
enum SpecAttempt {
  static let reader = EndpointReader(registry: Builtins.readingRegistry)

  static func run(_ bytes: [UInt8]) {
    guard let endpoint = try? reader.read(Source(name: "call.yaml", bytes: bytes)) else { return }
    let builder = CallBuilder(world: .still, destination: Destination())
    _ = try? builder.call(endpoint, with: [])
  }
}

extension World {
  /// A world without files, with a fixed time.
  static let still = World(
    files: NoFiles(), digests: Digests(sha256: { _ in nil }, hmacSHA256: { _, _ in nil }),
    now: { UTCTimestamp(seconds: 0) }, randomBytes: { [UInt8](repeating: 7, count: $0) })
}

/// An empty disk.
struct NoFiles: FileSystem {
  var workingDirectory: String { "/" }
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] { throw .notFound }
  func open(_ path: String) throws(FileError) -> any FileReader { throw .notFound }
  func status(of path: String) -> FileStatus? { nil }
  func canonicalPath(of path: String) -> String? { nil }
  func names(in path: String) throws(FileError) -> [String] { throw .notFound }
  func openCanonical(_ path: String) throws(FileError) -> any FileReader { throw .notFound }
  func isHome(_ folder: String) -> Bool { false }
  var ownFolders: [String] { [] }
}
