/// A place in a source: a stretch of text, from its first character to the one behind its last.
package struct Mark: Sendable {
  /// A position in a text.
  package struct Position: Hashable, Comparable, Sendable {
    /// The line, counted from 1.
    package var line: Int
    /// The column, counted from 1 in Unicode scalars, as libyaml counts.
    package var column: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - line: the line, counted from 1.
    ///   - column: the column, counted from 1 in Unicode scalars.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// Orders positions as they stand in the text.
    package static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// The text this mark points into.
  package let source: Source
  /// The first character.
  package var start: Position
  /// The position behind the last character; equal to `start` where the place is a single point.
  package var end: Position

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - source: the text to point into.
  ///   - start: the first character.
  ///   - end: the position behind the last character; `start` when nil.
  package init(source: Source, start: Position, end: Position? = nil) {
    self.source = source
    self.start = start
    self.end = end ?? start
  }
}

extension Mark: CustomStringConvertible {
  /// The place in the form that editors understand: `file:line:column`.
  package var description: String { "\(source.name):\(start.line):\(start.column)" }
}
