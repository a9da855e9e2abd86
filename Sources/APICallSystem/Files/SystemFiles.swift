package import APICallBase
import APICallHTTP
import APICallSafety
import CSystem
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
    if path == BodyFile.standardInput { return try StandardInput.read(limit: limit) }
    return try opened(path).readAll(limit: limit)
  }

  package func open(_ path: String) throws(FileError) -> any FileReader {
    path == BodyFile.standardInput ? try StandardInput.open() : try opened(path)
  }

  private func opened(_ path: String) throws(FileError) -> SystemFileReader {
    // To C, a path ends at a NUL: another file would be read.
    guard !path.utf8.contains(0) else { throw .notFound }
    while true {
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return SystemFileReader(adopting: descriptor) }
      // A named pipe waits here for a writer.
      guard errno == EINTR else { throw FileError(errno) }
      if Signals.received != nil { throw .interrupted }
    }
  }

  package func openCanonical(_ path: String) throws(FileError) -> any FileReader {
    guard !path.utf8.contains(0) else { throw .notFound }
    let descriptor =
      ReadRule.replacedByLink.holds
      ? apicall_open_canonical(path)
      : Glibc.open(path, O_RDONLY | O_CLOEXEC | (ReadRule.notRegular.holds ? O_NONBLOCK : 0))
    guard descriptor >= 0 else {
      switch errno {
      case ELOOP: throw .other("it was replaced by a symbolic link")
      case EAGAIN: throw .other("another program has a lease on it")
      // A socket.
      case ENXIO: throw .notRegular
      default: throw FileError(errno)
      }
    }
    let reader = SystemFileReader(adopting: descriptor)
    if try reader.status().kind == .other, ReadRule.notRegular.holds { throw .notRegular }
    return reader
  }

  package func isHome(_ folder: String) -> Bool { HomeFolders.holds(folder) }

  package var ownFolders: [String] { OwnFolders.paths }

  package var zoneFolder: String {
    guard let folder = Program.environment("TZDIR"), folder.hasPrefix("/")
    else { return "/usr/share/zoneinfo" }
    return folder
  }

  package func status(of path: String) -> FileStatus? {
    var information = stat()
    guard !path.utf8.contains(0), lstat(path, &information) == 0 else { return nil }
    let isLink = information.st_mode & S_IFMT == S_IFLNK
    guard !isLink || stat(path, &information) == 0 else { return nil }
    return FileStatus(information, isLink: isLink)
  }

  package func canonicalPath(of path: String) -> String? {
    guard !path.utf8.contains(0), let canonical = realpath(path, nil) else { return nil }
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
  init(_ code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound
    case EACCES, EPERM: self = .notPermitted
    case EISDIR: self = .isFolder
    default: self = .other(SystemError.words(for: code))
    }
  }
}
