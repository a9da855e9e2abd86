import APICallBase
import APICallResponses
import APICallSafety
import APICallText
import CSystem
import Glibc

/// `FILE.part` and `FILE.part.json`: the part of a file that has arrived so far, and what it is a
/// part of.
///
/// Both are beside the file, so that they are found, moved and removed with it. They are locked for
/// one run at a time (flock(2)).
final class PartFile {
  /// The path of the file when it is complete.
  let target: String
  let path: String
  let descriptor: Int32
  private let recordPath: String
  private var isOpen = true

  /// Opens the part, or creates an empty one.
  ///
  /// Throws an `OutputFileProblem` if that is not possible, or if another run has the part.
  init(of target: String, shown: String) throws(OutputFileProblem) {
    self.target = target
    path = "\(target).part"
    recordPath = "\(path).json"
    var information = stat()
    if lstat(recordPath, &information) == 0 {
      // Anything else is replaced.
      if information.st_mode & S_IFMT == S_IFDIR { throw .foreignPart(recordPath) }
    } else if errno != ENOENT {
      throw .notWritable(shown, reason: SystemError.words(for: errno))
    }
    descriptor = try Self.locked(path, shown: shown)
  }

  deinit { end() }

  /// Opens and locks the part at a path, even if it is renamed meanwhile.
  private static func locked(_ path: String, shown: String) throws(OutputFileProblem) -> Int32 {
    for _ in 0..<10 {
      let descriptor = open(
        path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode_t(0o600))
      guard descriptor >= 0 else {
        if errno == ELOOP || errno == EISDIR || errno == ENXIO { throw .foreignPart(path) }
        throw .notWritable(shown, reason: SystemError.words(for: errno))
      }
      var problem: OutputFileProblem?
      var here = stat()
      var there = stat()
      if fstat(descriptor, &here) != 0 || !isPrivate(here) {
        problem = .foreignPart(path)
      } else if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        problem = .partInUse(path)
      } else if lstat(path, &there) == 0, there.st_ino == here.st_ino, there.st_dev == here.st_dev {
        return descriptor
      }
      close(descriptor)
      if let problem { throw problem }
    }
    throw .partInUse(path)
  }

  /// Returns whether no other user can have written to the part.
  private static func isPrivate(_ information: stat) -> Bool {
    information.st_mode & S_IFMT == S_IFREG && information.st_uid == geteuid()
      && information.st_mode & (S_IWGRP | S_IWOTH) == 0 && information.st_nlink == 1
  }

  var length: Int {
    var information = stat()
    return fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
  }

  /// What the bytes are a part of; nil if that is unknown, or if the record is not from the user's
  /// own run.
  var record: PartRecord? {
    let bytes = try? PrivateFile(recordPath, limit: PartRecord.limit).read()
    guard let record = bytes.flatMap({ PartRecord($0) }), PartSeal.holds(record, of: descriptor)
    else { return nil }
    return record
  }

  func seekEnd() -> Int32 { lseek(descriptor, 0, SEEK_END) < 0 ? errno : 0 }

  /// Discards the part and records the new one.
  ///
  /// The old record is removed before the old bytes are, and the new record is written after that.
  /// Whatever interrupts this, no part has the record of another.
  func begin(_ record: PartRecord?) -> Int32 {
    guard unlink(recordPath) == 0 || errno == ENOENT else { return errno }
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return errno }
    guard let record = record.flatMap({ PartSeal.seal($0, of: descriptor) }) else { return 0 }
    let file = open(
      recordPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    guard file >= 0 else { return errno }
    let code = DescriptorWriting.write(record.bytes, to: file)
    return close(file) == 0 || code != 0 ? code : errno
  }

  func replaceTarget() -> Int32 {
    guard rename(path, target) == 0 else { return errno }
    unlink(recordPath)
    end()
    return 0
  }

  func remove() {
    guard isOpen else { return }
    unlink(recordPath)
    unlink(path)
    end()
  }

  /// Unlocks the part for other runs.
  func end() {
    if isOpen { close(descriptor) }
    isOpen = false
  }
}

/// The seal on the record of a part: only a part from one of the user's own runs is continued.
///
/// `FILE.part` and its record may come with a repository, and would then be the beginning of the
/// user's download. The seal is an HMAC-SHA-256 of the record and of this very part: its device,
/// its inode number and its creation time. Its key is in apicall's state folder, where only the
/// user can read it. Without such a key there is no seal, and a download starts again from the
/// beginning.
enum PartSeal {
  private static let keyLength = 32

  /// Returns the record with its seal; nil if it cannot be sealed.
  static func seal(_ record: PartRecord, of part: Int32) -> PartRecord? {
    var key = self.key
    if key == nil {
      try? file?.update { bytes in
        guard bytes.count != keyLength else { return nil }
        var generator = SystemRandomNumberGenerator()
        return (0..<keyLength).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
      key = self.key
    }
    guard let key, let code = code(of: record, part, key) else { return nil }
    var record = record
    record.seal = code
    return record
  }

  static func holds(_ record: PartRecord, of part: Int32) -> Bool {
    guard ReadRule.foreignPart.holds else { return true }
    guard let seal = record.seal, let key, let code = code(of: record, part, key) else {
      return false
    }
    return code == seal
  }

  private static var file: PrivateFile? {
    BaseFolder.state.location.map {
      PrivateFile(FilePath.join($0, "part.key"), limit: 64, isSecret: true)
    }
  }

  private static var key: [UInt8]? {
    guard let bytes = try? file?.read(), bytes.count == keyLength else { return nil }
    return bytes
  }

  private static func code(of record: PartRecord, _ part: Int32, _ key: [UInt8]) -> String? {
    var information = stat()
    guard fstat(part, &information) == 0 else { return nil }
    var record = record
    record.seal = nil
    let place = "\(information.st_dev) \(information.st_ino) \(apicall_birth(part))"
    return SHA256.authenticationCode(of: record.bytes + Array(place.utf8), key: key)
      .map { Hexadecimal.encode($0) }
  }
}
