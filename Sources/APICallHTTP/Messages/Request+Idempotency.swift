extension Request {
  /// Whether the request may be sent twice and do no more than once (RFC 9110, section 9.2.2).
  package var isIdempotent: Bool { Self.isIdempotent(method) }

  /// Tells whether a method is one whose requests do twice what they do once.
  ///
  /// - Parameter method: the method; methods that RFC 9110 does not define count as harmful.
  /// - Returns: true where sending it again does no harm.
  package static func isIdempotent(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method)
  }
}
