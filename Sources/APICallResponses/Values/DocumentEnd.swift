/// The end of a document that may be complete: its last visible byte, and the white space after it.
///
/// It is printed only when the response is whole. Otherwise a document could look complete although
/// the response was cut or its coding is broken.
struct DocumentEnd {
  private static let longestSpace = 64 << 10

  private var bytes: [UInt8] = []

  /// Passes on a piece of the document without what may be its end.
  mutating func hold<Problem>(
    of piece: Span<UInt8>, _ pass: (Span<UInt8>) throws(Problem) -> Void
  ) throws(Problem) {
    var end = piece.count
    while end > 0, piece[end - 1].isJSONSpace { end -= 1 }
    // White space alone continues the end.
    let start = max(end - 1, 0)
    if end > 0 || bytes.count > Self.longestSpace { try release(pass) }
    if start > 0 { try pass(piece.extracting(0..<start)) }
    piece.extracting(start..<piece.count).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  mutating func release<Problem>(
    _ pass: (Span<UInt8>) throws(Problem) -> Void
  ) throws(Problem) {
    guard !bytes.isEmpty else { return }
    let end = bytes
    bytes = []
    try pass(end.span)
  }
}

extension UInt8 {
  /// Whether it is white space of JSON (RFC 8259, section 2).
  fileprivate var isJSONSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}
