/// The parts of one line outside brackets: `  - key: value # remark`, counted from 0.
struct LineText {
  let line: [Unicode.Scalar]
  /// The start of the first key, or of the value of a line without a key.
  let start: Int
  private(set) var key: Range<Int>?
  /// The value, without blanks around it and without a comment.
  private(set) var value: Range<Int>

  init(_ line: [Unicode.Scalar]) {
    self.line = line
    func skipBlanks(from start: Int) -> Int {
      line[start...].firstIndex { !$0.isBlank } ?? line.count
    }
    var index = skipBlanks(from: 0)
    while index + 1 < line.count, line[index] == "-", line[index + 1].isBlank {
      index = skipBlanks(from: index + 1)
    }
    start = index
    value = index..<line.count
    if let colon = colon(from: index) {
      key = index..<colon
      index = skipBlanks(from: colon + 1)
    }
    var end = line.indices.dropFirst(index + 1).first { line.isRemark(at: $0) } ?? line.count
    while end > index, line[end - 1].isBlank { end -= 1 }
    value = index..<end
  }

  private func colon(from start: Int) -> Int? {
    guard start < line.count, line[start] != "{", line[start] != "[" else { return nil }
    let isQuoted = line[start] == "\"" || line[start] == "'"
    let first = isQuoted ? Quoting.end(ofQuoteAt: start, in: line) ?? line.count : start
    return line.indices[first...].first { index in
      line[index] == ":" && (index + 1 == line.count || line[index + 1].isBlank)
    }
  }
}

/// The unquoted texts of a line inside brackets, as a person means them: a comma in the parentheses
/// of `<f(1, 2)>` and the brackets of `$.a[0]` belong to the text.
struct FlowText {
  /// The texts in their order, each with the bracket around it: `{` or `[`.
  private(set) var texts: [(range: Range<Int>, bracket: Unicode.Scalar)] = []
  private(set) var end: Int?

  private let line: [Unicode.Scalar]

  init(_ line: [Unicode.Scalar], from start: Int, inside bracket: Unicode.Scalar? = nil) {
    self.line = line
    var open = bracket.map { [$0] } ?? []
    var isValue = false
    var index = start
    while index < line.count, !line.isRemark(at: index) {
      let character = line[index]
      switch character {
      case " ", "\t": index += 1
      case ",", ":":
        isValue = character == ":"
        index += 1
      case "}", "]":
        open.removeLast(open.isEmpty ? 0 : 1)
        index += 1
        guard open.isEmpty else { continue }
        end = index
        return
      // Text after a bracket makes all of it text: [a-z]+
      case "{" where open.isEmpty || isEnd(groupEnd(from: index)),
        "[" where open.isEmpty || isEnd(groupEnd(from: index)):
        open.append(character)
        isValue = false
        index += 1
      case "\"" where isEnd(Quoting.end(ofQuoteAt: index, in: line)),
        "'" where isEnd(Quoting.end(ofQuoteAt: index, in: line)):
        index = Quoting.end(ofQuoteAt: index, in: line) ?? line.count
      default:
        let next = textEnd(from: index, isValue: isValue)
        var last = next
        while last > index + 1, line[last - 1].isBlank { last -= 1 }
        texts.append((index..<last, open.last ?? "{"))
        index = next
      }
    }
  }

  /// Returns whether a text or a bracket ends at an index, or does not end on the line.
  private func isEnd(_ index: Int?) -> Bool {
    guard let index, index < line.count else { return true }
    return line[index].isBlank || ",]}:".unicodeScalars.contains(line[index])
  }

  private func textEnd(from start: Int, isValue: Bool) -> Int {
    var index = groupEnd(from: start) ?? start + 1
    while index < line.count, !line.isRemark(at: index) {
      if ",]}".unicodeScalars.contains(line[index]) { break }
      if line[index] == ":", !isValue, isEnd(index + 1) { break }
      index = groupEnd(from: index) ?? index + 1
    }
    return index
  }

  /// Returns the end of the parentheses that open at an index; nil if none open or they do not
  /// close.
  private func groupEnd(from start: Int) -> Int? {
    var closing: [Unicode.Scalar] = []
    for index in start..<line.count {
      if line[index] == closing.last {
        closing.removeLast()
        if closing.isEmpty { return index + 1 }
      } else if let closer = closer(at: index) {
        closing.append(closer)
      } else if closing.isEmpty {
        return nil
      }
    }
    return nil
  }

  private func closer(at index: Int) -> Unicode.Scalar? {
    guard line[index] == "<" else { return ["(": ")", "[": "]", "{": "}"][line[index]] }
    guard let next = line[(index + 1)...].first else { return nil }
    return next.properties.isAlphabetic || next == "_" || next == "+" ? ">" : nil
  }
}

extension [Unicode.Scalar] {
  /// Returns whether a comment begins at an index, with a space after its `#`.
  func isRemark(at index: Int) -> Bool {
    self[index] == "#" && (index == 0 || self[index - 1].isBlank)
      && (index + 1 == count || self[index + 1].isBlank)
  }
}
