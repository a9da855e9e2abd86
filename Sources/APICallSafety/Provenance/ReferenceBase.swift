/// Where the responses that a value comes from were received, for relative references in the value
/// (RFC 3986, section 5.1.3).
package final class ReferenceBase: Sendable {
  /// What is known of it.
  package enum Place: Sendable, Hashable {
    /// The URL of the one response.
    case url(RequestURL)
    /// Several URLs of this server.
    case server(Origin)
    /// URLs of several servers.
    case several
  }

  /// What is known of it.
  package let place: Place

  /// Creates a base.
  package init(_ place: Place) { self.place = place }

  /// The base of a value made of values with this base and another.
  func joined(_ other: ReferenceBase) -> ReferenceBase {
    if self === other || place == other.place { return self }
    guard let origin, origin == other.origin else { return ReferenceBase(.several) }
    return ReferenceBase(.server(origin))
  }

  /// The server, if there is only one.
  private var origin: Origin? {
    switch place {
    case .url(let url): url.origin
    case .server(let origin): origin
    case .several: nil
    }
  }
}

extension ReferenceBase: Hashable {
  /// Returns whether the same is known of both.
  package static func == (base: ReferenceBase, other: ReferenceBase) -> Bool {
    base === other || base.place == other.place
  }

  /// Hashes what is known.
  package func hash(into hasher: inout Hasher) { hasher.combine(place) }
}
