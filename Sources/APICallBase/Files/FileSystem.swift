import APICallText

/// A read-only file system.
package protocol FileSystem: Sendable {
  /// The absolute path that relative paths start from.
  var workingDirectory: String { get }

  /// Throws why it cannot be read; ``FileError/tooLarge(limit:)`` above the limit.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// Opens a file for reading piece by piece.
  ///
  /// - Parameter path: absolute, or relative to the working directory; `-` is standard input.
  /// - Returns: the file at its beginning.
  /// - Throws: why it cannot be read.
  func open(_ path: String) throws(FileError) -> any FileReader

  /// Finds the status of the file at a path, following symbolic links.
  ///
  /// Returns the status; nil if nothing exists there.
  func status(of path: String) -> FileStatus?

  /// Resolves symbolic links, `.` and `..`, like realpath(3).
  ///
  /// Returns the absolute path; nil if nothing exists there.
  func canonicalPath(of path: String) -> String?

  /// Returns the sorted names in it, without `.` and `..`. Throws why it cannot be listed.
  func names(in path: String) throws(FileError) -> [String]

  /// Opens a regular file by its canonical path, which was determined earlier.
  ///
  /// It fails without waiting if the path now contains a symbolic link, or leads to anything but a
  /// regular file.
  ///
  /// Returns the file at its beginning. Throws why it cannot be read.
  func openCanonical(_ path: String) throws(FileError) -> any FileReader

  /// Whether a folder is a user's home or `/`: too broad for a file to read everything in it.
  func isHome(_ folder: String) -> Bool

  /// The folders that hold apicall's own data, including secrets, as canonical paths.
  var ownFolders: [String] { get }

  /// The folder of the time zone database, with a file for each zone.
  var zoneFolder: String { get }
}

extension FileSystem {
  /// Reads a whole regular file by its canonical path, under the rules of ``openCanonical(_:)``.
  package func readCanonical(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try openCanonical(path).readAll(limit: limit)
  }

  /// The folder in which distributions install the database.
  package var zoneFolder: String { "/usr/share/zoneinfo" }

  /// The path for a message: relative if it lies below the working directory.
  package func shown(_ path: String) -> String {
    let prefix = Array((workingDirectory + "/").utf8)
    guard path.utf8.starts(with: prefix) else { return path }
    return String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self)
  }
}

/// Why a file cannot be read.
package enum FileError: Error, Sendable, Hashable {
  case notFound
  case notPermitted
  /// It is a folder, not a file.
  case isFolder
  /// It is a device, a pipe or a socket.
  case notRegular
  /// It is longer than the limit, in bytes.
  case tooLarge(limit: Int)
  case interrupted
  /// Any other reason, as the system reports it.
  case other(String)

  /// What is wrong, in lower case and without a full stop.
  package var reason: String {
    switch self {
    case .notFound: "no such file"
    case .notPermitted: "permission denied"
    case .isFolder: "it is a folder"
    case .notRegular: "it is not a regular file"
    case .tooLarge(let limit): "it is longer than \(limit) bytes"
    case .interrupted: "interrupted"
    case .other(let words): words
    }
  }
}

/// An open file, read from its beginning to its end.
///
/// It is closed when the last reference is released.
package protocol FileReader: AnyObject {
  /// Finds the status of the open file, whatever is at its path now.
  ///
  /// Returns the status, including the kind, the length and the time of the last modification.
  /// Throws the error that the system reports.
  func status() throws(FileError) -> FileStatus

  /// Returns the number of bytes read, up to the size of the buffer; 0 at the end. Throws the error
  /// that the system reports; ``FileError/interrupted`` if a signal ended the wait.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

  /// Continues at an offset in bytes. Throws the error that the system reports, as for a pipe.
  func seek(to offset: Int) throws(FileError)

  /// The descriptor to wait for before each read, as with poll(2); nil if a read never waits for a
  /// writer, as with a regular file.
  var awaitedDescriptor: Int32? { get }

  var isTerminal: Bool { get }
}

extension FileReader {
  /// Returns the bytes; empty at the end.
  ///
  /// Throws the error that the system reports.
  package func read(upTo count: Int) throws(FileError) -> [UInt8] {
    try [UInt8](upTo: count) { (buffer) throws(FileError) in try read(into: buffer) }
  }

  /// Throws the error that the system reports; ``FileError/tooLarge(limit:)`` above the limit.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    let status = try status()
    guard status.kind != .folder else { throw .isFolder }
    var bytes: [UInt8] = []
    let expected = min(status.size ?? 0, limit) + 1
    while bytes.count <= limit {
      let piece = try read(upTo: max(expected - bytes.count, 4096))
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    throw .tooLarge(limit: limit)
  }

  /// Nil by default: reads do not wait.
  package var awaitedDescriptor: Int32? { nil }
  package var isTerminal: Bool { false }
}
