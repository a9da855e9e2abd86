/// The limit on how much a body may grow when its content codings are decoded, so that a body that
/// is small on the wire cannot keep its reader busy forever.
struct ExpansionLimit {
  /// The number of bytes that are always allowed.
  static let free = 10 << 20
  /// The number of further bytes that are allowed for each byte on the wire.
  ///
  /// Deflate makes at most 1032 bytes of one; a body near that ratio has no useful content.
  static let factor = 1000

  private var decoded = 0

  /// Throws the problem if there are more than allowed.
  mutating func count(_ count: Int, of received: Int) throws(DecompressionProblem) {
    decoded += count
    let rest = decoded - Self.free
    if rest > 0, rest / Self.factor > received { throw .expansion }
  }
}
