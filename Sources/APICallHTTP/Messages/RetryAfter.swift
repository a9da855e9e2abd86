package import APICallBase

extension ResponseHead {
  /// The longest time that is told apart, in seconds: thirty years.
  private static let longestWait = 1_000_000_000

  /// How long the server asks to wait before the next request (RFC 9110, section 10.2.3).
  ///
  /// - Parameter now: the time, for a server that names a date.
  /// - Returns: the time; zero for a date that has passed; nil where there is no such field, or it
  ///   cannot be read.
  package func retryAfter(_ now: Timestamp) -> Duration? {
    guard let value = header("Retry-After") else { return nil }
    if !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) {
      // More digits than a number has are a very long time, too.
      return .seconds(min(Int(value) ?? .max, Self.longestWait))
    }
    guard let date = Timestamp(httpDate: value) else { return nil }
    let left: Duration = .seconds(date.seconds - now.seconds) - .nanoseconds(now.nanoseconds)
    return max(left, .zero)
  }
}
