package import APICallBase
import APICallScripts
import Glibc

/// A small file that only its user may read or write.
///
/// It has the mode 0600, its folder 0700, and it is replaced as a whole.
package struct PrivateFile: Sendable {
  package let path: String
  let limit: Int
  /// Whether other users may not even read it; then it may not be a link to another file, either.
  let isSecret: Bool
  /// The longest wait for other programs that write it, in seconds.
  ///
  /// On a busy disk, each of them may take a second.
  package var patience = 30

  /// The path of the new file until it replaces the old one.
  let temporaryPath: String
  private let lockPath: String

  /// With `beside`, the names of its new file and its lock begin with this path.
  package init(_ path: String, limit: Int, isSecret: Bool = false, beside start: String? = nil) {
    self.path = path
    temporaryPath = "\(start ?? path).new"
    lockPath = "\(start ?? path).lock"
    self.limit = limit
    self.isSecret = isSecret
  }

  /// Why the file cannot be used.
  package enum Problem: Error, Sendable, Hashable {
    /// It belongs to another user, or another user may write to it, or read it although it is
    /// secret.
    case notPrivate
    /// A secret file is not a regular file, but a link, a pipe or a folder.
    case notRegular
    case unreadable(FileError)
    case unwritable(FileError)
    case locked

    package func failure(of path: String) -> Failure {
      switch self {
      case .notPrivate:
        Failure(
          .noPermission, "other users can change '\(path)'",
          hint: "it controls what files may do: remove it, or make it writable by you alone")
      case .notRegular: Failure(.noPermission, "'\(path)' is not a regular file")
      case .unreadable(let reason): Failure(.noInput, "cannot read '\(path)': \(reason.reason)")
      case .unwritable(let reason):
        Failure(.cannotCreate, "cannot write '\(path)': \(reason.reason)")
      case .locked:
        Failure(.cannotCreate, "cannot write '\(path)': another program is writing it")
      }
    }
  }

  /// Returns its bytes; empty if the file does not exist.
  ///
  /// Throws a ``Problem``.
  package func read() throws(Problem) -> [UInt8] {
    // Without O_NONBLOCK, open would wait for a pipe in its place.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isSecret ? O_NOFOLLOW : 0))
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      // A link with O_NOFOLLOW, or a socket.
      if isSecret, errno == ELOOP || errno == ENXIO { throw .notRegular }
      throw .unreadable(FileError(errno))
    }
    let reader = SystemFileReader(adopting: descriptor)
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw .unreadable(FileError(errno)) }
    let kind = information.st_mode & S_IFMT
    if isSecret, kind != S_IFREG { throw .notRegular }
    let rights = isSecret ? S_IRWXG | S_IRWXO : S_IWGRP | S_IWOTH
    guard information.st_uid == geteuid(), information.st_mode & rights == 0,
      [S_IFREG, S_IFDIR].contains(kind)
    else {
      throw .notPrivate
    }
    return try rethrowing(reader.readAll(limit: limit)) { Problem.unreadable($0) }
  }

  /// Changes the file under a lock.
  ///
  /// Throws a ``Problem``; the file is then unchanged.
  package func update(_ change: ([UInt8]) -> [UInt8]?) throws(Problem) {
    let lock = try taken()
    defer { lock.release() }
    guard let bytes = change(try read()) else { return }
    try replace(with: bytes)
  }

  /// Creates the folder and locks the file.
  func taken() throws(Problem) -> SessionLock {
    try rethrowing(SystemFolder.makeFolder(FilePath.folder(of: path))) { Problem.unwritable($0) }
    return try lock()
  }

  /// Locks a file beside it, since the file itself is replaced; a signal ends the wait.
  private func lock() throws(Problem) -> SessionLock {
    do {
      for _ in 0..<(patience * 100) {
        if let lock = try FileLock.take(lockPath) { return lock }
        if Signals.received != nil { break }
        usleep(10_000)
      }
    } catch {
      throw .unwritable(error)
    }
    throw .locked
  }

  /// Replaces the file as a whole: a reader sees the old one or the new one (rename(2)).
  ///
  /// The caller must hold the lock. A program that is killed leaves its new file, which the next
  /// one removes.
  ///
  /// Throws ``Problem/unwritable(_:)``; the file is then unchanged.
  func replace(with bytes: [UInt8]) throws(Problem) {
    try rethrowing(
      AtomicFile.replace(
        FilePath.name(of: path), in: OpenFolder(FilePath.folder(of: path)), with: bytes,
        mode: mode_t(S_IRUSR | S_IWUSR), named: FilePath.name(of: temporaryPath))
    ) { Problem.unwritable($0) }
  }
}

/// Locks on files that exist while the lock is held (flock(2)).
///
/// A lock ends with its descriptor, and so with the process. Two locks of one process exclude each
/// other as well.
enum FileLock {
  /// Returns the lock; nil if it is held already.
  ///
  /// Throws why there can be no lock.
  static func take(_ path: String) throws(FileError) -> SessionLock? {
    while true {
      let descriptor = open(
        path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(S_IRUSR | S_IWUSR))
      guard descriptor >= 0 else { throw FileError(errno) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        guard code == EWOULDBLOCK else { throw FileError(code) }
        return nil
      }
      // The previous holder may have removed the file between the two calls.
      var (locked, named) = (stat(), stat())
      if fstat(descriptor, &locked) == 0, lstat(path, &named) == 0, locked.st_ino == named.st_ino,
        locked.st_dev == named.st_dev
      {
        return SessionLock {
          unlink(path)
          close(descriptor)
        }
      }
      close(descriptor)
    }
  }
}
