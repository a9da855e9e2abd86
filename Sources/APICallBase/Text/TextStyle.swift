/// What a stretch of output is, for a terminal to show in a colour of its own.
///
/// Formatters say what a text is; only ``SGR`` knows what that looks like.
package enum TextStyle: UInt8, Sendable, Hashable, CaseIterable {
  /// White space, brackets, and what has no meaning of its own.
  case plain
  /// The name of a member or column.
  case key
  /// Text.
  case string
  /// A number.
  case number
  /// True or false.
  case boolean
  /// Null.
  case null
  /// What the formatter says about the output itself: that something was cut.
  case note
  /// What is wrong, and the carets below it.
  case error
  /// The way out.
  case hint
}

/// A stretch of octets of one style: it begins where the one before it ends.
package struct StyledRun: Sendable, Hashable {
  /// What the octets are.
  package var style: TextStyle
  /// The index behind its last octet.
  package var end: Int

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - style: what the octets are.
  ///   - end: the index behind its last octet.
  package init(_ style: TextStyle, end: Int) {
    self.style = style
    self.end = end
  }
}

/// Octets with their styles, as a formatter puts them together.
package struct StyledText: Sendable {
  /// The octets.
  package private(set) var octets: [UInt8] = []
  /// The runs; what stands behind the last one is plain.
  package private(set) var runs: [StyledRun] = []

  /// Creates an empty text.
  package init() {}

  /// Appends a stretch.
  ///
  /// - Parameters:
  ///   - piece: its octets, whole characters.
  ///   - style: what they are.
  package mutating func append(_ piece: Span<UInt8>, _ style: TextStyle = .plain) {
    piece.withUnsafeBufferPointer { octets.append(contentsOf: $0) }
    endRun(style)
  }

  /// Appends a stretch of text.
  ///
  /// - Parameters:
  ///   - piece: the text.
  ///   - style: what it is.
  package mutating func append(_ piece: String, _ style: TextStyle = .plain) {
    octets.append(contentsOf: piece.utf8)
    endRun(style)
  }

  /// Appends spaces.
  ///
  /// - Parameter count: how many.
  package mutating func append(spaces count: Int) {
    octets.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
    endRun(.plain)
  }

  private mutating func endRun(_ style: TextStyle) {
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].end = octets.count
    } else {
      runs.append(StyledRun(style, end: octets.count))
    }
  }

  /// Begins anew.
  package mutating func removeAll() {
    octets.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }
}
