package import APICallHTTP
package import APICallText

/// The header fields in which a server tells its limit: `rate: {remaining: …, reset: …}`.
package struct ToldLimit: Sendable {
  /// The field with the number of requests that the server still allows.
  package var remaining: String
  /// The field with the time until it allows more; nil to look at Retry-After.
  package var reset: String?
  /// The number of requests that the server counts each request as.
  package var weight: Int

  /// The longest time that is waited for, in seconds.
  private static let longestReset = 3600.0

  package init(remaining: String, reset: String? = nil, weight: Int = 1) {
    self.remaining = remaining
    self.reset = reset
    self.weight = weight
  }

  /// The limit of a response; nil if it does not tell one.
  ///
  /// Without a time, more is allowed after a second. A number above 1,000,000,000 is a time in
  /// seconds since 1970, one above 1,000,000,000,000 in milliseconds; any other is a number of
  /// seconds from when the server responded, and may have a fraction.
  package func told(
    by head: ResponseHead, _ now: UTCTimestamp
  ) -> (remaining: Int, reset: Duration, isOfResponse: Bool)? {
    guard let left = head.header(remaining).flatMap({ Self.number($0) }) else { return nil }
    var reset = head.retryAfter(now) ?? .seconds(1)
    var isOfResponse = false
    if let text = self.reset.flatMap({ head.header($0) }) {
      if let number = Self.number(text) {
        let since = Double(now.seconds) + Double(now.nanoseconds) / 1e9
        let seconds = number > 1e12 ? number / 1000 - since : number > 1e9 ? number - since : number
        isOfResponse = number <= 1e9
        // No number of a server may be too large for a duration.
        reset = .seconds(min(max(seconds, 0), Self.longestReset))
      } else if let date = UTCTimestamp(httpDate: text, now: now) {
        reset = .seconds(date.seconds - now.seconds)
      }
    }
    let wait = max(min(reset, .seconds(Self.longestReset)), .zero)
    return (Int(min(left, 1e9)) / weight, wait, isOfResponse)
  }

  private static func number(_ text: String) -> Double? {
    guard let first = text.utf8.first, (0x30...0x39).contains(first),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
    else { return nil }
    return Double(text)
  }
}
