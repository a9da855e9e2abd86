/// Bytes with gaps, each of which matches one byte or more.
struct BytePattern: Sendable {
  enum Element: Sendable {
    case text([UInt8])
    /// One byte or more; slashes are included only if the gap crosses slashes.
    case gap(crossesSlashes: Bool)
  }

  private let elements: [Element]
  /// The texts between the gaps if every gap crosses slashes; nil if one does not.
  private let pieces: [[UInt8]]?

  init(_ elements: [Element]) {
    self.elements = elements
    pieces = nil
  }

  /// Creates a pattern from bytes in which a marker stands for each gap.
  init(_ bytes: [UInt8], marker: [UInt8]) {
    var pieces: [[UInt8]] = []
    var text: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.first {
      if rest.starts(with: marker) {
        pieces.append(text)
        text = []
        rest = rest.dropFirst(marker.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    self.pieces = pieces + [text]
    elements = []
  }

  /// Returns whether bytes match the pattern, with something in each gap.
  ///
  /// All ways to fill the gaps are followed at once. The time is at most the length of the bytes
  /// times the length of the pattern.
  func matches(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    if let pieces { return Self.matches(bytes, pieces) }
    var isReached = [Bool](repeating: false, count: bytes.count + 1)
    isReached[0] = true
    for element in elements {
      var next = [Bool](repeating: false, count: bytes.count + 1)
      switch element {
      case .text(let text):
        for start in isReached.indices where isReached[start] {
          if bytes[start...].starts(with: text) { next[start + text.count] = true }
        }
      case .gap(let crossesSlashes):
        var isOpen = false
        for end in bytes.indices {
          isOpen = isOpen || isReached[end]
          if bytes[end] == UInt8(ascii: "/"), !crossesSlashes { isOpen = false }
          next[end + 1] = isOpen
        }
      }
      isReached = next
    }
    return isReached[bytes.count]
  }

  /// Returns whether bytes are these texts in order, with one byte or more between them.
  ///
  /// If there is a way to place the texts, each can be at its first place after the one before.
  private static func matches(_ bytes: [UInt8], _ pieces: [[UInt8]]) -> Bool {
    guard pieces.count > 1, let first = pieces.first, let last = pieces.last else {
      return bytes == pieces.first ?? []
    }
    let end = bytes.count - last.count
    guard end > first.count, bytes.starts(with: first), bytes[end...].elementsEqual(last) else {
      return false
    }
    var position = first.count
    for piece in pieces.dropFirst().dropLast() {
      guard position + 1 <= end else { return false }
      let rest = bytes[(position + 1)..<end]
      guard let range = piece.isEmpty ? position + 1..<position + 1 : rest.firstRange(of: piece)
      else { return false }
      position = range.upperBound
    }
    return position < end
  }
}
