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
