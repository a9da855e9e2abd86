/// The trusted folders, whose files may read environment variables, as stored in a file: one
/// canonical path per line.
package struct TrustedFolders: Sendable {
  /// The maximum size of the file in bytes.
  package static let limit = 1 << 20

  /// The paths, sorted and unique.
  package private(set) var paths: [String] = []

  /// Reads the lines of a file; lines that are not absolute paths are ignored.
  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "/") {
      insert(String(decoding: line, as: UTF8.self))
    }
  }

  package var bytes: [UInt8] { Array(paths.map { "\($0)\n" }.joined().utf8) }

  /// Returns the folder itself, or the nearest trusted one above it; nil if neither is trusted.
  package func path(covering folder: String) -> String? {
    // The paths are sorted, so a folder comes after those above it.
    paths.last { FilePath.holds($0, folder) }
  }

  package mutating func insert(_ path: String) {
    guard !paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) else { return }
    paths.append(path)
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns whether it was in the list.
  package mutating func remove(_ path: String) -> Bool {
    let count = paths.count
    paths.removeAll { $0.utf8.elementsEqual(path.utf8) }
    return paths.count < count
  }
}
