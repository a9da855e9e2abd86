/// Bytes with gaps, each of which matches one byte or more.
struct BytePattern: Sendable {
  enum Element: Sendable {
    /// These bytes.
    case text([UInt8])
    /// One byte or more; slashes are included only if the gap crosses slashes.
    case gap(crossesSlashes: Bool)
  }

  private let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  /// Creates a pattern from bytes in which a marker stands for each gap.
  init(_ bytes: [UInt8], marker: [UInt8]) {
    var elements: [Element] = []
    var text: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.first {
      if rest.starts(with: marker) {
        elements += [.text(text), .gap(crossesSlashes: true)]
        text = []
        rest = rest.dropFirst(marker.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    self.elements = elements + [.text(text)]
  }

  /// Returns whether bytes match the pattern, with something in each gap.
  ///
  /// All ways to fill the gaps are followed at once. The time is at most the length of the bytes
  /// times the length of the pattern.
  func matches(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
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
}
