/// A text that was read, and its name in messages.
///
/// Every mark of a file points at the same object, so that a node can move into a tree from another
/// file and still report where it came from.
package final class Source: Sendable {
  /// The path as the user knows it: as typed, or relative to the working directory.
  package let name: String

  package let bytes: [UInt8]

  /// Creates a source from bytes in memory.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }
}

extension Source {
  /// Whether the text is the value of an option, whose name it has.
  package var isOption: Bool { name.hasPrefix("--") }

  /// The name of a request that is typed, and in no file.
  package static let requestName = "<request>"

  /// Whether the user sees lines of it, so that messages number them.
  package var hasLines: Bool { !isOption && name != Self.requestName }
}

/// Lines and columns, for diagnostics: each call walks the text from its beginning.
extension Source {
  /// Returns the text of one line, without its line break and without a byte order mark.
  ///
  /// Lines are counted as libyaml counts them, so that a mark and its line agree: CR, LF, CR LF,
  /// U+0085, U+2028 and U+2029 end a line.
  ///
  /// Returns the line with invalid UTF-8 replaced, or nil past the end of the text.
  package func line(_ number: Int) -> String? {
    byteRange(ofLine: number).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Returns the range of a line's bytes, without its line break; nil past the end of the text.
  func byteRange(ofLine number: Int) -> Range<Int>? {
    var current = 1
    var start = byteOrderMarkLength
    var index = start
    while index < bytes.count {
      let length = lineBreakLength(at: index)
      guard length > 0 else {
        index += 1
        continue
      }
      if current == number { break }
      index += length
      start = index
      current += 1
    }
    guard current == number, start < bytes.count || number == 1 else { return nil }
    return start..<index
  }

  /// Returns the place of a byte.
  ///
  /// Returns its line and column, or the place after the last character.
  package func position(ofByte offset: Int) -> Mark.Position {
    var position = Mark.Position(line: 1, column: 1)
    var index = byteOrderMarkLength
    while index < min(offset, bytes.count) {
      let length = lineBreakLength(at: index)
      if length > 0 {
        position = Mark.Position(line: position.line + 1, column: 1)
        index += length
      } else {
        position.column += 1
        repeat { index += 1 } while index < bytes.count && bytes[index].isUTF8Continuation
      }
    }
    return position
  }

  /// Returns the characters of a line; empty for a line that does not exist.
  func scalars(ofLine number: Int) -> [Unicode.Scalar] {
    line(number).map { Array($0.unicodeScalars) } ?? []
  }

  /// The place after the last character that is not white space.
  var endOfText: Mark.Position {
    var end = bytes.count
    while end > 0 {
      var last = end - 1
      while last > 0, bytes[last].isUTF8Continuation { last -= 1 }
      guard bytes[last].isBlank || lineBreakLength(at: last) > 0 else { break }
      end = last
    }
    return position(ofByte: end)
  }

  /// The number of bytes of a UTF-8 byte order mark at the beginning: 3 or 0.
  var byteOrderMarkLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Returns the number of bytes of the line break that begins at a byte; 0 if none does.
  func lineBreakLength(at index: Int) -> Int {
    switch bytes[index] {
    case 0x0A: 1
    case 0x0D: bytes[index...].starts(with: [0x0D, 0x0A]) ? 2 : 1
    case 0xC2: bytes[index...].starts(with: [0xC2, 0x85]) ? 2 : 0
    case 0xE2:
      bytes[index...].starts(with: [0xE2, 0x80, 0xA8])
        || bytes[index...].starts(with: [0xE2, 0x80, 0xA9]) ? 3 : 0
    default: 0
    }
  }
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte is the second or a later one of a character (RFC 3629, section 3).
  var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}

/// A place in a source: a range of text, from its first character to the position after its last.
package struct Mark: Sendable {
  /// A position in a text.
  package struct Position: Hashable, Comparable, Sendable {
    /// The line, counted from 1.
    package var line: Int
    /// The column, counted from 1 in Unicode scalars, as libyaml counts.
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    package static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  package let source: Source
  package var start: Position
  /// The position after the last character; equal to `start` if the place is a single point.
  package var end: Position

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
