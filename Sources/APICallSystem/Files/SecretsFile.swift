package import APICallBase
import APICallSafety
import APICallScripts
import APICallText
import Glibc

/// The file of secrets: `apicall/secrets.json` in XDG_DATA_HOME, or in ~/.local/share.
///
/// It has the mode 0600, its folder 0700; it is not read if other users may read it.
package enum SecretsFile {
  /// The path of the file; nil if neither the variable nor HOME is set.
  package static var location: String? {
    BaseFolder.data.location.map { FilePath.join($0, "secrets.json") }
  }

  package static var storage: SecretStorage {
    SecretStorage(
      place: location ?? "secrets.json", hasPlace: location != nil,
      read: { () throws(SecretProblem) in
        // Without a path there are no secrets.
        guard let file else { return [] }
        try checkFolder(of: file)
        return try rethrowing(file.read()) { SecretProblem($0, of: file.path) }
      },
      update: { (change) throws(SecretProblem) in
        guard let file else {
          throw SecretProblem(
            "there is no place to keep secrets", status: .cannotCreate,
            hint: "set HOME or XDG_DATA_HOME to an absolute path")
        }
        try checkFolder(of: file)
        try rethrowing(file.update(change)) { SecretProblem($0, of: file.path) }
      })
  }

  /// Runs work on secrets that are stored elsewhere while a lock keeps other programs out.
  ///
  /// If no lock can be created at all, the work runs without one.
  ///
  /// Throws what the work throws; a ``SecretProblem`` if another program holds the lock for too
  /// long.
  package static func exclusively(
    _ work: () throws(SecretProblem) -> Void
  ) throws(SecretProblem) {
    guard let location else { return try work() }
    let path = FilePath.join(FilePath.folder(of: location), "stores")
    var lock: SessionLock?
    do throws(PrivateFile.Problem) {
      lock = try PrivateFile(path, limit: 0).taken()
    } catch {
      if error == .locked { throw SecretProblem(error, of: path) }
    }
    defer { lock?.release() }
    try work()
  }

  private static var file: PrivateFile? {
    location.map { PrivateFile($0, limit: SecretStorage.limit, isSecret: true) }
  }

  /// Refuses a folder in which other users may replace the file.
  private static func checkFolder(of file: PrivateFile) throws(SecretProblem) {
    let folder = FilePath.folder(of: file.path)
    guard let fault = SystemFiles().status(of: folder)?.trustFault else { return }
    throw SecretProblem(
      "\(fault.words(for: folder)), so the secrets in it are not used",
      hint: fault.remedy(for: folder, owning: "XDG_DATA_HOME names a folder of your own"))
  }
}

extension SecretProblem {
  fileprivate init(_ problem: PrivateFile.Problem, of path: String) {
    switch problem {
    case .notPrivate:
      self.init(
        "other users can read or write '\(path)'",
        hint:
          "run 'chmod 600 \(ShellWord.path(path))', and replace secrets that may have been read"
      )
    case .notRegular:
      self.init("'\(path)' is not a regular file", hint: "move it away")
    case .unreadable, .unwritable, .locked:
      let failure = problem.failure(of: path)
      self.init(failure.diagnostics.first?.message ?? "", status: failure.status)
    }
  }
}
