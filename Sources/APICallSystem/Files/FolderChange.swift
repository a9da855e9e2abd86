import APICallBase
import APICallText
import CSystem
import Glibc

/// Why a folder cannot be replaced.
struct FolderProblem: Error {
  var reason: String
  var hint: String?

  init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }

  /// The problem of a folder with a name that apicall has not written.
  init(foreign name: String) {
    self.init(
      "it contains '\(name)', which is not a part of a recording",
      hint: "name a new folder, or move the file elsewhere")
  }

  init(_ code: Int32) { self.init(FileError(code).reason) }
}

/// The folder in which another one is replaced, opened name by name.
final class ParentFolder {
  let descriptor: Int32

  /// Opens a folder, and creates it with those above it if need be.
  init(_ path: String) throws(FolderProblem) {
    let isAbsolute = path.begins(with: "/")
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var current = open(isAbsolute ? "/" : ".", flags)
    guard current >= 0 else { throw FolderProblem(errno) }
    for (index, name) in FilePath.names(in: path).enumerated() where name != "." {
      // The links directly below the root belong to the system: /tmp, /var, /home.
      let follows = isAbsolute && index == 0 ? 0 : O_NOFOLLOW
      var next = openat(current, name, flags | follows)
      if next < 0, errno == ENOENT {
        if mkdirat(current, name, 0o777) == 0 || errno == EEXIST {
          next = openat(current, name, flags | follows)
        }
      }
      let code = errno
      close(current)
      guard next >= 0 else {
        throw code == ELOOP || code == ENOTDIR
          ? FolderProblem(
            "'\(name)' is a symbolic link or a file",
            hint: "name the folder without symbolic links")
          : FolderProblem(code)
      }
      current = next
    }
    descriptor = current
  }

  deinit { close(descriptor) }

  /// Waits until no other run replaces a folder here; the lock ends with the descriptor.
  func lock() throws(FolderProblem) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR, Signals.received == nil else { throw FolderProblem(errno) }
    }
  }
}

/// The change from one folder to another of the same name.
struct FolderChange {
  /// The permissions of folders and files before the umask.
  private static let (folderMode, fileMode): (mode_t, mode_t) = (0o755, 0o644)

  let name: String
  let parent: ParentFolder
  /// The name of the new folder until it is in place; then it is that of the old one.
  private let draft: String
  /// The name of the old folder where two folders cannot be exchanged at once.
  private let former: String

  init(of name: String, in parent: ParentFolder) {
    self.name = name
    self.parent = parent
    draft = ".\(name).new"
    former = ".\(name).old"
  }

  /// Removes what a run left that was killed.
  func clean() throws(FolderProblem) {
    if status(of: former) != nil {
      if status(of: name) == nil { renameat(parent.descriptor, former, parent.descriptor, name) }
      try remove(former)
    }
    try remove(draft)
  }

  private func status(of name: String) -> stat? {
    var information = stat()
    let code = fstatat(parent.descriptor, name, &information, AT_SYMLINK_NOFOLLOW)
    return code == 0 ? information : nil
  }

  private func remove(_ folder: String) throws(FolderProblem) {
    guard let information = status(of: folder) else { return }
    guard information.st_mode & S_IFMT == S_IFDIR else {
      guard unlinkat(parent.descriptor, folder, 0) == 0 else { throw FolderProblem(errno) }
      return
    }
    for name in try names(in: folder) ?? [] {
      unlinkat(parent.descriptor, "\(folder)/\(name)", 0)
    }
    guard unlinkat(parent.descriptor, folder, AT_REMOVEDIR) == 0 else {
      throw FolderProblem(errno)
    }
  }

  /// The names in a folder; nil if it does not exist.
  private func names(in folder: String) throws(FolderProblem) -> [String]? {
    let descriptor = openat(
      parent.descriptor, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == ELOOP || errno == ENOTDIR
        ? FolderProblem("it is a symbolic link or a file", hint: "name a folder of its own")
        : FolderProblem(errno)
    }
    defer { close(descriptor) }
    return try rethrowing(SystemFiles().names(in: "/proc/self/fd/\(descriptor)")) {
      (error: FileError) in FolderProblem(error.reason)
    }
  }

  func check(keeping: (String) -> Bool) throws(FolderProblem) {
    guard let names = try names(in: name) else { return }
    if let foreign = FolderReplacement.foreignName(in: names, keeping: keeping) {
      throw FolderProblem(foreign: foreign)
    }
    let folder = names.first {
      status(of: "\(name)/\($0)").map { $0.st_mode & S_IFMT == S_IFDIR } == true
    }
    if let folder { throw FolderProblem(foreign: folder) }
  }

  func write(
    _ files: [(name: String, bytes: [UInt8])], keeping: (String) -> Bool
  ) throws(FolderProblem) {
    guard mkdirat(parent.descriptor, draft, 0o700) == 0 else { throw FolderProblem(errno) }
    let folder = openat(
      parent.descriptor, draft, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw FolderProblem(errno) }
    defer { close(folder) }
    let mask = umask(0o077)
    umask(mask)
    for file in files { try write(file.bytes, as: file.name, in: folder, Self.fileMode & ~mask) }
    let new = Set(files.map(\.name))
    for name in try names(in: name) ?? [] where keeping(name) && !new.contains(name) {
      // A second name of the same file: its bytes and its mode stay as they are.
      guard
        let information = status(of: "\(self.name)/\(name)"),
        information.st_mode & S_IFMT == S_IFREG
      else { throw FolderProblem("'\(name)' in it is not a regular file") }
      guard linkat(parent.descriptor, "\(self.name)/\(name)", folder, name, 0) != 0 else {
        continue
      }
      let bytes = try rethrowing(
        SystemFiles().read(
          "/proc/self/fd/\(parent.descriptor)/\(self.name)/\(name)", limit: 1 << 30)
      ) { (error: FileError) in FolderProblem(error.reason) }
      try write(bytes, as: name, in: folder, information.st_mode & 0o777)
    }
    guard fchmod(folder, Self.folderMode & ~mask) == 0, fsync(folder) == 0 else {
      throw FolderProblem(errno)
    }
  }

  private func write(
    _ bytes: [UInt8], as name: String, in folder: Int32, _ mode: mode_t
  ) throws(FolderProblem) {
    let file = openat(
      folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard file >= 0 else { throw FolderProblem(errno) }
    var code = DescriptorWriting.write(bytes, to: file)
    if code == 0, fchmod(file, mode) != 0 || fsync(file) != 0 { code = errno }
    guard close(file) == 0, code == 0 else { throw FolderProblem(code == 0 ? errno : code) }
  }

  /// Removes the folder, all at once for readers.
  func remove() throws(FolderProblem) {
    guard renameat(parent.descriptor, name, parent.descriptor, draft) == 0 else {
      throw FolderProblem(errno)
    }
    try clean()
  }

  func exchange() throws(FolderProblem) {
    let folder = parent.descriptor
    if status(of: name) == nil {
      guard renameat(folder, draft, folder, name) == 0 else { throw FolderProblem(errno) }
    } else {
      let code = apicall_exchange(folder, draft, name)
      if [EINVAL, ENOSYS, EPERM].contains(code) {
        guard renameat(folder, name, folder, former) == 0 else { throw FolderProblem(errno) }
        guard renameat(folder, draft, folder, name) == 0 else { throw FolderProblem(errno) }
      } else if code != 0 {
        throw FolderProblem(code)
      }
    }
    fsync(folder)
  }
}
