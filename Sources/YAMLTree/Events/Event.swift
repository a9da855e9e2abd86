import CLibYAML

/// One event of libyaml, as Swift values.
struct Event {
  /// The kind of an event.
  enum Kind {
    /// A document begins.
    case documentStart
    /// An alias by its name.
    case alias(String)
    /// A single value.
    case scalar(Scalar)
    /// A list begins.
    case sequenceStart
    /// A map begins.
    case mappingStart
    /// The innermost list or map ends.
    case collectionEnd
    /// The text ends.
    case streamEnd
    /// An event without a place in a tree.
    case other
  }

  /// A tag as written, and its place.
  struct Tag {
    var text: String
    var start: Mark.Position
    var end: Mark.Position
  }

  /// The kind of the event.
  var kind: Kind
  /// The name that an anchor gives the value.
  var anchor: String?
  /// The tag of the value.
  var tag: Tag?
  /// Whether a list or map is written with indentation instead of brackets, or text is a block
  /// after `|` or `>`.
  var isBlock = false
  /// The position of the first character, which belongs to the anchor or tag if there is one.
  var start: Mark.Position
  /// The position after the last character.
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

  /// Creates a finder at the beginning of a text.
  init(_ source: Source) {
    self.source = source
    // libyaml does not count the byte order mark.
    offset = source.byteOrderMarkLength
  }

  /// Finds the tag of a value that has one.
  ///
  /// Returns the tag as written.
  mutating func tag(at start: yaml_mark_t) -> Event.Tag {
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
    return Event.Tag(text: text, start: position, end: last)
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
///
/// It is a class because libyaml reads from the memory that it owns.
package final class YAMLEventReader {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let events: EventStream

  /// Begins to read a text.
  ///
  /// Throws an error in the text as a whole, such as its encoding.
  package init(_ source: Source, limits: YAMLLimits) throws(YAMLProblem) {
    try TextCheck.check(source, limits: limits)
    bytes = .allocate(capacity: max(source.bytes.count, 1))
    _ = bytes.update(fromContentsOf: source.bytes)
    let text = UnsafeBufferPointer(rebasing: bytes[..<source.bytes.count])
    guard let events = EventStream(source, bytes: text) else {
      bytes.deallocate()
      throw .syntax(
        "out of memory", in: source, at: Mark.Position(line: 1, column: 1))
    }
    self.events = events
  }

  deinit { bytes.deallocate() }

  /// Reads the next event.
  ///
  /// Returns the event, or nil at the end of the text. Throws where and why the text is not YAML.
  package func next() throws(YAMLProblem) -> YAMLEvent? {
    while true {
      let event = try events.next()
      let kind: YAMLEvent.Kind
      switch event.kind {
      case .streamEnd: return nil
      case .other: continue
      case .documentStart: kind = .document
      case .scalar(let scalar): kind = .scalar(scalar)
      case .sequenceStart: kind = .list
      case .mappingStart: kind = .map
      case .collectionEnd: kind = .end
      case .alias(let name): kind = .alias(name)
      }
      return YAMLEvent(
        kind: kind, anchor: event.anchor, tag: event.tag?.text, position: event.start)
    }
  }
}

/// One step through a YAML text.
package struct YAMLEvent: Sendable {
  /// The kind of an event.
  package enum Kind: Sendable, Hashable {
    /// A document begins.
    case document
    /// A single value, or a key.
    case scalar(Scalar)
    /// A list begins.
    case list
    /// A map begins: its keys and values follow alternately.
    case map
    /// The innermost list or map ends.
    case end
    /// An alias, which repeats the value of an anchor.
    case alias(String)
  }

  /// The kind of the event.
  package var kind: Kind
  /// The name that an anchor gives the value.
  package var anchor: String?
  /// The tag as written, such as `!!str`.
  package var tag: String?
  /// The position where it begins.
  package var position: Mark.Position
}
