package import APICallSafety

extension World {
  /// Returns the provenance of a file that a step of this run has saved; nil for other files.
  package func provenance(ofFile path: String) -> Provenance? {
    trail.provenance(of: path) { files.canonicalPath(of: $0) }
  }
}
