package import APICallBase
import APICallText

/// The failures of finding, keeping or removing a session; they contain no outputs.
package enum SessionProblem {
  package static func noPlace(for contents: SessionName.Contents) -> Failure {
    Failure(
      .cannotCreate, "there is no folder for the \(contents.rawValue)",
      hint: "set HOME or XDG_STATE_HOME to an absolute path")
  }

  /// Other users may read or write a file, or it belongs to another user.
  package static func exposedFile(_ path: String, clearing: String) -> Failure {
    Failure(
      .noPermission, "'\(path)' is not yours alone: others may read or write it",
      hint: "'\(clearing)' removes the outputs that others may have read;"
        + " 'chmod 600 \(ShellWord.path(path))' keeps others out")
  }

  /// Other users may list a folder or write to it, or it belongs to another user.
  package static func exposedFolder(_ path: String) -> Failure {
    Failure(
      .noPermission, "'\(path)' is not yours alone: others may list it or write to it",
      hint: "if it is yours, 'chmod 700 \(ShellWord.path(path))' keeps others out")
  }

  /// The path is not a regular file, but a link, a pipe or a folder.
  package static func notRegular(_ path: String) -> Failure {
    Failure(
      .noPermission, "'\(path)' is not a regular file", hint: "move it away")
  }

  package static func unreadable(
    _ path: String, _ reason: FileError, of name: SessionName? = nil
  ) -> Failure {
    let other = name.flatMap { $0.contents == .outputs ? nil : $0 }
    return Failure(
      .noInput, "cannot read '\(path)': \(reason.reason)",
      hint: other.map { "'\($0.clearing)' removes it; \($0.contents.afterRemoval)" }
        ?? "'apicall session clear', with --session as in the run, removes it;"
        + " its calls are then made again")
  }

  package static func unwritable(_ path: String, _ reason: FileError) -> Failure {
    Failure(.cannotCreate, "cannot write '\(path)': \(reason.reason)")
  }

  /// A file is not that of a session; the reason does not quote its content.
  package static func broken(_ path: String, reason: String, of name: SessionName) -> Failure {
    Failure(
      .badConfiguration, "'\(path)' cannot be read as a \(name.contents.rawValue): \(reason)",
      hint: (name.file == nil ? "" : "is this the right file? ")
        + "'\(name.clearing)' removes it; \(name.contents.afterRemoval)")
  }

  package static func newer(_ path: String, version: String, of name: SessionName) -> Failure {
    let kind = name.contents.rawValue
    if name.contents == .logins {
      return Failure(
        .badConfiguration,
        "'\(path)' is a login of version \(version), which this version of apicall cannot read",
        hint: "use the version that wrote it, or '\(name.clearing)' and log in again")
    }
    return Failure(
      .badConfiguration,
      "'\(path)' is a \(kind) of version \(version), which this version of apicall cannot read",
      hint: "use the version that wrote it, or another \(kind): --\(kind) "
        + (name.contents == .outputs ? "NAME" : "FILE"))
  }

  package static func busy(_ path: String, seconds: Int) -> Failure {
    Failure(
      .timeout, "waited \(seconds) s for '\(path)', which another process keeps locked",
      hint: "it is locked only while it is written: check whether that process is stuck")
  }

  static func waited(_ spec: String, seconds: Int) -> Failure {
    if spec.hasPrefix(SessionKey.authMark) {
      return Failure(
        .timeout, "waited \(seconds) s for another process that requests the same token",
        hint: "wait until that process ends")
    }
    return Failure(
      .timeout,
      "waited \(seconds) s for another process that makes the call '\(spec)' for the same session",
      hint: "wait until that process ends, or use '--no-session'")
  }

  static func tooMuch(_ spec: String, limit: Int, unit: String) -> Failure {
    Failure(
      .other, "the outputs of '\(spec)' cannot be kept: they exceed \(limit) \(unit)",
      hint: "declare fewer outputs, or use '--no-session'")
  }

  static func tooLong(_ spec: String, limit: Int) -> Failure {
    Failure(
      .cannotCreate,
      "the state of '\(spec)' is longer than \(WrittenSize.text(of: limit)), so it stays as it was",
      hint: "keep less, or use a shorter 'lag'")
  }

  static var noDigest: Failure { Failure(.other, "SHA-256 cannot be computed on this machine") }
}
