package import APICallBase
import Glibc

/// A file that is written beside the one that it is to become, and takes its place at once.
///
/// A reader sees the old one or the new one. It is removed unless it takes the place.
/// All files that apicall replaces are replaced by it, but for those that are put together over several
/// runs (``PartFile``). Its folder is open all the while: what is put in the place of the folder's path
/// meanwhile gets nothing.
final class AtomicFile {
  let descriptor: Int32
  private let folder: OpenFolder
  private let name: String
  private var isOpen = true
  private var isThere = true { didSet { if !isThere { forget() } } }
  /// Has it removed where the program ends in the middle.
  private var duty: Int?

  /// Makes a file that only its user can read.
  ///
  /// - Parameters:
  ///   - folder: where.
  ///   - known: its name until it takes the place of another, which whoever has it to himself may
  ///     know: one that is there already is left by a program that was killed, and removed. A name
  ///     that nobody can foretell when nil.
  /// - Throws: a `FileError` where no file can be made there.
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

  /// Replaces a file by some octets.
  ///
  /// - Parameters:
  ///   - target: its name in the folder.
  ///   - folder: the folder.
  ///   - octets: what it is to hold.
  ///   - mode: who may read and write it.
  ///   - owner: whose the file is that it replaces; nil where it replaces none.
  ///   - known: the name of the new file until then, as of ``init(in:named:)``.
  /// - Throws: a `FileError`; what was there is as it was.
  static func replace(
    _ target: String, in folder: OpenFolder, with octets: [UInt8], mode: mode_t,
    owner: (user: uid_t, group: gid_t)? = nil, named known: String? = nil
  ) throws(FileError) {
    let file = try AtomicFile(in: folder, named: known)
    defer { file.remove() }
    var code = DescriptorWriting.write(octets, to: file.descriptor)
    if code == 0 { code = file.finish(mode: mode, owner: owner, isSynced: true) }
    if code == 0 { code = file.replace(target) }
    guard code == 0 else { throw FileError(code) }
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
    if isThere { unlinkat(folder.descriptor, name, 0) }
    isThere = false
  }

  /// Takes the place of whatever stands at a name in its folder (rename(2)); a symbolic link there is
  /// replaced, and not followed.
  ///
  /// - Returns: 0, or the number of the error.
  func replace(_ target: String) -> Int32 {
    guard renameat(folder.descriptor, name, folder.descriptor, target) == 0 else { return errno }
    isThere = false
    return 0
  }

  /// Takes a name that must be free, and is found out to be only now.
  ///
  /// - Returns: 0, or the number of the error: EEXIST where the name is taken.
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

  /// Removes what has not become anything else.
  func remove() {
    if isOpen { close(descriptor) }
    isOpen = false
    if isThere { unlinkat(folder.descriptor, name, 0) }
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

  /// The mode of a file that takes the place of another: as before, but for the right to run it and
  /// the bits that give a program its owner's rights.
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
  /// Replaces the contents of a file that exists; it keeps its mode.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - octets: the new contents.
  ///   - isTyped: whether the user named the file himself: a symbolic link stays one, then, and what
  ///     it leads to is replaced. One that was found is an error.
  /// - Throws: a ``FileError`` where that fails; the file is then as it was.
  package static func replace(
    _ path: String, with octets: [UInt8], isTyped: Bool
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
    // The text is the user's own, and so is the right to run it.
    try AtomicFile.replace(
      name, in: folder, with: octets, mode: information.st_mode & 0o777,
      owner: (information.st_uid, information.st_gid))
  }
}
