package import APICallBase
import APICallText
import Glibc

/// Creates, renames and removes folders of the machine.
package enum SystemFolder {
  /// Creates a folder with its parent folders; unless told otherwise, only its user can read them.
  package static func makeFolder(_ folder: String, mode: UInt32 = 0o700) throws(FileError) {
    guard mkdir(folder, mode) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, folder != "/", folder != "." else { throw FileError(errno) }
    try makeFolder(FilePath.folder(of: folder), mode: mode)
    guard mkdir(folder, mode) == 0 || errno == EEXIST else { throw FileError(errno) }
  }

  /// Creates an empty folder with an unpredictable name (mkdtemp(3)).
  package static func makeTemporaryFolder(
    in folder: String, named name: String
  ) throws(FileError) -> String {
    var template = Array(FilePath.join(folder, "\(name).XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(errno) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns whether a path is taken, even by a link to nothing.
  package static func isTaken(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0
  }

  /// Returns the target of a symbolic link (readlink(2)); nil if it is not a link.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a folder with everything in it; a symbolic link is removed, but not its target.
  ///
  /// Throws why something in it cannot be removed; the rest may be gone by then.
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

  /// Renames a file or folder within its folder; the new name must be free or that of an empty
  /// folder (rename(2)).
  package static func rename(_ path: String, to target: String) throws(FileError) {
    guard Glibc.rename(path, target) == 0 else { throw FileError(errno) }
  }

  /// Throws why it cannot be written; a part of it may exist then.
  package static func add(
    _ path: String, _ bytes: [UInt8], to folder: String, mode: UInt32
  ) throws(FileError) {
    let file = FilePath.join(folder, path)
    if path.contains("/"), mkdir(FilePath.folder(of: file), 0o777) != 0, errno != EEXIST {
      throw FileError(errno)
    }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw FileError(errno) }
    let code = DescriptorWriting.write(bytes, to: descriptor)
    guard close(descriptor) == 0, code == 0 else { throw FileError(code == 0 ? errno : code) }
  }

  package static func link(_ path: String, to target: String) throws(FileError) {
    guard symlink(target, path) == 0 else { throw FileError(errno) }
  }

  package static func setMode(of path: String, to mode: UInt32) throws(FileError) {
    guard chmod(path, mode) == 0 else { throw FileError(errno) }
  }
}

/// An open folder.
///
/// Files in it are created, renamed and removed there, even if the folder's path changes.
final class OpenFolder {
  /// O_PATH, which <fcntl.h> defines only with GNU extensions: opening a path below a folder does
  /// not take the right to list the folder.
  static let withoutReading: Int32 = 0o10000000

  let descriptor: Int32

  /// Takes over a descriptor.
  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a folder, following symbolic links.
  convenience init(_ path: String) throws(FileError) {
    let descriptor = open(path, Self.withoutReading | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(errno) }
    self.init(adopting: descriptor)
  }

  deinit { close(descriptor) }

  /// Returns the status of a name in the folder, without following a symbolic link; nil if the name
  /// is free.
  func status(of name: String) throws(FileError) -> stat? {
    var information = stat()
    if fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 { return information }
    guard errno == ENOENT else { throw FileError(errno) }
    return nil
  }

  /// The current path of the folder; nil if the system does not report it.
  var path: String? {
    guard let path = SystemFiles().canonicalPath(of: "/proc/self/fd/\(descriptor)"),
      path.begins(with: "/"), !path.hasPrefix("/proc/")
    else { return nil }
    return path
  }
}
