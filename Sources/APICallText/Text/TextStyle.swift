/// The kind of a stretch of output, which a terminal shows in its own colour.
///
/// Formatters set the kind; only ``SGR`` knows how it looks.
package enum TextStyle: UInt8, Sendable, Hashable, CaseIterable {
  /// White space, brackets, and text of no other kind.
  case plain
  /// The name of a member or column.
  case key
  case string
  case number
  case boolean
  case null
  /// A remark of the formatter about the output itself, such as that something was cut.
  case note
  /// The error, and the carets below it.
  case error
  case hint
}

/// A stretch of bytes of one style; it begins where the previous one ends.
package struct StyledRun: Sendable, Hashable {
  package var style: TextStyle
  /// The index after its last byte.
  package var end: Int

  package init(_ style: TextStyle, end: Int) {
    self.style = style
    self.end = end
  }
}

/// Bytes with their styles, as a formatter assembles them.
package struct StyledText: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The runs; the bytes after the last one are plain.
  package private(set) var runs: [StyledRun] = []

  package init() {}

  package mutating func append(_ piece: Span<UInt8>, _ style: TextStyle = .plain) {
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    endRun(style)
  }

  package mutating func append(_ piece: String, _ style: TextStyle = .plain) {
    bytes.append(contentsOf: piece.utf8)
    endRun(style)
  }

  package mutating func append(_ other: StyledText) {
    var start = 0
    for run in other.runs {
      append(String(decoding: other.bytes[start..<run.end], as: UTF8.self), run.style)
      start = run.end
    }
    append(String(decoding: other.bytes[start...], as: UTF8.self))
  }

  package mutating func append(spaces count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    endRun(.plain)
  }

  private mutating func endRun(_ style: TextStyle) {
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].end = bytes.count
    } else {
      runs.append(StyledRun(style, end: bytes.count))
    }
  }

  /// Removes all text; keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }
}
