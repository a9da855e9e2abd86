import APICallText

/// Why the user's own data is not available to a file: variables, the netrc file, and parts of
/// responses that a stored secret confines.
package enum Distrust: Sendable, Hashable {
  /// The user does not trust its folder. The folder may have a fault that rules out trust.
  case notTrusted(folder: String, TrustFault?)
  /// The folder is trusted, but other users may write to the file at this path in it.
  case writable(String)
  /// The folder is trusted, but the file at this path in it belongs to another user.
  case foreign(String)
  /// The list of trusted folders is not usable; the text is the reason and what to do about it.
  case trustFileUnusable(String)

  /// Creates the reason for a fault within a trusted folder.
  package init(_ fault: TrustFault, at path: String) {
    switch fault {
    case .foreign: self = .foreign(path)
    case .writable, .shared: self = .writable(path)
    }
  }

  /// Returns what the user can do about it.
  ///
  /// Returns the text of a hint.
  package func hint(_ gain: String) -> String {
    switch self {
    case .notTrusted(let folder, nil): "\(Self.command(trusting: folder)) \(gain)"
    case .notTrusted(let folder, .writable):
      "'chmod -R go-w \(ShellWord.path(folder))' and then \(Self.command(trusting: folder)) \(gain)"
    case .notTrusted(let folder, let fault?):
      "\(fault.words(for: folder)): in a folder of your own, 'apicall trust' \(gain)"
    case .writable(let path): Self.hint(.writable, path)
    case .foreign(let path): Self.hint(.foreign, path)
    case .trustFileUnusable(let reason): "no folder is trusted: \(reason)"
    }
  }

  /// The command that gives the files below a folder everything they ask for; nil if it would fail.
  package var command: String? {
    guard case .notTrusted(let folder, nil) = self else { return nil }
    return Self.command(trusting: folder)
  }

  private static func command(trusting folder: String) -> String {
    "'apicall trust \(ShellWord.path(folder))'"
  }

  private static func hint(_ fault: TrustFault, _ path: String) -> String {
    "its folder is trusted, but \(fault.words(for: path)): "
      + fault.remedy(for: path, owning: "put a file of your own there")
  }
}

/// Why a file or folder is not trusted.
///
/// This is the rule for project files, plugins, and the files in a trusted folder.
///
/// A trusted file belongs to the user or to root, and no other user can write to it. A group counts
/// as the user's own if it is the group of the process and has the user's number or name, as Debian
/// creates one for each user. Root's group may write whatever root may write. In a sticky folder,
/// other users cannot replace the user's files, so such a folder is safe.
///
/// The trust file, the netrc file and the file of secrets have stricter rules, and only their
/// folders follow this one: `FileStatus.isPrivate`, and `PrivateFile` of APICallSystem.
package enum TrustFault: Sendable, Hashable {
  /// It belongs to another user, who is not root.
  case foreign
  /// Other users may write to it.
  case writable
  /// Other users may write to it by design, as to `/tmp`: single files in it may be trusted, but
  /// not the whole folder.
  case shared

  /// Describes the fault in a sentence.
  package func words(for path: String) -> String {
    switch self {
    case .foreign: "'\(path)' belongs to another user"
    case .writable, .shared: "others may write to '\(path)'"
    }
  }

  /// Returns what the user can do about it.
  ///
  /// Returns the text of a hint.
  package func remedy(for path: String, owning advice: String) -> String {
    switch self {
    case .foreign, .shared: advice
    case .writable: "'chmod go-w \(ShellWord.path(path))' removes that permission"
    }
  }
}
