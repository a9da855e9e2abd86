/// Finds all of many patterns in one pass: the automaton of Aho and Corasick ("Efficient string
/// matching", CACM 18(6), 1975), whose time grows with the text alone, whatever is in it.
struct SpellingAutomaton: Sendable {
  typealias Stretch = ProtectedText.Stretch
  typealias Edges = SecretSpelling.Edges

  /// The most states, one for each octet of the patterns: they take 7 MiB.
  private static let limit = 1 << 18

  /// What was read so far is the beginning of a pattern.
  private struct State: Sendable {
    /// The last octet of the beginning.
    var octet: UInt8
    /// What the longest pattern that ends here, if any, holds beside it.
    var edges: UInt8 = 0
    /// The octets of the longest pattern that ends here; 0 where none does.
    var match: Int32 = 0
    /// The octets of the beginning.
    var depth: Int32
    /// The first state that is one octet longer, and the next one of the same length that was made
    /// of the same state; 0 where there is none.
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// The longest beginning that this one ends with.
    var fallback: Int32 = 0
  }

  // The first state stands for nothing read.
  private var states = [State(octet: 0, depth: 0)]
  /// The states for one octet, by it: most texts hardly leave the first state.
  private var first = [Int32](repeating: 0, count: 256)

  /// How many octets of patterns there is room for.
  var room: Int { Self.limit - states.count }

  /// Adds a pattern, unless there is no room for it.
  mutating func add(_ pattern: SecretSpelling.Pattern) {
    guard pattern.octets.count <= room else { return }
    var state: Int32 = 0
    for octet in pattern.octets {
      var next = successor(of: state, octet)
      if next == 0 {
        next = Int32(states.count)
        var new = State(octet: octet, depth: states[Int(state)].depth + 1)
        if state == 0 {
          first[Int(octet)] = next
        } else {
          new.sibling = states[Int(state)].child
          states[Int(state)].child = next
        }
        states.append(new)
      }
      state = next
    }
    guard state != 0 else { return }
    states[Int(state)].match = states[Int(state)].depth
    states[Int(state)].edges |= pattern.edges.rawValue
  }

  /// Makes it ready, once all patterns are there.
  mutating func finish() {
    var waiting = first.filter { $0 != 0 }
    var position = 0
    while position < waiting.count {
      let state = waiting[position]
      position += 1
      var child = states[Int(state)].child
      while child != 0 {
        let fallback =
          step(from: states[Int(state)].fallback, states[Int(child)].octet)
        states[Int(child)].fallback = fallback
        if states[Int(child)].match == 0 {
          states[Int(child)].match = states[Int(fallback)].match
          states[Int(child)].edges = states[Int(fallback)].edges
        }
        waiting.append(child)
        child = states[Int(child)].sibling
      }
    }
  }

  private func successor(of state: Int32, _ octet: UInt8) -> Int32 {
    if state == 0 { return first[Int(octet)] }
    var child = states[Int(state)].child
    while child != 0, states[Int(child)].octet != octet { child = states[Int(child)].sibling }
    return child
  }

  private func step(from state: Int32, _ octet: UInt8) -> Int32 {
    var state = state
    while true {
      let next = successor(of: state, octet)
      if next != 0 || state == 0 { return next }
      state = states[Int(state)].fallback
    }
  }

  /// Finds the patterns in a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - cutLength: how many octets of a pattern's beginning are found too where they end the
  ///     text; nil for a text that is whole.
  /// - Returns: what the patterns cover: ascending, without overlap.
  func stretches(in text: [UInt8], cutLength: Int? = nil) -> [Stretch] {
    var found: [Stretch] = []
    var state: Int32 = 0
    for position in text.indices {
      state = step(from: state, text[position])
      let (match, edges) = (Int(states[Int(state)].match), states[Int(state)].edges)
      guard match > 0 else { continue }
      Self.add(
        Self.widened(
          Stretch(start: position + 1 - match, end: position + 1), Edges(rawValue: edges), in: text),
        to: &found)
    }
    let depth = Int(states[Int(state)].depth)
    if let cutLength, depth >= cutLength {
      Self.add(Stretch(start: text.count - depth, end: text.count), to: &found)
    }
    return found
  }

  /// Adds a stretch that ends no earlier than the others; those that it touches become one with it.
  private static func add(_ stretch: Stretch, to found: inout [Stretch]) {
    var stretch = stretch
    while let last = found.last, last.end >= stretch.start {
      stretch.start = min(stretch.start, last.start)
      stretch.end = max(stretch.end, last.end)
      found.removeLast()
    }
    found.append(stretch)
  }

  private static func widened(_ stretch: Stretch, _ edges: Edges, in text: [UInt8]) -> Stretch {
    var stretch = stretch
    if edges.contains(.before), stretch.start > 0, isBase64(text[stretch.start - 1]) {
      stretch.start -= 1
    }
    guard edges.contains(.behind), stretch.end < text.count, isBase64(text[stretch.end]) else {
      return stretch
    }
    stretch.end += 1
    return stretch
  }

  private static func isBase64(_ octet: UInt8) -> Bool {
    octet.isASCIILetterOrDigit || "+/-_".utf8.contains(octet)
  }
}

/// The ways in which a secret may be written as fixed octets: as it is, in Base64 and in
/// hexadecimal.
///
/// What replaces single characters, as percent-encoding does, is undone by ``Unescaping`` instead.
enum SecretSpelling: CaseIterable {
  case plain, base64, hexadecimal

  /// Octets to look for.
  struct Pattern {
    var octets: [UInt8]
    /// Whether the character before, or behind, holds a few bits of the secret too.
    var edges: Edges = []
  }

  /// The sides on which a character of Base64 holds bits of the secret and of its neighbour.
  struct Edges: OptionSet {
    var rawValue: UInt8

    static let before = Edges(rawValue: 1)
    static let behind = Edges(rawValue: 2)
  }

  /// The patterns of a secret.
  func patterns(of secret: [UInt8]) -> [Pattern] {
    switch self {
    case .plain: return [Pattern(octets: secret)]
    case .base64: return (0..<3).flatMap { Self.base64(of: secret, behind: $0) }
    case .hexadecimal:
      let small = Hexadecimal.encode(secret)
      return [small, small.uppercased()].map { Pattern(octets: Array($0.utf8)) }
    }
  }

  /// The characters of Base64 (RFC 4648) that are the same whatever stands around the secret.
  ///
  /// Three octets make four characters, so that it matters how many octets of the last three stand
  /// before the secret: 0, 1 or 2.
  private static func base64(of secret: [UInt8], behind offset: Int) -> [Pattern] {
    let octets = [UInt8](repeating: 0, count: offset) + secret
    let (start, end) = ((8 * offset + 5) / 6, 8 * octets.count / 6)
    var edges: Edges = []
    if 8 * offset % 6 != 0 { edges.insert(.before) }
    if 8 * octets.count % 6 != 0 { edges.insert(.behind) }
    return [Base64.Alphabet.standard, .url].map { alphabet in
      let text = Array(Base64.encode(octets, with: alphabet).utf8)
      return Pattern(octets: Array(text[start..<end]), edges: edges)
    }
  }
}
