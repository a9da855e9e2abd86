import CLibYAML

/// One step through a YAML text: an event of libyaml, as Swift values.
package struct YAMLEvent: Sendable {
  /// The kind of an event.
  package enum Kind: Sendable, Hashable {
    case document
    case scalar(Scalar)
    case list
    /// A map begins: its keys and values follow alternately.
    case map
    case end
    case alias(String)
    case streamEnd
    case other
  }

  package var kind: Kind
  package var anchor: String?
  package var tag: Node.Tag?
  /// Whether a list or map is written with indentation instead of brackets, or text is a block
  /// after `|` or `>`.
  var isBlock = false
  /// The position of the first character, which belongs to the anchor or tag if there is one.
  package var start: Mark.Position
  var end: Mark.Position
}

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

/// Reads YAML 1.2 event by event, without a tree: data of any size, and several documents.
package struct YAMLEventReader {
  private let events: YAMLEventStream

  /// Begins to read a text.
  package init(_ source: Source, limits: YAMLLimits) throws(YAMLProblem) {
    try TextCheck.check(source, limits: limits)
    events = try YAMLEventStream(source)
  }

  /// Reads the next event.
  ///
  /// Returns the event, or nil at the end of the text.
  package func next() throws(YAMLProblem) -> YAMLEvent? {
    while true {
      let event = try events.next()
      switch event.kind {
      case .streamEnd: return nil
      case .other: continue
      default: return event
      }
    }
  }
}
