/// A file that a user named as the value of an input, or a spec; it is read, or streamed, where it is
/// needed.
package struct InputFile: Sendable, Hashable {
  /// The path, absolute or relative to the working directory; `-` is standard input.
  package var path: String
  /// Whether a file named it, and not the user: its path is canonical, and opened as such.
  package var isConfined: Bool

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: the path, absolute or relative to the working directory.
  ///   - isConfined: whether a file named it; its path is canonical then.
  package init(path: String, isConfined: Bool = false) {
    self.path = path
    self.isConfined = isConfined
  }

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
