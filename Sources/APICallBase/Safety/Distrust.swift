/// Why what is the user's own is kept from a file: variables, the netrc file, and parts of responses
/// that a stored secret limits.
package enum Distrust: Sendable, Hashable {
  /// The user does not trust its folder; the folder may have a fault for which it cannot be trusted.
  case notTrusted(folder: String, TrustFault?)
  /// The folder is trusted, but others may write to what stands at this path in it.
  case writable(String)
  /// The folder is trusted, but what stands at this path in it belongs to another user.
  case foreign(String)
  /// Nobody can tell which folders are trusted: why, and what to do about that.
  case trustFileUnusable(String)

  /// What stands in the way in a folder that is trusted.
  ///
  /// - Parameters:
  ///   - fault: what is wrong.
  ///   - path: the path, as messages show it.
  package init(_ fault: TrustFault, at path: String) {
    switch fault {
    case .foreign: self = .foreign(path)
    case .writable, .shared: self = .writable(path)
    }
  }

  /// The way out.
  ///
  /// - Parameter gain: what trust brings, as a predicate.
  /// - Returns: what to tell the user.
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

  /// The command that lets files below a folder have all that they ask for; nil where it would refuse.
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

/// Why something is not trusted: the rule for project files, plugins, and the files in a trusted folder.
///
/// What is trusted belongs to the user or to root, and nobody else can write to it. A group counts
/// as the user's own where it is the process's group and has the user's number or name, as Debian
/// makes one for each user; what root's group may write to, root may. In a sticky folder others
/// cannot replace what the user owns, so it is safe for that.
///
/// The trust file, the netrc file and the file of secrets are held to more, and only their folders to
/// this rule: `FileStatus.isPrivate`, and `PrivateFile` of APICallSystem.
package enum TrustFault: Sendable, Hashable {
  /// It belongs to another user, who is not root.
  case foreign
  /// Others may write to it.
  case writable
  /// Others may write to it, and that is what it is for, as `/tmp` is: what lies in it may be trusted, but
  /// not all of that at once.
  case shared

  /// What is wrong, as a sentence.
  ///
  /// - Parameter path: what it is wrong with, as messages show it.
  /// - Returns: the sentence.
  package func words(for path: String) -> String {
    switch self {
    case .foreign: "'\(path)' belongs to another user"
    case .writable, .shared: "others may write to '\(path)'"
    }
  }

  /// The way out.
  ///
  /// - Parameters:
  ///   - path: what is not trusted, as messages show it.
  ///   - advice: what to do where it belongs to another user.
  /// - Returns: what to tell the user.
  package func remedy(for path: String, owning advice: String) -> String {
    switch self {
    case .foreign, .shared: advice
    case .writable: "'chmod go-w \(ShellWord.path(path))' takes that right away"
    }
  }
}
