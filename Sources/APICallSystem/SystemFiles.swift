package import APICallCore
import Glibc

/// The files of the machine.
package struct SystemFiles: FileSystem {
  package let workingDirectory: String

  package init() {
    if let path = getcwd(nil, 0) {
      workingDirectory = String(cString: path)
      free(path)
    } else {
      workingDirectory = "/"
    }
  }

  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(errno) }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw FileError(errno) }
    guard information.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }

    return try Self.contents(of: descriptor, limit: limit, expected: Int(information.st_size))
  }

  /// Reads a descriptor to its end.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor; it stays open.
  ///   - limit: the most octets to read.
  ///   - expected: how many there probably are.
  /// - Returns: the octets.
  /// - Throws: why they cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  static func contents(
    of descriptor: Int32, limit: Int, expected: Int = 0
  ) throws(FileError) -> [UInt8] {
    var octets: [UInt8] = []
    let expected = min(expected, limit) + 1
    while octets.count <= limit {
      var code: Int32 = 0
      let room = max(expected - octets.count, 4096)
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        var got: Int
        repeat {
          got = Glibc.read(descriptor, buffer.baseAddress, room)
        } while got < 0 && errno == EINTR && Signals.received == nil
        code = got < 0 ? errno : 0
        count = max(0, got)
      }
      guard code == 0 else { throw FileError(code) }
      if chunk.isEmpty { return octets }
      octets += chunk
    }
    throw .tooLarge(limit: limit)
  }

  package func status(of path: String) -> FileStatus? {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    let isLink = information.st_mode & S_IFMT == S_IFLNK
    guard !isLink || stat(path, &information) == 0 else { return nil }
    let kind: FileStatus.Kind =
      switch information.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    return FileStatus(
      kind: kind, isLink: isLink,
      isOwnedByUserOrRoot: information.st_uid == geteuid() || information.st_uid == 0,
      isWorldWritable: information.st_mode & S_IWOTH != 0)
  }

  package func canonicalPath(of path: String) -> String? {
    guard let canonical = realpath(path, nil) else { return nil }
    defer { free(canonical) }
    return String(cString: canonical)
  }

  package func names(in path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path) else { throw FileError(errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

extension FileError {
  /// The error of a system call.
  init(_ code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound
    case EACCES, EPERM: self = .notPermitted
    case EISDIR: self = .isFolder
    default: self = .other(SystemError.words(for: code))
    }
  }
}

/// The system's own words.
package enum SystemError {
  /// The words for an error number, in lower case.
  package static func words(for code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
