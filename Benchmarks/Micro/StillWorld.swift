import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts

extension World {
  /// A world without files, in which the time does not change.
  static let still = World(
    files: NoFiles(), digests: Digests(sha256: { _ in nil }, hmacSHA256: { _, _ in nil }),
    now: { UTCTimestamp(seconds: 0) }, randomBytes: { [UInt8](repeating: 7, count: $0) })
}

/// A file system without files.
private struct NoFiles: FileSystem {
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
