package import APICallBase

/// A tree of files in memory.
package struct MemoryFiles: FileSystem {
  package var workingDirectory = "/home/ann/shop"
  private var contents: [String: [UInt8]] = [:]
  private var marked: [String: FileStatus] = [:]
  private var links: [String: String] = [:]
  /// Paths that exist and cannot be read.
  package var unreadable: Set<String> = []
  /// The home folders.
  package var homes: Set<String> = ["/"]
  package var ownFolders: [String] = []

  package func isHome(_ folder: String) -> Bool { homes.contains(folder) }

  package init(_ files: [String: String] = [:]) {
    for (path, text) in files { add(path, text) }
  }

  package mutating func add(_ path: String, _ text: String, status: FileStatus? = nil) {
    add(path, bytes: Array(text.utf8))
    marked[absolute(path)] = status
  }

  package mutating func add(_ path: String, bytes: [UInt8]) { contents[absolute(path)] = bytes }

  /// Sets the status of a path that is not an ordinary file or folder.
  package mutating func mark(_ path: String, _ status: FileStatus) {
    marked[absolute(path)] = status
  }

  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard !unreadable.contains(absolute(path)) else { throw .notPermitted }
    guard let bytes = contents[absolute(path)] else {
      throw status(of: path) == nil ? .notFound : .isFolder
    }
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return bytes
  }

  package func open(_ path: String) throws(FileError) -> any FileReader {
    MemoryFileReader(try read(path, limit: .max))
  }

  package func openCanonical(_ path: String) throws(FileError) -> any FileReader {
    if status(of: path)?.kind == .other { throw .notRegular }
    return try open(path)
  }

  package func status(of path: String) -> FileStatus? {
    let path = absolute(path)
    if let status = marked[path] { return status }
    if let bytes = contents[path] { return FileStatus(kind: .file, size: bytes.count) }
    let isFolder = path == workingDirectory || contents.keys.contains { $0.hasPrefix(path + "/") }
    return isFolder || path == "/" ? FileStatus(kind: .folder) : nil
  }

  package func canonicalPath(of path: String) -> String? {
    guard status(of: path) != nil else { return nil }
    var path = absolute(path)
    for _ in 0..<8 {
      guard let link = links.keys.first(where: { path == $0 || path.hasPrefix($0 + "/") }) else {
        break
      }
      path = absolute((links[link] ?? "") + path.dropFirst(link.count))
    }
    return path
  }

  /// Makes a path a symbolic link to another, for ``canonicalPath(of:)``.
  package mutating func link(_ path: String, to target: String) {
    links[absolute(path)] = absolute(target)
  }

  package func names(in path: String) throws(FileError) -> [String] {
    let folder = absolute(path)
    guard status(of: folder)?.kind == .folder else { throw .notFound }
    guard !unreadable.contains(folder) else { throw .notPermitted }
    let names = contents.keys.filter { $0.hasPrefix(folder + "/") }.map { path in
      String(path.dropFirst(folder.count + 1).prefix { $0 != "/" })
    }
    return Set(names).sorted()
  }

  private func absolute(_ path: String) -> String {
    FilePath.normalized(FilePath.join(workingDirectory, path))
  }
}
