/// How libcurl keeps to a number of octets in a second.
struct RateLimit {
  /// It fills its buffer so often before it looks how much that was.
  private static let readsAtOnce = 100
  private let rate: Int

  /// Creates a limit.
  init(_ rate: Int) { self.rate = rate }

  /// The size of the buffer: libcurl reads no more at once than half a second's worth, or 100 KiB.
  var bufferSize: Int { min(max(rate / (2 * Self.readsAtOnce), 1 << 10), 256 << 10) }

  /// How long it then reads nothing.
  var longestWait: Duration {
    .milliseconds(bufferSize * Self.readsAtOnce * 1000 / max(rate, 1))
  }
}
