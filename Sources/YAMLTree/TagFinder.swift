import CLibYAML

/// Finds tags in the text as they were written, since libyaml's events have them resolved.
///
/// libyaml counts its index in characters. The finder keeps the octet it has come to and only
/// walks forward, so all look-ups in a text together take one walk.
struct TagFinder {
  private let octets: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var offset: Int

  /// Creates a finder at the beginning of a text.
  ///
  /// - Parameters:
  ///   - octets: the text; must outlive the finder.
  ///   - start: the octets of the byte order mark, which libyaml does not count.
  init(_ octets: UnsafeBufferPointer<UInt8>, start: Int) {
    self.octets = octets
    self.offset = start
  }

  /// Looks for the tag of a value that has one.
  ///
  /// - Parameter start: where the value's anchor or tag begins; never before an earlier one.
  /// - Returns: the tag as it was written.
  mutating func tag(at start: yaml_mark_t) -> Event.Tag {
    while index < Int(start.index), offset < octets.count {
      offset = character(behind: offset)
      index += 1
    }
    var position = Mark.Position(start)
    var end = offset
    while end < octets.count, octets[end] != UInt8(ascii: "!") {
      let isNewline = octets[end] == UInt8(ascii: "\n")
      end = character(behind: end)
      position.column += 1
      if isNewline { position = Mark.Position(line: position.line + 1, column: 1) }
    }
    let first = end
    while end < octets.count, !isEnd(octets[end]) { end += 1 }
    let text = String(decoding: octets[first..<end], as: UTF8.self)
    let last = Mark.Position(
      line: position.line, column: position.column + text.unicodeScalars.count)
    return Event.Tag(text: text, start: position, end: last)
  }

  private func character(behind offset: Int) -> Int {
    var next = offset + 1
    while next < octets.count, octets[next].isUTF8Continuation { next += 1 }
    return next
  }

  private func isEnd(_ octet: UInt8) -> Bool {
    UInt8.whiteSpace.contains(octet) || ",[]{}".utf8.contains(octet)
  }
}

extension Mark.Position {
  /// Creates a position from libyaml's, which counts from 0.
  init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
