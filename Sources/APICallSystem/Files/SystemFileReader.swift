import APICallBase
import APICallText
import Glibc

/// An open file of the machine.
final class SystemFileReader: FileReader {
  private let descriptor: Int32

  /// Takes over an open descriptor.
  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The descriptor of a file that is not a regular file.
  lazy var awaitedDescriptor: Int32? = {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return descriptor }
    return information.st_mode & S_IFMT == S_IFREG ? nil : descriptor
  }()

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func status() throws(FileError) -> FileStatus {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw FileError(errno) }
    return FileStatus(information)
  }

  func seek(to offset: Int) throws(FileError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileError(errno) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileError(errno) }
      if Signals.received != nil { throw .interrupted }
    }
  }
}

extension FileStatus {
  /// Creates a status from that of stat(2).
  init(_ information: stat, isLink: Bool = false) {
    let kind: Kind =
      switch information.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    self.init(
      kind: kind, size: kind == .file ? Int(information.st_size) : nil,
      modified: UTCTimestamp(
        seconds: information.st_mtim.tv_sec, nanoseconds: information.st_mtim.tv_nsec),
      isLink: isLink,
      isOwnedByUserOrRoot: information.st_uid == geteuid() || information.st_uid == 0,
      isWorldWritable: information.st_mode & S_IWOTH != 0,
      isGroupWritable: information.st_mode & S_IWGRP != 0 && !UserGroup.isOwn(information.st_gid),
      isSticky: information.st_mode & S_ISVTX != 0,
      isPrivate: information.st_uid == geteuid()
        && information.st_mode & (S_IRWXG | S_IRWXO) == 0,
      isExecutable: information.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0)
  }
}

/// The group that is the user's alone.
enum UserGroup {
  /// Returns whether a group has only the user as its member: it is root's, or the process's own
  /// with the number or the name of the user, as Debian creates one for each user.
  static func isOwn(_ group: gid_t) -> Bool {
    if group == 0 { return true }
    guard group == getegid() else { return false }
    return group == geteuid() || hasNameOfUser(group)
  }

  private static func hasNameOfUser(_ number: gid_t) -> Bool {
    var user = passwd()
    var group = Glibc.group()
    var foundUser: UnsafeMutablePointer<passwd>?
    var foundGroup: UnsafeMutablePointer<Glibc.group>?
    var ofUser = [CChar](repeating: 0, count: 16 << 10)
    var ofGroup = [CChar](repeating: 0, count: 64 << 10)
    guard getpwuid_r(geteuid(), &user, &ofUser, ofUser.count, &foundUser) == 0, foundUser != nil,
      getgrgid_r(number, &group, &ofGroup, ofGroup.count, &foundGroup) == 0, foundGroup != nil,
      let name = user.pw_name, let other = group.gr_name
    else { return false }
    return strcmp(name, other) == 0
  }
}
