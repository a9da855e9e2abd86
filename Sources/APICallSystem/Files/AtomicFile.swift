package import APICallBase
import APICallSafety
import APICallText
import Glibc

/// A temporary file beside another file that it then replaces at once.
///
/// A reader sees the old file or the new one. The temporary file is removed unless it replaces the
/// other. apicall replaces all files in this way, except those that are put together over several
/// runs (``PartFile``). The folder stays open meanwhile, so that a change of the folder's path has
/// no effect.
final class AtomicFile {
  let descriptor: Int32
  private let folder: OpenFolder
  private let name: String
  private var isOpen = true
  private var isThere = true { didSet { if !isThere { forget() } } }
  /// The duty to remove the file if the program ends early.
  private var duty: Int?

  /// Creates a file that only its user can read.
  init(in folder: OpenFolder, named known: String? = nil) throws(FileError) {
    var generator = SystemRandomNumberGenerator()
    var name = ""
    var descriptor: Int32 = -1
    if let known { unlinkat(folder.descriptor, known, 0) }
    for _ in 0..<10 where descriptor < 0 {
      let letters = Hexadecimal.encode(
        (0..<6).map { _ in UInt8.random(in: 0...255, using: &generator) })
      name = known ?? ".apicall-\(letters)"
      descriptor = openat(
        folder.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
        mode_t(S_IRUSR | S_IWUSR))
      guard descriptor >= 0 || errno == EEXIST else { throw FileError(errno) }
    }
    guard descriptor >= 0 else { throw FileError(EEXIST) }
    self.folder = folder
    self.name = name
    self.descriptor = descriptor
    duty = LastDuties.remember(file: "/proc/self/fd/\(folder.descriptor)/\(name)")
  }

  private func forget() {
    LastDuties.forget(file: duty)
    duty = nil
  }

  /// Throws a `FileError`; then the old file is unchanged.
  static func replace(
    _ target: String, in folder: OpenFolder, with bytes: [UInt8], mode: mode_t,
    owner: (user: uid_t, group: gid_t)? = nil, named known: String? = nil
  ) throws(FileError) {
    let file = try AtomicFile(in: folder, named: known)
    defer { file.remove() }
    var code = DescriptorWriting.write(bytes, to: file.descriptor)
    if code == 0 { code = file.finish(mode: mode, owner: owner, isSynced: true) }
    if code == 0 { code = file.replace(target) }
    guard code == 0 else { throw FileError(code) }
  }

  deinit { remove() }

  /// Returns 0, or the number of the error.
  func finish(mode: mode_t, owner: (user: uid_t, group: gid_t)?, isSynced: Bool) -> Int32 {
    let mode = FileOwner.restore(owner, of: descriptor, mode: mode)
    guard fchmod(descriptor, mode) == 0, !isSynced || fsync(descriptor) == 0 else { return errno }
    isOpen = false
    // Some file systems report only here that there was no room.
    return close(descriptor) == 0 || errno == EINTR ? 0 : errno
  }

  /// Removes the file's name: the file is gone when it is closed, however the program ends.
  func hide() {
    if isThere { unlinkat(folder.descriptor, name, 0) }
    isThere = false
  }

  /// Replaces any file with a given name in its folder (rename(2)); a symbolic link there is
  /// replaced, not followed.
  func replace(_ target: String) -> Int32 {
    guard renameat(folder.descriptor, name, folder.descriptor, target) == 0 else { return errno }
    isThere = false
    return 0
  }

  /// Takes a name that must be free, which is checked only now.
  ///
  /// Returns 0, or the number of the error: EEXIST if the name is taken.
  func take(_ target: String) -> Int32 {
    if linkat(folder.descriptor, name, folder.descriptor, target, 0) == 0 { return 0 }
    // Some file systems have no hard links: there the name is taken by an empty file.
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { return errno }
    let place = openat(
      folder.descriptor, target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
      mode_t(S_IWUSR))
    guard place >= 0 else { return errno }
    close(place)
    let code = replace(target)
    if code != 0 { unlinkat(folder.descriptor, target, 0) }
    return code
  }

  func remove() {
    if isOpen { close(descriptor) }
    isOpen = false
    if isThere { unlinkat(folder.descriptor, name, 0) }
    isThere = false
  }
}

/// The owner of a file that replaces another.
enum FileOwner {
  /// Gives a file to the owner of the one that it replaces, as far as that is allowed.
  ///
  /// Returns the mode, without the rights of the group if the group differs.
  static func restore(
    _ owner: (user: uid_t, group: gid_t)?, of descriptor: Int32, mode: mode_t
  ) -> mode_t {
    guard let owner else { return mode }
    // Only root may give a file away; other users may choose one of their groups.
    if fchown(descriptor, owner.user, owner.group) == 0 { return mode }
    return fchown(descriptor, uid_t.max, owner.group) == 0 ? mode : mode & ~0o070
  }

  /// Returns the mode of a file that replaces another: as before, but not executable and without
  /// set-user-ID and set-group-ID bits.
  static func mode(replacing replaced: stat) -> mode_t {
    replaced.st_mode & (WriteRule.replacedMode.holds ? 0o666 : 0o7777)
  }

  /// The mode of new files: 0666 less the umask.
  static var newFileMode: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return 0o666 & ~mask
  }
}

/// Replaces the contents of files, each at once: a reader sees the old text or the new one.
package enum FileReplacement {
  /// Replaces the contents of an existing file, which keeps its mode.
  ///
  /// Throws a ``FileError`` if that fails; the file is then unchanged.
  package static func replace(
    _ path: String, with bytes: [UInt8], isTyped: Bool
  ) throws(FileError) {
    var target = path
    if isTyped || !WriteRule.foundLink.holds {
      guard let canonical = SystemFiles().canonicalPath(of: path) else { throw FileError(errno) }
      target = canonical
    }
    let folder = try OpenFolder(FilePath.folder(of: target))
    let name = FilePath.name(of: target)
    guard let information = try folder.status(of: name) else { throw .notFound }
    guard information.st_mode & S_IFMT != S_IFLNK else { throw .other("it is a symbolic link") }
    guard information.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard faccessat(folder.descriptor, name, W_OK, 0) == 0 else { throw FileError(errno) }
    // The text is the user's own, so the file may stay executable.
    try AtomicFile.replace(
      name, in: folder, with: bytes, mode: information.st_mode & 0o777,
      owner: (information.st_uid, information.st_gid))
  }
}
