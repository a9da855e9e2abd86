/// The unquoted texts of a line inside brackets, as a person means them: a comma in the parentheses
/// of `<f(1, 2)>` and the brackets of `$.a[0]` belong to the text.
struct FlowText {
  /// One text, counted from 0.
  struct Atom {
    var range: Range<Int>
    /// The bracket that it stands in: `{` or `[`.
    var bracket: Unicode.Scalar
  }

  private let line: [Unicode.Scalar]
  private var index: Int
  private var open: [(bracket: Unicode.Scalar, start: Int)] = []
  private var expectsValue = false

  /// The texts in their order.
  private(set) var atoms: [Atom] = []
  /// The brackets that are not closed.
  var unclosed: [Unicode.Scalar] { open.map(\.bracket) }
  /// Where the last bracket was closed: behind it.
  private(set) var end: Int?

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - start: where to begin.
  ///   - bracket: the bracket around the beginning of the line, where one is open.
  init(_ line: [Unicode.Scalar], from start: Int, inside bracket: Unicode.Scalar? = nil) {
    self.line = line
    index = start
    if let bracket { open.append((bracket, -1)) }
    while index < line.count, read() {}
  }

  /// Reads what comes next; false where the brackets are closed or a remark begins.
  private mutating func read() -> Bool {
    let character = line[index]
    switch character {
    case " ", "\t": index += 1
    case ",":
      expectsValue = false
      index += 1
    case ":":
      expectsValue = true
      index += 1
    case "{", "[":
      open.append((character, index))
      expectsValue = false
      index += 1
    case "}", "]": return close()
    case "\"", "'":
      if let end = Quoting.end(ofQuoteAt: index, in: line), isEnd(at: end) {
        index = end
      } else {
        readAtom(from: index)
      }
    case "#" where isRemark(at: index): return false
    default: readAtom(from: index)
    }
    return true
  }

  private mutating func close() -> Bool {
    guard let last = open.popLast() else { return false }
    index += 1
    // Text behind a bracket makes all of it text: [a-z]+
    if !open.isEmpty, last.start >= 0, !isEnd(at: index) {
      let end = textEnd(from: last.start)
      // Never backwards: reading the same brackets again and again would take for ever.
      if end >= index {
        atoms.removeAll { $0.range.lowerBound > last.start }
        addAtom(last.start..<end)
      }
    }
    if open.isEmpty { end = index }
    return !open.isEmpty
  }

  private func isEnd(at index: Int) -> Bool {
    index >= line.count || line[index].isBlank || ",]}:".unicodeScalars.contains(line[index])
  }

  private func isRemark(at index: Int) -> Bool {
    line[index] == "#" && (index == 0 || line[index - 1].isBlank)
      && (index + 1 == line.count || line[index + 1].isBlank)
  }

  private mutating func readAtom(from start: Int) { addAtom(start..<textEnd(from: start)) }

  private mutating func addAtom(_ range: Range<Int>) {
    index = range.upperBound
    var end = index
    while end > range.lowerBound, line[end - 1].isBlank { end -= 1 }
    atoms.append(Atom(range: range.lowerBound..<end, bracket: open.last?.bracket ?? "{"))
  }

  private func textEnd(from start: Int) -> Int {
    atomEnd(from: start, nests: true) ?? atomEnd(from: start, nests: false) ?? start + 1
  }

  /// Where text ends; nil where brackets are to be balanced in it and are not.
  private func atomEnd(from start: Int, nests: Bool) -> Int? {
    var inner: [Unicode.Scalar] = []
    var index = start
    while index < line.count {
      let character = line[index]
      if isRemark(at: index) { break }
      if inner.isEmpty, index > start || !nests || !"[{".unicodeScalars.contains(character) {
        if ",]}".unicodeScalars.contains(character), index > start { break }
        if character == ":", !expectsValue, index > start, isEnd(at: index + 1) { break }
      }
      if nests {
        if character == inner.last {
          inner.removeLast()
        } else if !inner.isEmpty, character == "\"" || character == "'" {
          index = Quoting.end(ofQuoteAt: index, in: line).map { $0 - 1 } ?? index
        } else if let closing = closing(at: index) {
          inner.append(closing)
        }
      }
      index += 1
    }
    return inner.isEmpty ? index : nil
  }

  /// The character that closes what a character opens.
  private func closing(at index: Int) -> Unicode.Scalar? {
    switch line[index] {
    case "(": ")"
    case "[": "]"
    case "{": "}"
    case "<":
      index + 1 < line.count
        && (line[index + 1].properties.isAlphabetic
          || "_+".unicodeScalars.contains(line[index + 1]))
        ? ">" : nil
    default: nil
    }
  }
}
