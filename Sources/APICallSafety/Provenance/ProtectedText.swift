/// Text in which some stretches are secret: it prints itself with those masked.
///
/// Requests consist of such texts. Secrets are tracked by position rather than found by value, so a
/// one-letter password is masked where it was put in and nowhere else. Only the code that sends the
/// text uses ``revealed`` or ``revealedBytes``.
package struct ProtectedText: Sendable, Hashable {
  /// The text shown in place of a secret.
  package static let mask = "***"

  /// The whole text as UTF-8, including secrets.
  package private(set) var revealedBytes: [UInt8]

  /// The stretches of `revealedBytes` that are masked, confined, or both: in order and without
  /// overlap.
  private var limited: [Stretch]

  // This is not a range: an array of ranges takes Swift's runtime ten times as long to set up.
  /// A stretch of the bytes of a text.
  package struct Stretch: Sendable, Hashable {
    package var start: Int
    package var end: Int
    /// Whether they may be shown, and where they may go.
    package var secrecy = Secrecy.masked

    package init(start: Int, end: Int, secrecy: Secrecy = .masked) {
      self.start = start
      self.end = end
      self.secrecy = secrecy
    }
  }

  /// Creates a text that is secret as a whole, or not at all.
  package init(_ text: String, isSecret: Bool = false) {
    self.init(bytes: Array(text.utf8), isSecret: isSecret)
  }

  /// Creates a text from any bytes: a body need not be UTF-8.
  package init(bytes: [UInt8] = [], isSecret: Bool = false) {
    self.init(bytes: bytes, isSecret ? .masked : .open)
  }

  /// Creates an empty text with room for so many bytes.
  package init(reserving count: Int) {
    self.init()
    revealedBytes.reserveCapacity(count)
  }

  /// Creates a text with one secrecy for all of it.
  package init(_ text: String, _ secrecy: Secrecy) {
    self.init(bytes: Array(text.utf8), secrecy)
  }

  /// Creates a text from bytes, with one secrecy for all of it.
  package init(bytes: [UInt8], _ secrecy: Secrecy) {
    revealedBytes = bytes
    limited =
      secrecy.isOpen || bytes.isEmpty
      ? [] : [Stretch(start: 0, end: bytes.count, secrecy: secrecy)]
  }

  /// The text as it is sent, including secrets.
  package var revealed: String { String(decoding: revealedBytes, as: UTF8.self) }

  /// Whether there is no text.
  package var isEmpty: Bool { revealedBytes.isEmpty }

  /// The number of bytes.
  package var count: Int { revealedBytes.count }

  /// Whether it contains a secret.
  package var holdsSecret: Bool { limited.contains { $0.secrecy.isMasked } }

  /// The secrecy of the text as a whole: the secrecies of all its parts combined.
  package var secrecy: Secrecy { limited.reduce(into: .open) { $0.join($1.secrecy) } }

  /// The text with each secret stretch replaced by ``mask``.
  package var masked: String {
    var result = ""
    var position = 0
    var maskEnd: Int?
    for secret in limited where secret.secrecy.isMasked {
      result += String(decoding: revealedBytes[position..<secret.start], as: UTF8.self)
      if maskEnd != secret.start { result += Self.mask }
      position = secret.end
      maskEnd = position
    }
    return result + String(decoding: revealedBytes[position...], as: UTF8.self)
  }

  /// Cuts the text in two, but no secret.
  ///
  /// Returns the text before the cut, and the bytes after it.
  package func cut(near position: Int) -> (text: ProtectedText, rest: [UInt8]) {
    let secret = limited.first {
      $0.secrecy.isMasked && $0.start < position && position < $0.end
    }
    let end = secret.map { $0.start > 0 ? $0.start : $0.end } ?? position
    var text = self
    text.revealedBytes.removeSubrange(end...)
    text.limited.removeAll { $0.start >= end }
    if let last = text.limited.indices.last {
      text.limited[last].end = min(text.limited[last].end, end)
    }
    return (text, Array(revealedBytes[end...]))
  }

  /// The text as stretches that are secret or not, in order; none is empty.
  package var stretches: [(bytes: [UInt8], isSecret: Bool)] {
    parts.reduce(into: []) { found, part in
      if part.secrecy.isMasked, found.last?.isSecret == true {
        found[found.count - 1].bytes += part.bytes
      } else {
        found.append((part.bytes, part.secrecy.isMasked))
      }
    }
  }

  /// The text as stretches of one secrecy each, in order; none is empty.
  package var parts: [(bytes: [UInt8], secrecy: Secrecy)] {
    var result: [(bytes: [UInt8], secrecy: Secrecy)] = []
    var position = 0
    for stretch in limited {
      if stretch.start > position {
        result.append((Array(revealedBytes[position..<stretch.start]), .open))
      }
      result.append((Array(revealedBytes[stretch.start..<stretch.end]), stretch.secrecy))
      position = stretch.end
    }
    if position < revealedBytes.count {
      result.append((Array(revealedBytes[position...]), .open))
    }
    return result
  }

  /// Appends a text, which keeps its secret stretches.
  package mutating func append(_ other: ProtectedText) {
    let offset = revealedBytes.count
    revealedBytes += other.revealedBytes
    for stretch in other.limited {
      let moved = Stretch(
        start: stretch.start + offset, end: stretch.end + offset, secrecy: stretch.secrecy)
      // Adjacent stretches are merged: a secret that is searched for in a response must be
      // complete.
      if let last = limited.last, last.end == moved.start,
        last.secrecy.isMasked == moved.secrecy.isMasked
      {
        limited[limited.count - 1].end = moved.end
        limited[limited.count - 1].secrecy.join(moved.secrecy)
      } else {
        limited.append(moved)
      }
    }
  }

  /// Returns the same text with more secret stretches.
  ///
  /// Returns the text; each byte has the combined secrecy of the stretches that it is in.
  package func protecting(_ others: [Stretch]) -> ProtectedText {
    guard !others.isEmpty else { return self }
    var text = self
    text.limited = []
    let all = (limited + others).filter { $0.start < $0.end }.sorted { $0.start < $1.start }
    // Go from boundary to boundary: `open` holds the stretches that have begun and not yet ended.
    var index = 0
    var open: [Stretch] = []
    var position = 0
    while index < all.count || !open.isEmpty {
      if open.isEmpty { position = all[index].start }
      while index < all.count, all[index].start == position {
        open.append(all[index])
        index += 1
      }
      var end = index < all.count ? all[index].start : .max
      for stretch in open { end = min(end, stretch.end) }
      text.limit(
        Stretch(start: position, end: end, secrecy: .joined(open.lazy.map(\.secrecy))))
      position = end
      open.removeAll { $0.end == end }
    }
    return text
  }

  /// Adds a stretch that begins after all others.
  private mutating func limit(_ stretch: Stretch) {
    if let last = limited.last, last.end == stretch.start, last.secrecy == stretch.secrecy {
      limited[limited.count - 1].end = stretch.end
    } else {
      limited.append(stretch)
    }
  }

  /// Appends plain text.
  package mutating func append(_ text: String) {
    revealedBytes += text.utf8
  }
}

