import APICallBase
import APICallResponses
import APICallText
import Glibc

/// The kind of file at the path that a user gave for the output.
enum OutputPath {
  /// A file to replace or to create, with symbolic links followed.
  case file(String, replaced: stat?)
  /// A folder, with a slash at its end.
  case folder(String)
  /// A device, a pipe, or a descriptor of the process, which is written to directly.
  case special(Int32)

  /// The largest number of symbolic links to follow, as in Linux.
  private static let maximumLinks = 40

  /// Throws an ``OutputFileProblem`` if nothing can be written there.
  init(_ path: String) throws(OutputFileProblem) {
    if let descriptor = Self.ownDescriptor(at: path) {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      guard copy >= 0 else { throw .notWritable(path, reason: SystemError.words(for: errno)) }
      self = .special(copy)
      return
    }
    var information = stat()
    // The kernel does not follow a link that another user put into a shared folder (proc(5),
    // protected_symlinks), so this is checked before links are followed here.
    if stat(path, &information) == 0 {
      switch information.st_mode & S_IFMT {
      case S_IFDIR: self = .folder(path.ends(with: "/") ? path : path + "/")
      case S_IFREG:
        let target = try Self.target(of: path)
        try Self.checkWritable(target, path: path)
        self = .file(target, replaced: information)
      default: self = .special(try Self.opened(path))
      }
      return
    }
    guard errno == ENOENT else { throw .notWritable(path, reason: SystemError.words(for: errno)) }
    let target = try Self.target(of: path)
    guard !target.ends(with: "/"), access(FilePath.folder(of: target), F_OK) == 0 else {
      throw .noFolder(path)
    }
    self = .file(target, replaced: nil)
  }

  /// Returns the path at the end of a chain of symbolic links, which need not exist.
  private static func target(of path: String) throws(OutputFileProblem) -> String {
    var path = path
    for _ in 0..<maximumLinks {
      guard let text = SystemFolder.target(ofLink: path) else { return path }
      path = FilePath.join(FilePath.folder(of: path), text)
    }
    throw .notWritable(path, reason: SystemError.words(for: ELOOP))
  }

  /// Returns the descriptor of this process that `/dev/stdout` or `/dev/fd/3` stands for; nil for
  /// other paths.
  ///
  /// Its file must not be replaced: the process that opened it would continue to read the old one.
  static func ownDescriptor(at path: String) -> Int32? {
    // Nearly every path ends here.
    guard path.hasPrefix("/dev/") || path.hasPrefix("/proc/") else { return nil }
    var link = path
    for _ in 0..<maximumLinks {
      let folder = SystemFiles().canonicalPath(of: FilePath.folder(of: link))
      if folder == "/proc/\(getpid())/fd" { return Int32(FilePath.name(of: link)) ?? -1 }
      guard let text = SystemFolder.target(ofLink: link) else { return nil }
      link = FilePath.join(FilePath.folder(of: link), text)
    }
    return nil
  }

  /// Opens a file to check whether it may be written to, without writing.
  private static func checkWritable(
    _ target: String, path: String
  ) throws(OutputFileProblem) {
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    // A running program cannot be written to, but may be replaced.
    guard descriptor >= 0 || errno == ETXTBSY else {
      throw .notWritable(path, reason: SystemError.words(for: errno))
    }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Opens a device or a pipe; a named pipe waits here for its reader.
  private static func opened(_ path: String) throws(OutputFileProblem) -> Int32 {
    while true {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR, Signals.received == nil else {
        throw .notWritable(path, reason: SystemError.words(for: errno))
      }
    }
  }
}
