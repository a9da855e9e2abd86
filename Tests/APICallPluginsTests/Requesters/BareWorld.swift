import APICallCore

/// A folder without files.
private struct NoFiles: FileSystem {
  func open(_ path: String) throws(FileError) -> any FileReader { throw .notFound }
  var workingDirectory: String { "/" }
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] { throw .notFound }
  func status(of path: String) -> FileStatus? { nil }
  func canonicalPath(of path: String) -> String? { nil }
  func names(in path: String) throws(FileError) -> [String] { throw .notFound }
}

extension World {
  /// One in which there is nothing, and time stands still.
  static let bare = World(
    files: NoFiles(), digests: .init(sha256: { _ in nil }, hmacSHA256: { _, _ in nil }),
    now: { Timestamp(seconds: 0) }, randomOctets: { [UInt8](repeating: 0, count: $0) })
}
