package import APICallBase
import Glibc

/// The file that keeps secrets: `apicall/secrets.json` in XDG_DATA_HOME, or in ~/.local/share.
///
/// It has the mode 0600, its folder 0700; where others may read it, it is not read.
package enum SecretsFile {
  /// Where it is; nil where there is neither variable nor home.
  package static var location: String? {
    BaseFolder.data.location.map { FilePath.join($0, "secrets.json") }
  }

  /// The file as the source of secrets reads and writes it.
  package static var storage: SecretStorage {
    SecretStorage(
      place: location ?? "secrets.json", hasPlace: location != nil,
      read: { () throws(SecretProblem) in
        // Where there is no place to keep any, there is none.
        guard let file else { return [] }
        try checkFolder(of: file)
        do throws(PrivateFile.Problem) {
          return try file.read()
        } catch {
          throw SecretProblem(error, of: file.path)
        }
      },
      update: { (change) throws(SecretProblem) in
        guard let file else {
          throw SecretProblem(
            "there is no place to keep secrets in", status: .cannotCreate,
            hint: "set HOME or XDG_DATA_HOME to an absolute path")
        }
        try checkFolder(of: file)
        do throws(PrivateFile.Problem) {
          try file.update(change)
        } catch {
          throw SecretProblem(error, of: file.path)
        }
      })
  }

  /// Does something with secrets that are kept elsewhere, alone among the programs that do so.
  ///
  /// Where no lock can be had at all, it is done without.
  ///
  /// - Parameter work: what to do.
  /// - Throws: what that throws; a ``SecretProblem`` where another program does so for too long.
  package static func exclusively(
    _ work: () throws(SecretProblem) -> Void
  ) throws(SecretProblem) {
    guard let location else { return try work() }
    let path = FilePath.join(FilePath.folder(of: location), "stores")
    var lock: FileLock?
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

  /// Refuses a folder in which others may put a file in the place of this one.
  private static func checkFolder(of file: PrivateFile) throws(SecretProblem) {
    let folder = FilePath.folder(of: file.path)
    guard let fault = SystemFiles().status(of: folder)?.trustFault else { return }
    throw SecretProblem(
      "\(fault.words(for: folder)), so the secrets in it are not used",
      hint: fault.remedy(for: folder, owning: "XDG_DATA_HOME names a folder of your own"))
  }
}

extension SecretProblem {
  /// Why the file of secrets cannot be used.
  fileprivate init(_ problem: PrivateFile.Problem, of path: String) {
    switch problem {
    case .notPrivate:
      self.init(
        "'\(path)' is not yours alone: others may read or write it",
        hint:
          "'chmod 600 \(ShellWord.path(path))' keeps it to you; store anew what others may have read"
      )
    case .notRegular:
      self.init("'\(path)' is no regular file", hint: "move away what stands there")
    case .unreadable, .unwritable, .locked:
      let failure = problem.failure(of: path)
      self.init(failure.diagnostics.first?.message ?? "", status: failure.status)
    }
  }
}
