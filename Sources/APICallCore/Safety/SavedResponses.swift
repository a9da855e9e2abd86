import Synchronization

/// The files that steps of this run have saved: what is in one comes from a server, and goes where the
/// response may go, whoever reads it.
///
/// A later run does not know them: then they are files as any other.
package final class SavedResponses: Sendable {
  /// The most octets of a file in which secrets are looked for; a longer one counts as one that holds
  /// them.
  private static let longestSearched = HeldAnswer.limit
  /// The most files that are told apart; beyond that, each counts as all of the others.
  private static let mostFiles = 10_000

  private struct Known {
    var files: [String: Provenance] = [:]
    /// What is true of the files beyond the most.
    var others: Provenance?
  }

  // The first dictionary costs more than all else here: a run that saves nothing makes none.
  private let known = Mutex<Known?>(nil)

  package init() {}

  /// Notes what a step has saved.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - origin: where the response comes from.
  ///   - endpoint: the call, whose outputs tell what is secret in it.
  ///   - files: where it is.
  func note(
    _ path: String, from origin: ResponseOrigin, of endpoint: Endpoint, in files: any FileSystem
  ) {
    guard RuleSwitch.holds(RequestRule.savedResponses),
      let canonical = files.canonicalPath(of: path)
    else { return }
    let provenance = origin.provenance(ofSaved: endpoint) {
      try? files.read(canonical, limit: Self.longestSearched)
    }
    known.withLock { known in
      var new = known ?? Known()
      if new.files[canonical] != nil || new.files.count < Self.mostFiles {
        new.files[canonical] = provenance
      } else {
        new.others = provenance.joined(new.others)
      }
      known = new
    }
  }

  /// Where the bytes of a file come from.
  ///
  /// - Parameters:
  ///   - path: the file; absolute, or relative to the working directory.
  ///   - files: where it is.
  /// - Returns: nil where no step has saved the file.
  func provenance(of path: String, in files: any FileSystem) -> Provenance? {
    guard let known = known.withLock({ $0 }), let canonical = files.canonicalPath(of: path) else {
      return nil
    }
    return known.files[canonical] ?? known.others
  }
}

extension World {
  /// Where the bytes of a file come from that a step of this run has saved; nil of other files.
  func provenance(ofFile path: String) -> Provenance? { saved.provenance(of: path, in: files) }
}
