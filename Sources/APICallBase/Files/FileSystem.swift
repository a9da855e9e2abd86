/// A tree of files, read only.
package protocol FileSystem: Sendable {
  /// The absolute path that relative ones start from.
  var workingDirectory: String { get }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory; `-` is standard input.
  ///   - limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// Opens a file, to be read piece by piece.
  ///
  /// - Parameter path: absolute, or relative to the working directory; `-` is standard input.
  /// - Returns: the file at its beginning.
  /// - Throws: why it cannot be read.
  func open(_ path: String) throws(FileError) -> any FileReader

  /// Tells what stands at a path, following symbolic links.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Returns: what stands there, or nil where nothing does.
  func status(of path: String) -> FileStatus?

  /// The path without symbolic links and without `.` and `..`, as realpath(3) finds it.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Returns: the absolute path, or nil where nothing stands there.
  func canonicalPath(of path: String) -> String?

  /// Lists a folder.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Returns: the names in it, sorted, without `.` and `..`.
  /// - Throws: why it cannot be listed.
  func names(in path: String) throws(FileError) -> [String]

  /// Opens a regular file that was looked at before, by a path without symbolic links.
  ///
  /// - Parameter path: a canonical path: where a symbolic link has come into it since, or anything
  ///   but a regular file is there, nothing is opened, and nothing is waited for.
  /// - Returns: the file at its beginning.
  /// - Throws: why it cannot be read.
  func openCanonical(_ path: String) throws(FileError) -> any FileReader

  /// Reads a whole regular file that was looked at before, as ``openCanonical(_:)`` opens it.
  ///
  /// - Parameters:
  ///   - path: a canonical path.
  ///   - limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  func readCanonical(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// Whether a folder is too wide for a file to read what lies in it: somebody's home, or `/`.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: whether it is one of these.
  func isHome(_ folder: String) -> Bool

  /// The folders that hold what the program keeps for itself, secrets among it: canonical paths.
  var ownFolders: [String] { get }
}

extension FileSystem {
  /// The path as a message shows it: relative where it lies below the working directory.
  package func shown(_ path: String) -> String {
    let prefix = Array((workingDirectory + "/").utf8)
    guard path.utf8.starts(with: prefix) else { return path }
    return String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self)
  }
}

/// Why a file cannot be read.
package enum FileError: Error, Sendable, Hashable {
  /// Nothing stands at the path.
  case notFound
  /// The user may not read it.
  case notPermitted
  /// It is a folder where a file is needed.
  case isFolder
  /// It is a device, a pipe or a socket.
  case notRegular
  /// It is longer than the limit, in octets.
  case tooLarge(limit: Int)
  /// A signal asked the program to end.
  case interrupted
  /// Anything else, in the system's words.
  case other(String)

  /// What is wrong, in lower case and without a full stop.
  package var reason: String {
    switch self {
    case .notFound: "no such file"
    case .notPermitted: "permission denied"
    case .isFolder: "it is a folder"
    case .notRegular: "it is not a regular file"
    case .tooLarge(let limit): "it is longer than \(limit) octets"
    case .interrupted: "interrupted"
    case .other(let words): words
    }
  }
}

/// An open file, read from its beginning to its end; closed when nobody holds it any more.
package protocol FileReader: AnyObject {
  /// Tells what the open file is now, whatever stands at its path.
  ///
  /// - Returns: its kind, its length and when it was last written to.
  /// - Throws: what the system says.
  func status() throws(FileError) -> FileStatus

  /// Reads the next octets.
  ///
  /// - Parameter buffer: where to put them; not empty.
  /// - Returns: how many there are, up to the size of the buffer; 0 at the end.
  /// - Throws: what the system says; ``FileError/interrupted`` where a signal ended the wait.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

  /// The descriptor to wait for before each read, as of poll(2), where a read may have to wait for
  /// somebody who writes; nil where it does not, as in a regular file.
  var awaitedDescriptor: Int32? { get }

  /// Whether somebody types what is read.
  var isTerminal: Bool { get }
}

extension FileReader {
  /// Reads the next octets into memory of their own.
  ///
  /// - Parameter count: the most octets to read.
  /// - Returns: the octets; none at the end.
  /// - Throws: what the system says.
  package func read(upTo count: Int) throws(FileError) -> [UInt8] {
    try [UInt8](upTo: count) { (buffer) throws(FileError) in try read(into: buffer) }
  }

  /// Reads to the end.
  ///
  /// - Parameter limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: what the system says; ``FileError/tooLarge(limit:)`` past the limit.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    let status = try status()
    guard status.kind != .folder else { throw .isFolder }
    var octets: [UInt8] = []
    let expected = min(status.size ?? 0, limit) + 1
    while octets.count <= limit {
      let piece = try read(upTo: max(expected - octets.count, 4096))
      if piece.isEmpty { return octets }
      octets += piece
    }
    throw .tooLarge(limit: limit)
  }

  /// Nothing has to be waited for.
  package var awaitedDescriptor: Int32? { nil }
  /// Nobody does.
  package var isTerminal: Bool { false }
}

extension InputFile {
  /// Opens it, one that a file named by its canonical path: no other code need know which is which.
  ///
  /// - Parameter files: where the path leads.
  /// - Returns: the file at its beginning.
  /// - Throws: why it cannot be read.
  package func open(in files: any FileSystem) throws(FileError) -> any FileReader {
    try isConfined ? files.openCanonical(path) : files.open(path)
  }

  /// Reads it whole, as ``open(in:)`` opens it.
  ///
  /// - Parameters:
  ///   - files: where the path leads.
  ///   - limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  package func read(in files: any FileSystem, limit: Int) throws(FileError) -> [UInt8] {
    try isConfined
      ? files.readCanonical(path, limit: limit) : files.read(path, limit: limit)
  }
}
