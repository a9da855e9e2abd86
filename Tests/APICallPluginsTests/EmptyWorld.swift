import APICallBase

extension World {
  /// A world without files, digests and chance, at the beginning of time.
  static let empty = World(
    files: NoFiles(), digests: .init(sha256: { _ in nil }, hmacSHA256: { _, _ in nil }),
    now: { Timestamp(seconds: 0) }, randomOctets: { [UInt8](repeating: 0, count: $0) })
}

/// No files at all.
private struct NoFiles: FileSystem {
  let workingDirectory = "/"
  func open(_ path: String) throws(FileError) -> any FileReader { throw .notFound }
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] { throw .notFound }
  func status(of path: String) -> FileStatus? { nil }
  func canonicalPath(of path: String) -> String? { nil }
  func names(in path: String) throws(FileError) -> [String] { throw .notFound }
  func openCanonical(_ path: String) throws(FileError) -> any FileReader { throw .notFound }
  func readCanonical(_ path: String, limit: Int) throws(FileError) -> [UInt8] { throw .notFound }
  func isHome(_ folder: String) -> Bool { false }
  var ownFolders: [String] { [] }
}
