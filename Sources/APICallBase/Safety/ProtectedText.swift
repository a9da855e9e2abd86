/// Text of which some stretches are secret: it prints itself with those masked.
///
/// A request is made of these. Secrecy is kept by position, not by searching for the value, so a
/// one-letter password is masked just where it was put in and nowhere else. Only what sends the
/// text asks for ``revealed`` or ``revealedOctets``.
package struct ProtectedText: Sendable, Hashable {
  /// What stands in the place of a secret.
  package static let mask = "***"

  /// The whole text as UTF-8, secrets included.
  package private(set) var revealedOctets: [UInt8]

  /// The stretches of `revealedOctets` that are masked, or confined, or both: ascending, without
  /// overlap.
  private var limited: [Stretch]

  // Swift's runtime takes ten times as long to set up an array of ranges.
  /// Some bytes of a text, by place.
  package struct Stretch: Sendable, Hashable {
    package var start: Int
    package var end: Int
    /// How far they may be shown, and where they may go.
    package var secrecy = Secrecy.masked

    package init(start: Int, end: Int, secrecy: Secrecy = .masked) {
      self.start = start
      self.end = end
      self.secrecy = secrecy
    }
  }

  /// Creates text that is secret as a whole, or not at all.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isSecret: whether all of it is masked.
  package init(_ text: String, isSecret: Bool = false) {
    self.init(octets: Array(text.utf8), isSecret: isSecret)
  }

  /// Creates text from octets, which may be any: a body need not be UTF-8.
  ///
  /// - Parameters:
  ///   - octets: the text.
  ///   - isSecret: whether all of it is masked.
  package init(octets: [UInt8] = [], isSecret: Bool = false) {
    self.init(octets: octets, isSecret ? .masked : .open)
  }

  /// Creates text all of which has one secrecy.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - secrecy: how far it may be shown, and where it may go.
  package init(_ text: String, _ secrecy: Secrecy) {
    self.init(octets: Array(text.utf8), secrecy)
  }

  /// Creates text from bytes, all of which have one secrecy.
  ///
  /// - Parameters:
  ///   - octets: the text.
  ///   - secrecy: how far it may be shown, and where it may go.
  package init(octets: [UInt8], _ secrecy: Secrecy) {
    revealedOctets = octets
    limited =
      secrecy.isOpen || octets.isEmpty
      ? [] : [Stretch(start: 0, end: octets.count, secrecy: secrecy)]
  }

  /// The text as it is sent, secrets included.
  package var revealed: String { String(decoding: revealedOctets, as: UTF8.self) }

  /// Whether there is no text.
  package var isEmpty: Bool { revealedOctets.isEmpty }

  /// Whether any of it is secret.
  package var holdsSecret: Bool { limited.contains { $0.secrecy.isMasked } }

  /// How far the text as a whole may be shown, and where it may go: what is true of any part of it.
  package var secrecy: Secrecy { limited.reduce(into: .open) { $0.join($1.secrecy) } }

  /// The text with each secret stretch replaced by ``mask``.
  package var masked: String {
    var result = ""
    var position = 0
    var maskEnd: Int?
    for secret in limited where secret.secrecy.isMasked {
      result += String(decoding: revealedOctets[position..<secret.start], as: UTF8.self)
      if maskEnd != secret.start { result += Self.mask }
      position = secret.end
      maskEnd = position
    }
    return result + String(decoding: revealedOctets[position...], as: UTF8.self)
  }

  /// The text in stretches that are secret as a whole or not at all, in order; none is empty.
  package var stretches: [(octets: [UInt8], isSecret: Bool)] {
    parts.reduce(into: []) { found, part in
      if part.secrecy.isMasked, found.last?.isSecret == true {
        found[found.count - 1].octets += part.octets
      } else {
        found.append((part.octets, part.secrecy.isMasked))
      }
    }
  }

  /// The text in stretches each of which has one secrecy, in order; none is empty.
  package var parts: [(octets: [UInt8], secrecy: Secrecy)] {
    var result: [(octets: [UInt8], secrecy: Secrecy)] = []
    var position = 0
    for stretch in limited {
      if stretch.start > position {
        result.append((Array(revealedOctets[position..<stretch.start]), .open))
      }
      result.append((Array(revealedOctets[stretch.start..<stretch.end]), stretch.secrecy))
      position = stretch.end
    }
    if position < revealedOctets.count {
      result.append((Array(revealedOctets[position...]), .open))
    }
    return result
  }

  /// Adds text at the end, which keeps its own secret stretches.
  ///
  /// - Parameter other: the text to add.
  package mutating func append(_ other: ProtectedText) {
    let offset = revealedOctets.count
    revealedOctets += other.revealedOctets
    for stretch in other.limited {
      let moved = Stretch(
        start: stretch.start + offset, end: stretch.end + offset, secrecy: stretch.secrecy)
      // Neighbours melt into one: what somebody looks for in a response is looked for as a whole.
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

  /// The same text, of which more is secret.
  ///
  /// - Parameter others: what is secret too: in any order, and with any overlap.
  /// - Returns: the text; for each byte of it holds what is true of the stretches that it is in.
  package func protecting(_ others: [Stretch]) -> ProtectedText {
    guard !others.isEmpty else { return self }
    var text = self
    text.limited = []
    let all = (limited + others).filter { $0.start < $0.end }.sorted { $0.start < $1.start }
    // From border to border: what begins there, and what is not over yet.
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

  /// Limits a stretch that begins after all others.
  private mutating func limit(_ stretch: Stretch) {
    if let last = limited.last, last.end == stretch.start, last.secrecy == stretch.secrecy {
      limited[limited.count - 1].end = stretch.end
    } else {
      limited.append(stretch)
    }
  }

  /// Adds plain text at the end.
  ///
  /// - Parameter text: the text to add.
  package mutating func append(_ text: String) {
    revealedOctets += text.utf8
  }
}

extension ProtectedText: CustomStringConvertible, CustomDebugStringConvertible {
  /// The masked text: string interpolation never shows a secret.
  package var description: String { masked }
  /// The masked text: a debugger's or a failed test's print never shows a secret.
  package var debugDescription: String { masked }
}

extension ProtectedText: CustomReflectable {
  /// A mirror without the octets, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["masked": masked]) }
}

extension ProtectedText: ExpressibleByStringLiteral {
  /// Creates plain text.
  package init(stringLiteral value: String) { self.init(value) }
}

/// Parts of a text, in which what was secret still is.
extension ProtectedText {
  /// A part of the text.
  ///
  /// - Parameter range: which of ``revealedOctets``.
  /// - Returns: the part; of a range that reaches beyond the text, what there is.
  package func part(_ range: Range<Int>) -> ProtectedText {
    var part = ProtectedText()
    var start = 0
    for (octets, secrecy) in parts {
      let own = range.clamped(to: start..<start + octets.count)
      part.append(
        ProtectedText(
          octets: Array(octets[(own.lowerBound - start)..<(own.upperBound - start)]), secrecy))
      start += octets.count
    }
    return part
  }

  /// The parts between the places where an octet stands; empty ones too.
  package func split(at octet: UInt8) -> [ProtectedText] {
    var found = [ProtectedText()]
    for (octets, secrecy) in parts {
      let pieces = octets.split(separator: octet, omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { found.append(ProtectedText()) }
        found[found.count - 1].append(ProtectedText(octets: Array(piece), secrecy))
      }
    }
    return found
  }
}
