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
