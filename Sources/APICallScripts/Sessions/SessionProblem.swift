package import APICallBase

/// Why a session cannot be had, kept or removed; nothing of any output is in it.
package enum SessionProblem {
  /// There is no folder to keep sessions in: neither variable nor home.
  package static var noPlace: Failure {
    Failure(
      .cannotCreate, "there is no place to keep sessions in",
      hint: "set HOME or XDG_STATE_HOME to an absolute path")
  }

  /// Others may read or write a file, or it belongs to somebody else.
  package static func exposedFile(_ path: String, clearing: String) -> Failure {
    Failure(
      .noPermission, "'\(path)' is not yours alone: others may read or write it",
      hint: "'\(clearing)' removes what others may have read;"
        + " 'chmod 600 \(ShellWord.path(path))' keeps it to you")
  }

  /// Others may look into a folder or write to it, or it belongs to somebody else.
  package static func exposedFolder(_ path: String) -> Failure {
    Failure(
      .noPermission, "'\(path)' is not yours alone: others may look into it or write to it",
      hint: "'chmod 700 \(ShellWord.path(path))' keeps it to you, if it is yours")
  }

  /// It is no regular file, but a link, a pipe, a folder.
  package static func notRegular(_ path: String) -> Failure {
    Failure(
      .noPermission, "'\(path)' is no regular file", hint: "move away what stands there")
  }

  /// It cannot be read.
  package static func unreadable(_ path: String, _ reason: FileError) -> Failure {
    Failure(
      .noInput, "cannot read '\(path)': \(reason.reason)",
      hint: "'apicall session clear', with --session as in the run, removes it;"
        + " its calls are then made anew")
  }

  /// It cannot be written.
  package static func unwritable(_ path: String, _ reason: FileError) -> Failure {
    Failure(.cannotCreate, "cannot write '\(path)': \(reason.reason)")
  }

  /// It is no file of a session; the reason tells nothing of what is in it.
  package static func broken(_ path: String, reason: String, clearing: String) -> Failure {
    Failure(
      .badConfiguration, "'\(path)' cannot be read as a session: \(reason)",
      hint: "'\(clearing)' removes it; its calls are then made anew")
  }

  /// A newer apicall wrote it.
  package static func newer(_ path: String, version: String, clearing: String) -> Failure {
    Failure(
      .badConfiguration,
      "'\(path)' is a session of version \(version), which this apicall does not know",
      hint: "a newer apicall wrote it; '\(clearing)' removes it")
  }

  /// Another program kept the file locked.
  package static func busy(_ path: String) -> Failure {
    Failure(
      .timeout, "waited 5 s for '\(path)', which another program keeps locked",
      hint: "it is locked for as long as it takes to write it: see what that program waits for")
  }

  /// Another program made the call of a spec for so many seconds.
  static func waited(_ spec: String, seconds: Int) -> Failure {
    Failure(
      .timeout,
      "waited \(seconds) s for another program that makes the call '\(spec)' for the same session",
      hint: "it ends with that program; '--no-session' makes the call without waiting")
  }

  /// There is more of the outputs of a spec than may be kept, in bytes or in number.
  static func tooMuch(_ spec: String, limit: Int, unit: String) -> Failure {
    Failure(
      .other, "the outputs of '\(spec)' cannot be kept: they are more than \(limit) \(unit)",
      hint: "declare fewer outputs, or use '--no-session'")
  }

  /// The machine computes no SHA-256.
  static var noDigest: Failure { Failure(.other, "SHA-256 cannot be computed on this machine") }
}
