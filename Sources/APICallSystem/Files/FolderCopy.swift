package import APICallBase
import APICallText
import Glibc

/// Copies a folder with everything in it, except names that begin with a dot.
///
/// Modes are kept, without write permission for others and without set-user-ID and set-group-ID
/// bits. A symbolic link is copied as a link, and may not lead out of the folder.
package struct FolderCopy {
  package static let mostEntries = 10_000
  package static let mostBytes = 1 << 30
  package static let deepest = 32

  /// Why a folder cannot be copied; each case names a path.
  package enum Problem: Error, Sendable, Hashable {
    case unreadable(String, FileError)
    case unwritable(String, FileError)
    /// A path is a device, a pipe or a socket.
    case notFile(String)
    /// A symbolic link leads out of the folder, or to nothing.
    case linkOutside(String)
    case tooLarge(String)
  }

  private let root: String
  private var entries = 0
  private var bytes = 0

  /// Throws a ``Problem``; the caller has to remove a partial copy.
  package static func copy(_ folder: String, into target: String) throws(Problem) {
    guard let root = SystemFiles().canonicalPath(of: folder) else {
      throw .unreadable(folder, FileError(errno))
    }
    var copy = FolderCopy(root: root)
    try copy.copyFolder(root, to: target, depth: 0)
  }

  private mutating func copyFolder(
    _ folder: String, to target: String, depth: Int
  ) throws(Problem) {
    guard depth < Self.deepest else { throw .tooLarge(root) }
    let names = try rethrowing(SystemFiles().names(in: folder)) { Problem.unreadable(folder, $0) }
    for name in names where !name.begins(with: ".") {
      entries += 1
      guard entries <= Self.mostEntries else { throw .tooLarge(root) }
      let (path, place) = (FilePath.join(folder, name), FilePath.join(target, name))
      var information = stat()
      guard lstat(path, &information) == 0 else { throw .unreadable(path, FileError(errno)) }
      switch information.st_mode & S_IFMT {
      case S_IFDIR:
        guard mkdir(place, 0o700) == 0 else { throw .unwritable(place, FileError(errno)) }
        try copyFolder(path, to: place, depth: depth + 1)
        guard chmod(place, Self.mode(information) | 0o700) == 0 else {
          throw .unwritable(place, FileError(errno))
        }
      case S_IFREG: try copyFile(path, to: place)
      case S_IFLNK: try copyLink(path, to: place)
      default: throw .notFile(path)
      }
    }
  }

  private mutating func copyFile(_ path: String, to place: String) throws(Problem) {
    // Without O_NONBLOCK, open would wait for a file that has become a pipe since.
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard source >= 0 else { throw .unreadable(path, FileError(errno)) }
    let reader = SystemFileReader(adopting: source)
    var information = stat()
    guard fstat(source, &information) == 0 else { throw .unreadable(path, FileError(errno)) }
    guard information.st_mode & S_IFMT == S_IFREG else { throw .notFile(path) }
    let target = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw .unwritable(place, FileError(errno)) }
    defer { close(target) }
    while true {
      let piece = try rethrowing(reader.read(upTo: 64 << 10)) { Problem.unreadable(path, $0) }
      if piece.isEmpty { break }
      bytes += piece.count
      guard bytes <= Self.mostBytes else { throw .tooLarge(root) }
      let code = DescriptorWriting.write(piece, to: target)
      guard code == 0 else { throw .unwritable(place, FileError(code)) }
    }
    guard fchmod(target, Self.mode(information)) == 0, fsync(target) == 0 else {
      throw .unwritable(place, FileError(errno))
    }
  }

  private func copyLink(_ path: String, to place: String) throws(Problem) {
    guard let link = SystemFolder.target(ofLink: path) else {
      throw .unreadable(path, FileError(errno))
    }
    // An absolute path would lead back into the folder that is copied.
    guard !link.begins(with: "/"), let end = SystemFiles().canonicalPath(of: path),
      FilePath.holds(root, end)
    else { throw .linkOutside(path) }
    guard symlink(link, place) == 0 else { throw .unwritable(place, FileError(errno)) }
  }

  /// Returns the permissions of a file, without those that a copy does not get.
  private static func mode(_ information: stat) -> mode_t {
    information.st_mode & 0o777 & ~mode_t(S_IWOTH)
  }
}
