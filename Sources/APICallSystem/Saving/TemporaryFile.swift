import APICallCore
import Glibc

/// A file beside the one that it is to become; it is removed unless it does.
final class TemporaryFile {
  let descriptor: Int32
  private let path: String
  private var isOpen = true
  private var isThere = true { didSet { if !isThere { forget() } } }
  /// Has it removed where the program ends in the middle.
  private var duty: Int?

  /// Makes a file that only its user can read, under a name that nobody can foretell.
  ///
  /// - Parameter folder: where.
  /// - Throws: a `FileError` where no file can be made there.
  init(in folder: String) throws(FileError) {
    var generator = SystemRandomNumberGenerator()
    var path = ""
    var descriptor: Int32 = -1
    for _ in 0..<10 where descriptor < 0 {
      let name = Hexadecimal.encode(
        (0..<6).map { _ in UInt8.random(in: 0...255, using: &generator) })
      path = FilePath.join(folder, ".apicall-\(name)")
      descriptor = open(
        path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(S_IRUSR | S_IWUSR))
      guard descriptor >= 0 || errno == EEXIST else { throw FileError(errno) }
    }
    guard descriptor >= 0 else { throw FileError(EEXIST) }
    self.path = path
    self.descriptor = descriptor
    duty = LastDuties.remember(file: path)
  }

  private func forget() {
    LastDuties.forget(file: duty)
    duty = nil
  }

  deinit { remove() }

  /// Ends the writing.
  ///
  /// - Parameters:
  ///   - mode: who may read and write the file from now on.
  ///   - owner: whose the file is that it replaces; nil where it replaces none.
  ///   - isSynced: whether it has to be on the disk before it takes the place of another.
  /// - Returns: 0, or the number of the error.
  func finish(mode: mode_t, owner: (user: uid_t, group: gid_t)?, isSynced: Bool) -> Int32 {
    let mode = FileOwner.restore(owner, of: descriptor, mode: mode)
    guard fchmod(descriptor, mode) == 0, !isSynced || fsync(descriptor) == 0 else { return errno }
    isOpen = false
    // Some file systems tell only here that there was no room.
    return close(descriptor) == 0 || errno == EINTR ? 0 : errno
  }

  /// Takes its name away: it is gone when nobody has it open any more, however the program ends.
  func hide() {
    if isThere { unlink(path) }
    isThere = false
  }

  /// Takes the place of whatever stands at a path (rename(2)).
  ///
  /// - Returns: 0, or the number of the error.
  func replace(_ target: String) -> Int32 {
    guard rename(path, target) == 0 else { return errno }
    isThere = false
    return 0
  }

  /// Takes a name that must be free, and is found out to be only now.
  ///
  /// - Returns: 0, or the number of the error: EEXIST where the name is taken.
  func take(_ name: String) -> Int32 {
    if link(path, name) == 0 { return 0 }
    // Some file systems have no hard links: there the name is taken by an empty file.
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return errno }
    let place = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(S_IWUSR))
    guard place >= 0 else { return errno }
    close(place)
    let code = replace(name)
    if code != 0 { unlink(name) }
    return code
  }

  /// Removes what has not become anything else.
  func remove() {
    if isOpen { close(descriptor) }
    isOpen = false
    if isThere { unlink(path) }
    isThere = false
  }
}

/// Whose a file is that takes the place of another.
enum FileOwner {
  /// Gives a file to the owner of the one that it replaces, as far as that is allowed.
  ///
  /// - Parameters:
  ///   - owner: the owner; nil where nothing is replaced.
  ///   - descriptor: the file.
  ///   - mode: the mode of the one that is replaced.
  /// - Returns: the mode; what was meant for a group does not go to another.
  static func restore(
    _ owner: (user: uid_t, group: gid_t)?, of descriptor: Int32, mode: mode_t
  ) -> mode_t {
    guard let owner else { return mode }
    // Only root may give a file away; a group of one's own may be chosen.
    if fchown(descriptor, owner.user, owner.group) == 0 { return mode }
    return fchown(descriptor, uid_t.max, owner.group) == 0 ? mode : mode & ~0o070
  }

  /// The mode of new files: 0666 less the umask.
  static var newFileMode: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return 0o666 & ~mask
  }
}
