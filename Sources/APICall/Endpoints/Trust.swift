import APICallBase
import APICallSafety
import APICallSystem

/// Whether a file may use what belongs to the user of the program.
///
/// Only files that ship with the program, or that its user wrote, should be trusted.
public enum Trust: Sendable, Hashable {
  /// The file reads no environment variables and no credential files, and stores no outputs.
  ///
  /// A script can still save responses, in files whose whole path is an input.
  case untrusted
  /// The file reads the environment variables that it names, and netrc if it says so, and stores the
  /// outputs that it names as secrets.
  case trusted
  /// The file is trusted if it is in a folder that the user has trusted with `apicall trust`.
  case userList
}

/// The caller of a call from Swift: it has no terminal and no standard input.
struct LibraryCaller: Caller {
  let trust: Trust
  /// Whether requests leave this machine; if not, secrets need not be given.
  var isRemote = true
  var variables: @Sendable (String) -> String? = { Program.environment($0) }

  func variable(_ name: String) -> String? { trust == .untrusted ? nil : variables(name) }

  func standardInput(limit: Int) throws(FileError) -> [UInt8] { throw .notFound }

  func trustedFolder(covering folder: String) -> String? {
    switch trust {
    case .untrusted: nil
    case .trusted: folder
    case .userList: SystemCaller().trustedFolder(covering: folder)
    }
  }

  var trustsTexts: Bool { trust == .trusted }

  var trustProblem: String? { trust == .userList ? SystemCaller().trustProblem : nil }

  func dummy(ofSecret name: String) -> String? { isRemote ? nil : "dummy-\(name)" }

  /// The program itself gives the secrets to the files that it runs.
  func grant(of secret: String, in folder: String?) -> SecretGrant? { .whole }

  func answer(to question: Question) -> Answer { .noTerminal }
}
