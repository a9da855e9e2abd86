/// The parts of one line outside of brackets: `  - key: value # remark`, counted from 0.
struct LineParts {
  /// The line.
  let line: [Unicode.Scalar]
  /// Where the first key, or the value of a line without one, begins.
  let start: Int
  /// The key, without its colon; nil where there is none.
  private(set) var key: Range<Int>?
  /// What follows, without blanks around it and without a remark.
  private(set) var value: Range<Int>

  init(_ line: [Unicode.Scalar]) {
    self.line = line
    var index = Self.skipBlanks(in: line, from: 0)
    while index + 1 < line.count, line[index] == "-", line[index + 1].isBlank {
      index = Self.skipBlanks(in: line, from: index + 1)
    }
    start = index
    if let colon = Self.colon(in: line, from: index) {
      key = index..<colon
      index = Self.skipBlanks(in: line, from: colon + 1)
    }
    var end = line.count
    while end > index, line[end - 1].isBlank { end -= 1 }
    value = index..<end
    cutRemark()
  }

  /// The value's characters.
  var valueText: [Unicode.Scalar] { Array(line[value]) }

  private static func skipBlanks(in line: [Unicode.Scalar], from start: Int) -> Int {
    var index = start
    while index < line.count, line[index].isBlank { index += 1 }
    return index
  }

  /// The first colon that ends a key.
  private static func colon(in line: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start
    if index < line.count, line[index] == "\"" || line[index] == "'" {
      guard let end = Quoting.end(ofQuoteAt: index, in: line) else { return nil }
      index = end
    } else if index < line.count, line[index] == "{" || line[index] == "[" {
      return nil
    }
    while index < line.count {
      if line[index] == ":", index + 1 == line.count || line[index + 1].isBlank { return index }
      if line[index] == "#", index == start || line[index - 1].isBlank { return nil }
      index += 1
    }
    return nil
  }

  /// A remark has a space behind its `#`.
  private mutating func cutRemark() {
    for index in value.dropFirst() {
      guard line[index] == "#", line[index - 1].isBlank,
        index + 1 == line.count || line[index + 1].isBlank
      else { continue }
      var end = index
      while end > value.lowerBound, line[end - 1].isBlank { end -= 1 }
      value = value.lowerBound..<end
      return
    }
  }
}
