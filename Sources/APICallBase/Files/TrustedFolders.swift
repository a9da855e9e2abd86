/// The folders whose files may have variables of the environment read, as a file keeps them: a
/// canonical path a line.
package struct TrustedFolders: Sendable {
  /// The most octets of the file.
  package static let limit = 1 << 20

  /// The paths in order, each of them once.
  package private(set) var paths: [String] = []

  /// Reads the lines of a file; what is no absolute path is left out.
  package init(_ octets: [UInt8]) {
    for line in octets.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "/") {
      insert(String(decoding: line, as: UTF8.self))
    }
  }

  /// The lines of the file.
  package var octets: [UInt8] { Array(paths.map { "\($0)\n" }.joined().utf8) }

  /// Finds what a folder is trusted by.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: the folder itself, or the nearest one above it; nil where neither is trusted.
  package func path(covering folder: String) -> String? {
    // They are in order, so a folder comes after those above it.
    paths.last { FilePath.holds($0, folder) }
  }

  /// Adds a folder, unless it is there.
  ///
  /// - Parameter path: a canonical path without line breaks.
  package mutating func insert(_ path: String) {
    guard !paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) else { return }
    paths.append(path)
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Takes a folder out.
  ///
  /// - Parameter path: the path as it was added.
  /// - Returns: whether it was there.
  package mutating func remove(_ path: String) -> Bool {
    let count = paths.count
    paths.removeAll { $0.utf8.elementsEqual(path.utf8) }
    return paths.count < count
  }
}
