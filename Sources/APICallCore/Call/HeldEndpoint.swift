/// An endpoint that all calls of it share.
///
/// It has some sixty fields: each copy of it would count the references of all of them.
final class HeldEndpoint: Sendable {
  let endpoint: Endpoint
  /// Whether a stored secret stands anywhere in it.
  let usesSecrets: Bool

  init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    usesSecrets = endpoint.usesSecrets
  }
}
