package import APICallBase
import Glibc

/// Makes, renames and removes the folders of the machine.
package enum SystemFolder {
  /// Makes a folder that only its user can read, with those that lead to it.
  ///
  /// - Parameter folder: an absolute path.
  /// - Throws: why it cannot be made.
  package static func makeFolder(_ folder: String) throws(FileError) {
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, folder != "/" else { throw FileError(errno) }
    try makeFolder(FilePath.folder(of: folder))
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileError(errno) }
  }

  /// Makes an empty folder under a name that nobody can foretell (mkdtemp(3)).
  ///
  /// - Parameters:
  ///   - folder: where.
  ///   - name: how its name begins.
  /// - Returns: its path.
  /// - Throws: why it cannot be made.
  package static func makeTemporaryFolder(
    in folder: String, named name: String
  ) throws(FileError) -> String {
    var template = Array(FilePath.join(folder, "\(name).XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(errno) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether anything has a path, be it a link to nothing.
  ///
  /// - Parameter path: the path.
  /// - Returns: whether nothing new can be put there.
  package static func isTaken(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0
  }

  /// What a symbolic link says (readlink(2)); nil where there is none.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a folder with all that is in it; a symbolic link is removed, and nothing that it leads
  /// to.
  ///
  /// - Parameter path: what to remove.
  /// - Throws: why something in it cannot be removed; the rest may be gone then.
  package static func remove(_ path: String) throws(FileError) {
    try remove(path, depth: 0)
  }

  private static func remove(_ path: String, depth: Int) throws(FileError) {
    var information = stat()
    guard lstat(path, &information) == 0 else { throw FileError(errno) }
    guard information.st_mode & S_IFMT == S_IFDIR else {
      guard unlink(path) == 0 else { throw FileError(errno) }
      return
    }
    guard depth < 256 else { throw FileError(ENAMETOOLONG) }
    for name in try SystemFiles().names(in: path) {
      try remove(FilePath.join(path, name), depth: depth + 1)
    }
    guard rmdir(path) == 0 else { throw FileError(errno) }
  }

  /// Gives something another name in the same folder, in the place of nothing or of an empty folder
  /// (rename(2)).
  ///
  /// - Throws: why that cannot be done.
  package static func rename(_ path: String, to target: String) throws(FileError) {
    guard Glibc.rename(path, target) == 0 else { throw FileError(errno) }
  }

  /// Writes a new file.
  ///
  /// - Parameters:
  ///   - path: its path within the folder; folders that lead to it are made.
  ///   - octets: what it holds.
  ///   - folder: the folder.
  ///   - mode: its permissions, less those that the umask takes away.
  /// - Throws: why it cannot be written; a part of it may be there then.
  package static func add(
    _ path: String, _ octets: [UInt8], to folder: String, mode: UInt32
  ) throws(FileError) {
    let file = FilePath.join(folder, path)
    if path.contains("/"), mkdir(FilePath.folder(of: file), 0o777) != 0, errno != EEXIST {
      throw FileError(errno)
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw FileError(errno) }
    let code = DescriptorWriting.write(octets, to: descriptor)
    guard close(descriptor) == 0, code == 0 else { throw FileError(code == 0 ? errno : code) }
  }

  /// Makes a symbolic link.
  ///
  /// - Parameters:
  ///   - path: where it is to be; nothing may be there.
  ///   - target: where it leads.
  /// - Throws: why that cannot be done.
  package static func link(_ path: String, to target: String) throws(FileError) {
    guard symlink(target, path) == 0 else { throw FileError(errno) }
  }

  /// Says who may read, write and enter a folder.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - mode: its permissions, such as 0o755.
  /// - Throws: why that cannot be done.
  package static func setMode(of path: String, to mode: UInt32) throws(FileError) {
    guard chmod(path, mode) == 0 else { throw FileError(errno) }
  }
}

/// A folder that is open, so that what is made in it, renamed and removed stays in it, whatever
/// becomes of its path.
final class OpenFolder {
  /// O_PATH, which <fcntl.h> has for those only who ask for extensions of GNU: to go on from a folder,
  /// nobody needs the right to list it.
  static let withoutReading: Int32 = 0o10000000

  let descriptor: Int32

  /// Takes over a descriptor.
  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a folder, symbolic links followed.
  ///
  /// - Throws: a `FileError` where there is none.
  convenience init(_ path: String) throws(FileError) {
    let descriptor = open(path, Self.withoutReading | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(errno) }
    self.init(adopting: descriptor)
  }

  deinit { close(descriptor) }

  /// What stands at a name in it, itself where it is a symbolic link; nil where nothing does.
  ///
  /// - Throws: a `FileError` where that cannot be told.
  func status(of name: String) throws(FileError) -> stat? {
    var information = stat()
    if fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 { return information }
    guard errno == ENOENT else { throw FileError(errno) }
    return nil
  }

  /// Where it is now; nil where the machine does not tell.
  var path: String? {
    guard let path = SystemFiles().canonicalPath(of: "/proc/self/fd/\(descriptor)"),
      path.begins(with: "/"), !path.hasPrefix("/proc/")
    else { return nil }
    return path
  }
}