extension ProtectedText: CustomStringConvertible, CustomDebugStringConvertible {
  /// The masked text: string interpolation never shows a secret.
  package var description: String { masked }
  /// The masked text: neither a debugger nor a failed test shows a secret.
  package var debugDescription: String { masked }
}

extension ProtectedText: CustomReflectable {
  /// A mirror without the bytes, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["masked": masked]) }
}

extension ProtectedText: ExpressibleByStringLiteral {
  /// Creates plain text.
  package init(stringLiteral value: String) { self.init(value) }
}

extension ProtectedText {
  /// Returns the same text with a further secrecy for all of it.
  package func joining(_ secrecy: Secrecy) -> ProtectedText {
    guard !secrecy.isOpen else { return self }
    return protecting([Stretch(start: 0, end: revealedBytes.count, secrecy: secrecy)])
  }
}

/// Parts of a text, which keep their secrecy.
extension ProtectedText {
  /// Returns a part of the text.
  ///
  /// Returns the part; if the range exceeds the text, as much as there is.
  package func part(_ range: Range<Int>) -> ProtectedText {
    var part = ProtectedText()
    var start = 0
    for (bytes, secrecy) in parts {
      let own = range.clamped(to: start..<start + bytes.count)
      part.append(
        ProtectedText(
          bytes: Array(bytes[(own.lowerBound - start)..<(own.upperBound - start)]), secrecy))
      start += bytes.count
    }
    return part
  }

  /// Splits the text at a byte; keeps empty parts.
  package func split(at byte: UInt8) -> [ProtectedText] {
    var found = [ProtectedText()]
    for (bytes, secrecy) in parts {
      let pieces = bytes.split(separator: byte, omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { found.append(ProtectedText()) }
        found[found.count - 1].append(ProtectedText(bytes: Array(piece), secrecy))
      }
    }
    return found
  }
}
