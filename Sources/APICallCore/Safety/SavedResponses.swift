import Synchronization

/// The files that steps of this run have saved, as far as a stored secret was sent for what is in them:
/// they go where the response may go, whoever reads them.
///
/// A later run does not know them: then they are files as any other.
package final class SavedResponses: Sendable {
  private let known = Mutex<[(path: String, secrecy: Secrecy)]>([])
  /// The most octets of a file in which secrets are looked for; a longer one counts as one that holds
  /// them.
  private static let longestSearched = HeldAnswer.limit

  package init() {}

  /// Notes what a step has saved.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - call: the call whose response it is.
  ///   - files: where it is.
  func note(_ path: String, from call: Call, in files: any FileSystem) {
    guard call.confinement != nil, RuleSwitch.holds(RequestRule.savedResponses),
      let canonical = files.canonicalPath(of: path)
    else { return }
    let secrecy = ResponseOrigin(of: call).secrecy(ofSaved: call.endpoint) {
      try? files.read(canonical, limit: Self.longestSearched)
    }
    guard !secrecy.isOpen else { return }
    known.withLock { known in
      known.removeAll { $0.path == canonical }
      known.append((canonical, secrecy))
    }
  }

  /// Where the bytes of a file may go.
  ///
  /// - Parameters:
  ///   - path: the file; absolute, or relative to the working directory.
  ///   - files: where it is.
  /// - Returns: what limits them; nothing where no step has saved the file.
  func secrecy(of path: String, in files: any FileSystem) -> Secrecy {
    let known = known.withLock { $0 }
    guard !known.isEmpty, let canonical = files.canonicalPath(of: path) else { return .open }
    return known.first { $0.path == canonical }?.secrecy ?? .open
  }
}

extension World {
  /// Where the bytes of a file may go that a step of this run may have saved.
  func secrecy(ofFile path: String) -> Secrecy { saved.secrecy(of: path, in: files) }
}
