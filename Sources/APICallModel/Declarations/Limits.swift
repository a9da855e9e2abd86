package import APICallHTTP
package import YAMLTree

/// `timeout:` of a spec: the time limits that the file sets.
package struct TimeoutDeclaration: Sendable {
  /// The time limit for connecting, including TLS.
  package var connect: Limit?
  /// The time limit for silence from the other side.
  package var idle: Limit?
  package var total: Limit?

  package init() {}

  /// A limit and its place.
  package struct Limit: Sendable {
    package var duration: Duration
    package var mark: Mark
    /// The field as messages name it: `timeout`, or `timeout.connect`.
    package var field: String

    package init(duration: Duration, mark: Mark, field: String) {
      self.duration = duration
      self.mark = mark
      self.field = field
    }
  }

  package var limits: TimeLimits {
    var limits = TimeLimits(total: total?.duration)
    if let connect { limits.connect = connect.duration }
    if let idle { limits.idle = idle.duration }
    return limits
  }
}
