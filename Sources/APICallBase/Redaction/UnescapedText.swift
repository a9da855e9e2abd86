/// A text with its escapes undone, which knows where in the text each of its octets stood.
struct UnescapedText {
  typealias Stretch = ProtectedText.Stretch

  /// The octets that were meant.
  private(set) var octets: [UInt8] = []
  private var escapes: [Escape] = []
  /// The octets of half an escape at the end, which were left out.
  private var omitted = 0

  /// Where an escape stood, and where what it stands for is.
  private struct Escape {
    var source: Int
    var sourceEnd: Int
    var start: Int
    var end: Int
  }

  /// Undoes the escapes of a text; nil where there are none.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - unescaping: which escapes.
  ///   - isCut: whether the text went on, so that half an escape at its end is left out.
  init?(_ text: [UInt8], _ unescaping: Unescaping, isCut: Bool) {
    var position = 0
    var copied = 0
    scan: while position < text.count {
      guard unescaping.mayBegin(with: text[position]) else {
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
      case .octets(let meant, let length):
        octets += text[copied..<position]
        escapes.append(
          Escape(
            source: position, sourceEnd: position + length, start: octets.count,
            end: octets.count + meant.count))
        octets += meant
        position += length
        copied = position
      }
    }
    guard !escapes.isEmpty || omitted > 0 else { return nil }
    octets += text[copied..<position]
  }

  /// Where a stretch of the octets stood in the text: escapes as a whole.
  func source(of stretch: Stretch) -> Stretch {
    let end = place(of: stretch.end - 1).end
    return Stretch(
      start: place(of: stretch.start).start,
      end: stretch.end == octets.count ? end + omitted : end)
  }

  private func place(of octet: Int) -> Stretch {
    // The last escape that begins no later than the octet.
    var (low, high) = (0, escapes.count)
    while low < high {
      let middle = (low + high) / 2
      if escapes[middle].start <= octet { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return Stretch(start: octet, end: octet + 1) }
    let escape = escapes[low - 1]
    if octet < escape.end { return Stretch(start: escape.source, end: escape.sourceEnd) }
    let source = escape.sourceEnd + octet - escape.end
    return Stretch(start: source, end: source + 1)
  }
}
