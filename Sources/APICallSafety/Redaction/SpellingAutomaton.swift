import APICallText

/// Finds many patterns in one pass with the Aho-Corasick automaton ("Efficient string matching",
/// CACM 18(6), 1975).
///
/// The time is linear in the length of the text, whatever it contains.
struct SpellingAutomaton: Sendable {
  typealias Stretch = ProtectedText.Stretch
  typealias Edges = SecretSpelling.Edges

  /// The maximum number of states, one for each byte of the patterns: they take 7 MiB.
  private static let limit = 1 << 18

  /// A state: the text read so far ends with this beginning of a pattern.
  private struct State: Sendable {
    /// The last byte of the beginning.
    var byte: UInt8
    /// The edges of the longest pattern that ends here, if any.
    var edges: UInt8 = 0
    /// The length of the longest pattern that ends here; 0 if there is none.
    var match: Int32 = 0
    /// The length of the beginning in bytes.
    var depth: Int32
    /// The first state that is one byte longer, and the next state with the same parent; 0 if there
    /// is none.
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// The longest other beginning that this one ends with.
    var fallback: Int32 = 0
  }

  /// The byte that each byte counts as.
  private let folded: [UInt8]
  // The first state means that nothing has been read.
  private var states = [State(byte: 0, depth: 0)]
  /// The states for single bytes, by byte: most texts rarely leave the first state.
  private var first = [Int32](repeating: 0, count: 256)

  /// The length in bytes of the longest pattern, with the Base64 characters next to it.
  private(set) var longest = 0

  /// The number of pattern bytes that can still be added.
  var room: Int { Self.limit - states.count }

  /// Whether there is nothing to find.
  var isEmpty: Bool { states.count == 1 }

  /// Creates an automaton without patterns.
  init(foldsCase: Bool = false) {
    folded = (0...UInt8.max).map { foldsCase ? $0.lowercase : $0 }
  }

  /// Adds a pattern, if it fits.
  mutating func add(_ pattern: SecretSpelling.Pattern) {
    guard pattern.bytes.count <= room else { return }
    longest = max(longest, pattern.bytes.count + 2)
    var state: Int32 = 0
    for byte in pattern.bytes {
      let byte = folded[Int(byte)]
      var next = successor(of: state, byte)
      if next == 0 {
        next = Int32(states.count)
        var new = State(byte: byte, depth: states[Int(state)].depth + 1)
        if state == 0 {
          first[Int(byte)] = next
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

  /// Prepares the automaton for searching after all patterns were added.
  mutating func finish() {
    var waiting = first.filter { $0 != 0 }
    var position = 0
    while position < waiting.count {
      let state = waiting[position]
      position += 1
      var child = states[Int(state)].child
      while child != 0 {
        let fallback =
          step(from: states[Int(state)].fallback, states[Int(child)].byte)
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

  private func successor(of state: Int32, _ byte: UInt8) -> Int32 {
    if state == 0 { return first[Int(byte)] }
    var child = states[Int(state)].child
    while child != 0, states[Int(child)].byte != byte { child = states[Int(child)].sibling }
    return child
  }

  private func step(from state: Int32, _ byte: UInt8) -> Int32 {
    var state = state
    while true {
      let next = successor(of: state, byte)
      if next != 0 || state == 0 { return next }
      state = states[Int(state)].fallback
    }
  }

  /// Finds the patterns in a text.
  ///
  /// Returns the stretches that the patterns cover, in order and without overlap.
  func stretches(in text: [UInt8], cutLength: Int? = nil) -> [Stretch] {
    var found: [Stretch] = []
    var state: Int32 = 0
    for position in text.indices {
      let byte = folded[Int(text[position])]
      if state == 0 {
        state = first[Int(byte)]
        // Most bytes begin no pattern.
        if state == 0 { continue }
      } else {
        state = step(from: state, byte)
      }
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

  /// Adds a stretch that ends no earlier than the others, and merges it with those that it touches.
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
    if edges.contains(.before), stretch.start > 0, text[stretch.start - 1].isBase64 {
      stretch.start -= 1
    }
    guard edges.contains(.after), stretch.end < text.count, text[stretch.end].isBase64 else {
      return stretch
    }
    stretch.end += 1
    return stretch
  }
}
