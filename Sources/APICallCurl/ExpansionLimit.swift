/// How much a body may grow when its content codings are undone: what is small on the wire must
/// not keep its reader busy for ever.
struct ExpansionLimit {
  /// So many octets may come of however few.
  static let free = 10 << 20
  /// So many octets behind these may come of each octet on the wire.
  ///
  /// Deflate makes no more than 1032 of one; who needs so many has nothing to say.
  static let factor = 1000

  /// What libcurl may have read and not counted yet: of a chunked body, one buffer.
  private let uncounted: Int64
  private var decoded: Int64 = 0

  /// Begins with a body.
  ///
  /// - Parameter isChunked: whether it comes in chunks.
  init(isChunked: Bool) { uncounted = isChunked ? 256 << 10 : 0 }

  /// Counts decoded octets.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - received: how many octets of the body have come over the wire.
  /// - Returns: whether so many may be.
  mutating func allows(_ count: Int, of received: @autoclosure () -> Int64) -> Bool {
    decoded += Int64(count)
    let rest = decoded - Int64(Self.free)
    return rest <= 0 || rest / Int64(Self.factor) <= received() + uncounted
  }
}
