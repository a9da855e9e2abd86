/// A text with the changes that let it be read past its mistakes.
///
/// libyaml sees the changed text; marks speak of the original one.
struct MendedText {
  /// The text as the user wrote it.
  let original: Source
  /// The text with all changes made.
  private(set) var current: Source
  private var changes: [LineChange] = []

  /// Begins with a text as it is.
  init(_ source: Source) {
    original = source
    current = source
  }

  /// Makes one more change.
  mutating func apply(_ change: LineChange) {
    current = current.applying(change)
    changes.append(change)
  }

  /// The place in the original text of a place in the changed one.
  func original(_ position: Mark.Position) -> Mark.Position {
    var position = position
    for change in changes.reversed() where change.line == position.line {
      position.column = change.columnBefore(position.column)
    }
    return position
  }

  /// A stretch of the original text, by its places in the changed one.
  func mark(_ start: Mark.Position, _ end: Mark.Position? = nil) -> Mark {
    Mark(source: original, start: original(start), end: end.map(original))
  }

  /// The same stretch in the original text.
  func original(_ mark: Mark) -> Mark { self.mark(mark.start, mark.end) }
}

/// Other words for a stretch of one line.
struct LineChange: Hashable, Sendable {
  /// The line, counted from 1.
  var line: Int
  /// The characters to replace, counted from 0 in Unicode scalars.
  var range: Range<Int>
  /// What stands there instead.
  var text: String

  /// The column before the change of a column behind it, both counted from 1.
  func columnBefore(_ column: Int) -> Int {
    let count = text.unicodeScalars.count
    let index = column - 1
    if index < range.lowerBound { return column }
    if index >= range.lowerBound + count { return column - count + range.count }
    // Inside, a quote at the beginning is the most there can be before a character.
    let inside = index == range.lowerBound ? index : index - 1
    return min(max(inside, range.lowerBound), range.upperBound) + 1
  }

  /// The line with the change made.
  func apply(to line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    Array(line[..<range.lowerBound]) + Array(text.unicodeScalars) + Array(line[range.upperBound...])
  }
}

extension Source {
  /// The characters of a line; none for a line that does not exist.
  func scalars(ofLine number: Int) -> [Unicode.Scalar] {
    line(number).map { Array($0.unicodeScalars) } ?? []
  }

  /// The text with one line changed.
  fileprivate func applying(_ change: LineChange) -> Source {
    guard let octetRange = octetRange(ofLine: change.line) else { return self }
    var line = ""
    line.unicodeScalars.append(contentsOf: change.apply(to: scalars(ofLine: change.line)))
    return Source(
      name: name,
      octets: Array(octets[..<octetRange.lowerBound]) + Array(line.utf8)
        + Array(octets[octetRange.upperBound...]))
  }
}
