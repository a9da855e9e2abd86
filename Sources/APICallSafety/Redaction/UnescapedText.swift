/// A text with its escapes undone, with the original position of each byte.
struct UnescapedText {
  typealias Stretch = ProtectedText.Stretch

  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  private var escapes: [Escape] = []
  /// The length of a partial escape at the end, which was left out.
  private var omitted = 0

  /// The position of an escape in the text, and of its decoded bytes.
  private struct Escape {
    var source: Int
    var sourceEnd: Int
    var start: Int
    var end: Int
  }

  /// Undoes the escapes of a text.
  init?(_ text: [UInt8], _ unescaping: Unescaping, isCut: Bool) {
    let (beginnings, bit) = (Unescaping.beginnings, unescaping.bit)
    var position = 0
    var copied = 0
    scan: while position < text.count {
      guard beginnings[Int(text[position])] & bit > 0 else {
        position += 1
        continue
      }
      switch unescaping.escape(at: text[position...]) {
      case .none: position += 1
      case .incomplete:
        guard isCut else {
          position += 1
          continue
        }
        omitted = text.count - position
        break scan
      case .bytes(let meant, let length):
        bytes += text[copied..<position]
        escapes.append(
          Escape(
            source: position, sourceEnd: position + length, start: bytes.count,
            end: bytes.count + meant.count))
        bytes += meant
        position += length
        copied = position
      }
    }
    guard !escapes.isEmpty || omitted > 0 else { return nil }
    bytes += text[copied..<position]
  }

  /// Returns the position in the original text of a stretch of decoded bytes; escapes count as a
  /// whole.
  func source(of stretch: Stretch) -> Stretch {
    let end = place(of: stretch.end - 1).end
    return Stretch(
      start: place(of: stretch.start).start,
      end: stretch.end == bytes.count ? end + omitted : end)
  }

  private func place(of byte: Int) -> Stretch {
    // Find the last escape that begins at or before the byte.
    var (low, high) = (0, escapes.count)
    while low < high {
      let middle = (low + high) / 2
      if escapes[middle].start <= byte { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Stretch(start: byte, end: byte + 1) }
    let escape = escapes[low - 1]
    if byte < escape.end { return Stretch(start: escape.source, end: escape.sourceEnd) }
    let source = escape.sourceEnd + byte - escape.end
    return Stretch(start: source, end: source + 1)
  }
}
