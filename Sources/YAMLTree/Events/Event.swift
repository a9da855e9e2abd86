import CLibYAML

/// One event of libyaml as Swift values.
struct Event {
  /// What happened.
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
    /// Anything that no tree is made of.
    case other
  }

  /// A tag as it was written, and its place.
  struct Tag {
    var text: String
    var start: Mark.Position
    var end: Mark.Position
  }

  /// What happened.
  var kind: Kind
  /// The name that an anchor gives the value.
  var anchor: String?
  /// The tag of the value.
  var tag: Tag?
  /// Whether a list or map is written with indentation, not with brackets, or text behind `|` or
  /// `>`.
  var isBlock = false
  /// The first character, that of an anchor or tag where there is one.
  var start: Mark.Position
  /// The position behind the last character.
  var end: Mark.Position
}

/// Finds tags in the text as they were written, since libyaml's events have them resolved.
///
/// libyaml counts its index in characters. The finder keeps the octet it has come to and only
/// walks forward, so all look-ups in a text together take one walk.
struct TagFinder {
  private let source: Source
  private var index = 0
  private var offset: Int

  /// Creates a finder at the beginning of a text.
  ///
  /// - Parameter source: the text.
  init(_ source: Source) {
    self.source = source
    // libyaml does not count the mark.
    offset = source.byteOrderMarkLength
  }

  /// Looks for the tag of a value that has one.
  ///
  /// - Parameter start: where the value's anchor or tag begins; never before an earlier one.
  /// - Returns: the tag as it was written.
  mutating func tag(at start: yaml_mark_t) -> Event.Tag {
    let octets = source.octets
    while index < Int(start.index), offset < octets.count {
      offset = character(behind: offset)
      index += 1
    }
    var position = Mark.Position(start)
    var end = offset
    while end < octets.count, octets[end] != UInt8(ascii: "!") {
      let newline = source.lineBreakLength(at: end)
      if newline > 0 {
        position = Mark.Position(line: position.line + 1, column: 1)
        end += newline
      } else {
        position.column += 1
        end = character(behind: end)
      }
    }
    let first = end
    let isVerbatim = octets[first...].starts(with: "!<".utf8)
    while end < octets.count, !isEnd(octets[end], isVerbatim: isVerbatim) { end += 1 }
    let text = String(decoding: octets[first..<end], as: UTF8.self)
    let last = Mark.Position(
      line: position.line, column: position.column + text.unicodeScalars.count)
    return Event.Tag(text: text, start: position, end: last)
  }

  private func character(behind offset: Int) -> Int {
    var next = offset + 1
    while next < source.octets.count, source.octets[next].isUTF8Continuation { next += 1 }
    return next
  }

  private func isEnd(_ octet: UInt8, isVerbatim: Bool) -> Bool {
    // A tag is ASCII: every other character is a line break, or libyaml has refused it.
    octet <= UInt8(ascii: " ") || octet > UInt8(ascii: "~")
      || !isVerbatim && ",[]{}".utf8.contains(octet)
  }
}

extension Mark.Position {
  /// Creates a position from libyaml's, which counts from 0.
  init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
