import Synchronization

extension SecretTrail {
  /// The files that steps of a run have saved: what is in one comes from a server, and goes where the
  /// response may go, whoever reads it.
  ///
  /// A later run does not know them: then they are files as any other.
  struct Saved {
    /// The most files that are told apart; beyond that, each counts as all of the others.
    static let mostFiles = 10_000

    var files: [String: Provenance] = [:]
    /// What is true of the files beyond the most.
    var others: Provenance?
  }

  /// Notes where the bytes of a file come from that a step has saved.
  ///
  /// - Parameters:
  ///   - provenance: where they come from.
  ///   - canonical: the canonical path of the file.
  package func note(_ provenance: Provenance, ofFile canonical: String) {
    note { notes in
      if notes.saved.files[canonical] != nil || notes.saved.files.count < Saved.mostFiles {
        notes.saved.files[canonical] = provenance
      } else {
        notes.saved.others = provenance.joined(notes.saved.others)
      }
    }
  }

  /// Where the bytes of a file come from.
  ///
  /// - Parameters:
  ///   - path: the file; absolute, or relative to the working directory.
  ///   - files: where it is.
  /// - Returns: nil where no step has saved the file.
  func provenance(of path: String, in files: any FileSystem) -> Provenance? {
    guard let saved = notes.withLock({ $0?.saved }), let canonical = files.canonicalPath(of: path)
    else { return nil }
    return saved.files[canonical] ?? saved.others
  }
}

extension World {
  /// Where the bytes of a file come from that a step of this run has saved; nil of other files.
  package func provenance(ofFile path: String) -> Provenance? {
    trail.provenance(of: path, in: files)
  }
}
