import CLibYAML

/// Finds tags in the text as written, since libyaml's events have resolved tags.
///
/// libyaml counts its index in characters. The finder keeps its byte offset and only moves forward,
/// so that all look-ups in a text together take one walk.
struct TagFinder {
  private let source: Source
  private var index = 0
  private var offset: Int

  init(_ source: Source) {
    self.source = source
    // libyaml does not count the byte order mark.
    offset = source.byteOrderMarkLength
  }

  mutating func tag(at start: yaml_mark_t) -> Node.Tag {
    let bytes = source.bytes
    while index < Int(start.index), offset < bytes.count {
      offset = character(after: offset)
      index += 1
    }
    var position = Mark.Position(start)
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "!") {
      let newline = source.lineBreakLength(at: end)
      if newline > 0 {
        position = Mark.Position(line: position.line + 1, column: 1)
        end += newline
      } else {
        position.column += 1
        end = character(after: end)
      }
    }
    let first = end
    let isVerbatim = bytes[first...].starts(with: "!<".utf8)
    while end < bytes.count, !isEnd(bytes[end], isVerbatim: isVerbatim) { end += 1 }
    let text = String(decoding: bytes[first..<end], as: UTF8.self)
    let last = Mark.Position(
      line: position.line, column: position.column + text.unicodeScalars.count)
    return Node.Tag(text, at: Mark(source: source, start: position, end: last))
  }

  private func character(after offset: Int) -> Int {
    var next = offset + 1
    while next < source.bytes.count, source.bytes[next].isUTF8Continuation { next += 1 }
    return next
  }

  private func isEnd(_ byte: UInt8, isVerbatim: Bool) -> Bool {
    // A tag is ASCII: libyaml refuses every other character except a line break.
    byte <= UInt8(ascii: " ") || byte > UInt8(ascii: "~")
      || !isVerbatim && ",[]{}".utf8.contains(byte)
  }
}

extension Mark.Position {
  /// Creates a position from libyaml's, which counts from 0.
  init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
