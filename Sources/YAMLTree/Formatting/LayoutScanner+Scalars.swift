extension LayoutScanner {
  /// Takes a value without a `|` or `>`: what stands from here to its end.
  mutating func takeLines(to end: Mark.Position) -> [String] {
    walkToContent()
    var lines: [String] = []
    for number in position.line...max(position.line, end.line) {
      var line = self.line(number)[...]
      if number == end.line { line = line.prefix(end.column - 1) }
      if number == position.line {
        line = line.dropFirst(position.column - 1)
      } else {
        line = line.drop(while: \.isBlank)
      }
      lines.append(String(String.UnicodeScalarView(line)))
    }
    jump(to: end)
    return lines
  }

  /// Takes a block scalar: its header, a comment behind that, and its lines.
  ///
  /// - Parameters:
  ///   - scalar: its value.
  ///   - indentation: that of the list or map around it, in columns.
  /// - Returns: the header, and the lines without the indentation of the block.
  mutating func takeBlock(_ scalar: Scalar, inside indentation: Int) -> [String] {
    walkToContent()
    let header = line(position.line).dropFirst(position.column - 1).prefix { !$0.isBlank }
    position.column += header.count
    walk(to: Mark.Position(line: position.line + 1, column: 1))

    let explicit = header.first { ("1"..."9").contains($0) }
      .flatMap { Int(String(Character($0))) }
    let width =
      explicit.map { indentation + $0 } ?? firstIndentation(from: position.line, above: indentation)
    var content: [String] = []
    var number = position.line
    while number <= lines.count {
      let line = self.line(number)
      let spaces = line.prefix { $0 == " " }.count
      guard spaces >= width || spaces == line.count else { break }
      // Behind the last line break there is no line.
      if number == lines.count, spaces == line.count, spaces <= width { break }
      content.append(String(String.UnicodeScalarView(line.dropFirst(width))))
      number += 1
    }
    position = Mark.Position(line: number, column: 1)
    // Only `+` keeps the empty lines at the end.
    let keeps = header.contains("+")
    while !keeps, content.last?.isEmpty == true {
      content.removeLast()
      number -= 1
    }
    blockEnd = number - 1

    var first = String.UnicodeScalarView(header.filter { !("1"..."9").contains($0) })
    if explicit != nil, content.contains(where: { !$0.isEmpty }) {
      first.insert("2", at: first.index(after: first.startIndex))
    }
    // A file may end before the line break that a block has.
    if !header.contains("-"), !scalar.text.isEmpty, !scalar.text.utf8.hasFinalLineBreak {
      first = String.UnicodeScalarView(first.filter { $0 != "+" } + ["-"])
    }
    return [String(first)] + content
  }

  /// How deep a block is whose header does not say it; what has no text has empty lines only.
  private func firstIndentation(from number: Int, above indentation: Int) -> Int {
    let line = lines.dropFirst(number - 1).first { !$0.allSatisfy { $0 == " " } } ?? []
    let spaces = line.prefix { $0 == " " }.count
    return spaces > indentation ? spaces : .max
  }
}

extension String.UTF8View {
  fileprivate var hasFinalLineBreak: Bool { last == UInt8(ascii: "\n") }
}
