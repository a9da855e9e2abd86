import APICallResponses
import CSystem
import Glibc

/// The mark on a file that a step of a script has saved: an extended attribute (xattr(7)) with its
/// size and the time of its last change.
///
/// A script that is not trusted replaces only such files. Only a program that may write
/// to a file can mark it, and a file that was changed since has another size or time.
/// On a file system without extended attributes, no file is marked.
enum SavedMark {
  private static let name = "user.apicall.saved"

  /// Marks a file, after everything was written.
  static func set(on descriptor: Int32) {
    guard let text = text(for: descriptor) else { return }
    _ = fsetxattr(descriptor, name, text, text.utf8.count, 0)
  }

  /// Throws ``OutputFileProblem/foreign(_:)`` if it is not.
  static func check(
    _ file: String, in folder: OpenFolder, path: String
  ) throws(OutputFileProblem) {
    let descriptor = openat(
      folder.descriptor, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .foreign(path) }
    defer { close(descriptor) }
    var mark = [UInt8](repeating: 0, count: 128)
    let count = fgetxattr(descriptor, name, &mark, mark.count)
    guard count > 0, let text = text(for: descriptor), text.utf8.elementsEqual(mark[..<count])
    else { throw .foreign(path) }
  }

  private static func text(for descriptor: Int32) -> String? {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return nil }
    let time = information.st_mtim
    return "\(information.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }
}
