package import APICallBase
import APICallScripts
import APICallText
import Glibc

/// The results of one attempt at the rows of a run, in a file beside the one that they become.
///
/// An attempt takes over by renaming the files of earlier ones, and reading them then: they are no
/// longer in their place, and stop. Of several that have finished, the first one's file gets the
/// name (link(2)), which the others find taken.
package final class AttemptFile: ResultsFile {
  private static let mode = mode_t(S_IRUSR | S_IWUSR)

  /// Why the disk lacks something that was written; nil if it lacks nothing.
  ///
  /// The system says so only once (fsync(2)).
  package private(set) var diskFault: FileError?

  /// The path that the results get in the end.
  private let path: String
  private let folder: OpenFolder
  private let name: String
  private let own: String
  private let descriptor: Int32
  private var size: off_t = 0
  private var identity = stat()

  /// Creates the file of this attempt; throws a ``Failure`` with exit status 73.
  package init(for path: String) throws(Failure) {
    self.path = path
    name = FilePath.name(of: path)
    let folder: OpenFolder
    do throws(FileError) { folder = try OpenFolder(FilePath.folder(of: path)) } catch {
      throw Failure(
        .cannotCreate,
        "cannot write the results to '\(path)': folder '\(FilePath.folder(of: path))': \(error.reason)"
      )
    }
    self.folder = folder
    var generator = SystemRandomNumberGenerator()
    var (own, descriptor) = ("", Int32(-1))
    for _ in 0..<10 where descriptor < 0 {
      let digits = String(UInt32.random(in: 0x1000_0000...UInt32.max, using: &generator), radix: 16)
      own = "\(name).part-\(digits)"
      descriptor = openat(
        folder.descriptor, own, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
        Self.mode)
      guard descriptor >= 0 || errno == EEXIST else { break }
    }
    guard descriptor >= 0, fchmod(descriptor, Self.mode) == 0, fstat(descriptor, &identity) == 0
    else {
      throw Failure(
        .cannotCreate, "cannot write the results to '\(path)': \(FileError(errno).reason)")
    }
    (self.own, self.descriptor) = (own, descriptor)
  }

  deinit { close(descriptor) }

  // MARK: Writing

  package func append(_ line: [UInt8]) throws(FileError) {
    let code = DescriptorWriting.write(line, to: descriptor)
    guard code == 0 else {
      // Half a line would be read as a torn one, but what follows it would be lost.
      ftruncate(descriptor, size)
      throw FileError(code)
    }
    size += off_t(line.count)
  }

  package var isKept: Bool { true }

  package var isInPlace: Bool {
    var found = stat()
    return fstatat(folder.descriptor, own, &found, AT_SYMLINK_NOFOLLOW) == 0
      && found.st_ino == identity.st_ino && found.st_dev == identity.st_dev
  }

  package func commit() throws(FileError) -> Bool {
    sync()
    if let diskFault { throw diskFault }
    // The file is found by its name, which an attempt that takes over has changed.
    guard linkat(folder.descriptor, own, folder.descriptor, name, 0) == 0 else {
      guard errno == EEXIST || errno == ENOENT else { throw FileError(errno) }
      return false
    }
    removeAttempts()
    return true
  }

  /// Removes the file of this attempt, which has nothing that others lack.
  package func remove() { unlinkat(folder.descriptor, own, 0) }

  /// Waits until what was written is on the disk.
  package func sync() {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { return diskFault = diskFault ?? FileError(errno) }
    }
  }

  /// Removes the files of all attempts, after the results have their name.
  package func removeAttempts() {
    for file in (try? Self.attempts(at: path)) ?? [] {
      unlinkat(folder.descriptor, FilePath.name(of: file), 0)
    }
  }

  // MARK: Earlier attempts

  /// The files of all attempts at the results of a path.
  package static func attempts(at path: String) throws(FileError) -> [String] {
    let (folder, name) = (FilePath.folder(of: path), FilePath.name(of: path))
    return try SystemFiles().names(in: folder)
      .filter { $0.hasPrefix("\(name).part-") || $0.hasPrefix("\(name).old-") }
      .map { FilePath.join(folder, $0) }
  }

  /// Takes over from all earlier attempts: none of them sends another request.
  ///
  /// `reopening` takes over from the finished results, too. Returns the files to read.
  package func takeOver(reopening: Bool) throws(FileError) -> [String] {
    if reopening { rename(name) }
    for file in try Self.attempts(at: path) {
      let found = FilePath.name(of: file)
      if found != own, found.hasPrefix("\(name).part-") { rename(found) }
    }
    // A file that was renamed by another attempt is among them as well.
    return try Self.attempts(at: path).filter { FilePath.name(of: $0).hasPrefix("\(name).old-") }
  }

  private func rename(_ found: String) {
    var generator = SystemRandomNumberGenerator()
    let digits = String(UInt32.random(in: 0x1000_0000...UInt32.max, using: &generator), radix: 16)
    _ = renameat(folder.descriptor, found, folder.descriptor, "\(name).old-\(digits)")
  }

  /// Removes earlier files, whose rows this one has: not if another attempt has taken over.
  ///
  /// Throws why the disk lacks what was copied.
  package func forget(_ files: [String]) throws(FileError) {
    sync()
    if let diskFault { throw diskFault }
    guard isInPlace else { return }
    for file in files { unlinkat(folder.descriptor, FilePath.name(of: file), 0) }
  }
}
