import APICallBase
import APICallRun
import APICallSpec

extension SecretTrail {
  /// Notes what a step has saved.
  ///
  /// - Parameters:
  ///   - path: the file; one that is longer than ``HeldBytes/limit`` counts as one that holds secrets.
  ///   - origin: where the response comes from.
  ///   - endpoint: the call, whose outputs tell what is secret in it.
  ///   - files: where it is.
  func note(
    saved path: String, from origin: ResponseOrigin, of endpoint: Endpoint,
    in files: any FileSystem
  ) {
    guard RequestRule.savedResponses.holds,
      let canonical = files.canonicalPath(of: path)
    else { return }
    let provenance = origin.provenance(ofSaved: endpoint) {
      try? files.read(canonical, limit: HeldBytes.limit)
    }
    note(provenance, ofFile: canonical)
  }
}
