/// Scans a text between the values that libyaml reports, and finds the comments there.
///
/// Between values, every `#` begins a comment.
struct LayoutScanner {
  let lines: [[Unicode.Scalar]]
  var position = Mark.Position(line: 1, column: 1)
  var waiting: [LayoutComment] = []
  private(set) var found: [LayoutComment] = []
  /// The last `-` or `?` since a value was read.
  private(set) var indicator: Mark.Position?
  /// The first directive, such as `%YAML 1.2`.
  private(set) var directive: Mark.Position?

  init(_ source: Source) {
    var lines: [[Unicode.Scalar]] = [[]]
    let bytes = source.bytes.dropFirst(source.byteOrderMarkLength)
    var isAfterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": lines.append([])
      default: lines[lines.count - 1].append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    self.lines = lines
  }

  /// Returns the characters of a line, counted from 1.
  func line(_ number: Int) -> [Unicode.Scalar] {
    lines.indices.contains(number - 1) ? lines[number - 1] : []
  }

  /// The character at the position; nil at the end of a line.
  var character: Unicode.Scalar? {
    let line = line(position.line)
    return line.indices.contains(position.column - 1) ? line[position.column - 1] : nil
  }

  /// The last line of the last block scalar.
  var blockEnd = 0

  /// Returns whether a line exists, is empty and is not part of the block scalar above.
  func isEmpty(_ number: Int) -> Bool {
    number > blockEnd && lines.indices.contains(number - 1)
      && lines[number - 1].allSatisfy(\.isBlank)
  }

  func isFirst(_ place: Mark.Position) -> Bool {
    line(place.line).prefix(place.column - 1).allSatisfy(\.isBlank)
  }

  mutating func jump(to place: Mark.Position) {
    if place > position { position = place }
  }

  mutating func beginGap() { indicator = nil }

  /// Scans to a place before which there is no value, and takes the comments on the way.
  mutating func walk(to end: Mark.Position) {
    while position < end, position.line <= lines.count { step() }
  }

  /// Scans to the next character that is not blank and not in a comment.
  mutating func walkToContent() {
    while position.line <= lines.count {
      // A byte order mark may begin a line.
      let isMark = character == "\u{FEFF}" && position.column == 1
      if let character, !character.isBlank, character != "#", !isMark { return }
      step()
    }
  }

  private mutating func step() {
    switch character {
    case nil: position = Mark.Position(line: position.line + 1, column: 1)
    case "#":
      let text = line(position.line).dropFirst(position.column - 1)
      let end = text.lastIndex { !$0.isBlank } ?? text.startIndex
      let comment = LayoutComment(
        text: String(String.UnicodeScalarView(text[...end])), start: position,
        isAlone: isFirst(position), isSpaced: isEmpty(position.line - 1),
        isAfterIndicator: indicator != nil)
      waiting.append(comment)
      found.append(comment)
      position = Mark.Position(line: position.line + 1, column: 1)
    case "-", "?":
      indicator = position
      position.column += 1
    case "%" where position.column == 1:
      directive = directive ?? position
      position = Mark.Position(line: position.line + 1, column: 1)
    default: position.column += 1
    }
  }

  mutating func takeWord() -> String {
    walkToContent()
    let rest = line(position.line).dropFirst(position.column - 1)
    let word =
      rest.starts(with: "!<".unicodeScalars)
      ? rest.prefix { $0 != ">" } + [">"]
      : rest.prefix { !$0.isBlank && !",[]{}".unicodeScalars.contains($0) }
    position.column += word.count
    return String(String.UnicodeScalarView(word))
  }

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

  /// Takes a block scalar: its header, a comment after that, and its lines.
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
      // There is no line after the last line break.
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
    // A file may end before the line break of a block.
    if !header.contains("-"), !scalar.text.isEmpty, scalar.text.utf8.last != UInt8(ascii: "\n") {
      first = String.UnicodeScalarView(first.filter { $0 != "+" } + ["-"])
    }
    return [String(first)] + content
  }

  /// Returns the indentation of a block whose header does not set it; a block without text has only
  /// empty lines.
  private func firstIndentation(from number: Int, above indentation: Int) -> Int {
    let line = lines.dropFirst(number - 1).first { !$0.allSatisfy { $0 == " " } } ?? []
    let spaces = line.prefix { $0 == " " }.count
    return spaces > indentation ? spaces : .max
  }
}
