package import APICallHTTP
package import YAMLTree

/// `timeout:` of a spec: how long the parts of an exchange may take, as far as it says.
package struct TimeoutDeclaration: Sendable {
  /// Until the connection stands, TLS included.
  package var connect: Limit?
  /// Between two signs of life from the other side.
  package var idle: Limit?
  /// The whole exchange.
  package var total: Limit?

  /// One limit, and where it is written.
  package struct Limit: Sendable {
    package var duration: Duration
    /// The place of the length of time.
    package var mark: Mark
    /// The field in the words of messages: `timeout`, or `timeout.connect`.
    package var field: String
  }

  /// The limits of a request, the usual ones where nothing is said.
  package var limits: TimeLimits {
    var limits = TimeLimits(total: total?.duration)
    if let connect { limits.connect = connect.duration }
    if let idle { limits.idle = idle.duration }
    return limits
  }
}
