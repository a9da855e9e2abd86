package import APICallBase

/// Why a session cannot be had, kept or removed; nothing of any output is in it.
package enum SessionProblem: Error, Sendable, Hashable {
  /// There is no folder to keep sessions in: neither variable nor home.
  case noPlace
  /// Others may read or write the file, or it belongs to somebody else.
  case exposedFile(_ path: String, clearing: String)
  /// Others may look into the folder or write to it, or it belongs to somebody else.
  case exposedFolder(_ path: String)
  /// It is no regular file, but a link, a pipe, a folder.
  case notRegular(_ path: String)
  /// It cannot be read.
  case unreadable(_ path: String, FileError)
  /// It cannot be written.
  case unwritable(_ path: String, FileError)
  /// It is no session; the reason tells nothing of what is in it.
  case broken(_ path: String, reason: String, clearing: String)
  /// A newer apicall wrote it.
  case newer(_ path: String, version: String, clearing: String)
  /// Another program kept the file locked for so many seconds.
  case busy(_ path: String, seconds: Int)
  /// Another program made the call of a spec for so many seconds.
  case waited(spec: String, seconds: Int)
  /// There is more of the outputs of a spec than may be kept, in octets or in number.
  case tooMuch(spec: String, limit: Int, unit: String)
  /// The machine computes no SHA-256.
  case noDigest
  /// A signal asked the program to end, or the work was given up.
  case interrupted
}

extension SessionProblem {
  /// The failure that a command ends with.
  package var failure: Failure {
    guard self != .interrupted else { return Failure(.interrupted, []) }
    return Failure(status, message, hint: hint)
  }

  /// Does something, and makes what goes wrong the failure that a command ends with.
  ///
  /// - Parameter work: what to do.
  /// - Returns: what came of it.
  /// - Throws: the ``Failure``.
  package static func asFailure<Outcome>(
    _ work: () throws(SessionProblem) -> Outcome
  ) throws(Failure) -> Outcome {
    do throws(SessionProblem) { return try work() } catch { throw error.failure }
  }

  /// What is wrong: lower case, no full stop.
  package var message: String {
    switch self {
    case .noPlace: "there is no place to keep sessions in"
    case .exposedFile(let path, _): "'\(path)' is not yours alone: others may read or write it"
    case .exposedFolder(let path):
      "'\(path)' is not yours alone: others may look into it or write to it"
    case .notRegular(let path): "'\(path)' is no regular file"
    case .unreadable(let path, let reason): "cannot read '\(path)': \(reason.reason)"
    case .unwritable(let path, let reason): "cannot write '\(path)': \(reason.reason)"
    case .broken(let path, let reason, _): "'\(path)' cannot be read as a session: \(reason)"
    case .newer(let path, let version, _):
      "'\(path)' is a session of version \(version), which this apicall does not know"
    case .busy(let path, let seconds):
      "waited \(seconds) s for '\(path)', which another program keeps locked"
    case .waited(let spec, let seconds):
      "waited \(seconds) s for another program that makes the call '\(spec)' for the same session"
    case .tooMuch(let spec, let limit, let unit):
      "the outputs of '\(spec)' cannot be kept: they are more than \(limit) \(unit)"
    case .noDigest: "SHA-256 cannot be computed on this machine"
    case .interrupted: "interrupted"
    }
  }

  /// The way out; nil where there is nothing to advise.
  package var hint: String? {
    switch self {
    case .noPlace: "set HOME or XDG_STATE_HOME to an absolute path"
    case .exposedFile(let path, let clearing):
      "'\(clearing)' removes what others may have read; 'chmod 600 \(ShellWord.path(path))' keeps it to you"
    case .exposedFolder(let path):
      "'chmod 700 \(ShellWord.path(path))' keeps it to you, if it is yours"
    case .notRegular: "move away what stands there"
    case .broken(_, _, let clearing): "'\(clearing)' removes it; its calls are then made anew"
    case .newer(_, _, let clearing): "a newer apicall wrote it; '\(clearing)' removes it"
    case .busy: "it is locked for as long as it takes to write it: see what that program waits for"
    case .waited: "it ends with that program; '--no-session' makes the call without waiting"
    case .tooMuch: "declare fewer outputs, or use '--no-session'"
    case .unreadable:
      "'apicall session clear', with --session as in the run, removes it; its calls are then made anew"
    case .unwritable, .noDigest, .interrupted: nil
    }
  }

  /// The exit status where nothing else is wrong.
  package var status: ExitStatus {
    switch self {
    case .noPlace, .unwritable: .cannotCreate
    case .exposedFile, .exposedFolder, .notRegular: .noPermission
    case .unreadable: .noInput
    case .broken, .newer: .badConfiguration
    case .busy, .waited: .timeout
    case .tooMuch, .noDigest: .other
    case .interrupted: .interrupted
    }
  }
}
