import APICallBase
import APICallSystem

/// Whether a file may use what belongs to the user of the program.
///
/// Only files that ship with the program, or that its user wrote, should be trusted.
public enum Trust: Sendable, Hashable {
  /// The file reads no environment variables and no credential files.
  case untrusted
  /// The file reads the environment variables that it names, and netrc if it says so.
  case trusted
}

/// The caller of a call from Swift: it has no terminal and no standard input.
struct LibraryCaller: Caller {
  let trust: Trust
  /// Whether requests leave this machine; if not, secrets need not be given.
  var isRemote = true

  func variable(_ name: String) -> String? {
    trust == .trusted ? Program.environment(name) : nil
  }

  func standardInput(limit: Int) throws(FileError) -> [UInt8] { throw .notFound }

  func trustedFolder(covering folder: String) -> String? { trust == .trusted ? folder : nil }

  func dummy(ofSecret name: String) -> String? { isRemote ? nil : "dummy-\(name)" }

  func answer(to question: Question) -> Answer { .noTerminal }
}
