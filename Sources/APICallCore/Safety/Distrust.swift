/// Why what is the user's own is kept from a file: variables, the netrc file, and parts of responses
/// that a stored secret limits.
package enum Distrust: Sendable, Hashable {
  /// The user does not trust its folder, which is as it is typed after `apicall trust`.
  case notTrusted(folder: String)
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
  init(_ fault: TrustFault, at path: String) {
    switch fault {
    case .foreign: self = .foreign(path)
    case .writable: self = .writable(path)
    }
  }

  /// The way out.
  ///
  /// - Parameter gain: what trust brings, as a predicate.
  /// - Returns: what to tell the user.
  func hint(_ gain: String) -> String {
    switch self {
    case .notTrusted(let folder): "'apicall trust \(folder)' \(gain)"
    case .writable(let path): Self.hint(.writable, path)
    case .foreign(let path): Self.hint(.foreign, path)
    case .trustFileUnusable(let reason): "no folder is trusted: \(reason)"
    }
  }

  private static func hint(_ fault: TrustFault, _ path: String) -> String {
    "its folder is trusted, but \(fault.words(for: path)): "
      + fault.remedy(for: path, owning: "put a file of your own there")
  }
}
