import APICallBase
import APICallContracts
import APICallSafety
import APICallText

/// A file with credentials of the user, which no one else may read or replace.
struct CredentialFile {
  /// The largest number of bytes that are read.
  static let limit = 1 << 20

  let path: String
  /// The kind of file in messages.
  let noun: String
  /// What to do about a file of others.
  let remedy: String

  /// Reads a file that exists.
  func bytes(by files: any FileSystem) throws(AuthProblem) -> [UInt8] {
    // A pipe in its place would block.
    try check(files.status(of: path))
    if let place = files.canonicalPath(of: path),
      let (found, fault) = files.trustFault(of: place, upTo: FilePath.folder(of: place))
    {
      throw AuthProblem(
        "\(fault.words(for: found)), so the \(noun) is not read",
        hint: fault.remedy(for: found, owning: remedy), status: .noPermission)
    }
    let opened: FileStatus
    let bytes: [UInt8]
    do {
      let file = try files.open(path)
      opened = try file.status()
      bytes = try file.readAll(limit: Self.limit)
    } catch {
      throw AuthProblem("cannot read '\(path)': \(error.reason)", status: .noPermission)
    }
    // The file may have been replaced after the check.
    try check(opened)
    return bytes
  }

  /// Rejects a file that others can read, or that another user owns.
  private func check(_ status: FileStatus?) throws(AuthProblem) {
    guard status?.kind == .file else {
      throw AuthProblem("'\(path)' is not a regular file", status: .noPermission)
    }
    guard status?.isPrivate == true else {
      throw AuthProblem(
        "others may read '\(path)', or it belongs to another user",
        hint: "run 'chmod 600 \(ShellWord.path(path))'", status: .noPermission)
    }
  }
}
