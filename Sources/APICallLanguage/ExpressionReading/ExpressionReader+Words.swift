import APICallText
import YAMLTree

extension ExpressionReader {
  /// The byte at the position; nil at the end of the line.
  var peek: UInt8? { position < lineEnd ? bytes[position] : nil }

  /// The byte at a place after the position; nil after the end of the line.
  func peek(after count: Int) -> UInt8? {
    position + count < lineEnd ? bytes[position + count] : nil
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Moves past spaces, and past the other white space of a field that is one expression.
  mutating func skipSpaces() {
    while let byte = peek, isSpace(byte) { position += 1 }
  }

  func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || isWhole && (byte == 0x09 || byte == 0x0A || byte == 0x0D)
  }

  mutating func identifier() -> String? {
    let begin = position
    while let byte = peek, Identifier.allows(byte, first: position == begin) { position += 1 }
    return position == begin ? nil : String(decoding: bytes[begin..<position], as: UTF8.self)
  }

  mutating func quoted() throws(Found) -> String? {
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return nil }
    let begin = position
    var text: [UInt8] = []
    position += 1
    while let byte = peek {
      position += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      switch peek {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case let byte? where "\\\"'".utf8.contains(byte): text.append(byte)
      default:
        let end = characterEnd(at: position)
        let escape = String(decoding: bytes[position - 1..<end], as: UTF8.self)
        let fault = PlaceholderFault(
          "'\(escape)' is not an escape in quotes",
          hint: "write \\\\ for a backslash; the others are \\n, \\r, \\t, \\\" and \\'")
        throw Found(fault: fault, range: position - 1..<end)
      }
      position += 1
    }
    position = begin
    throw Found(fault: .missing(Character(Unicode.Scalar(quote))), range: begin..<begin + 1)
  }

  func unexpected(at end: Int) -> Found {
    guard hasClose, position < lineEnd else { return missing(">", at: end) }
    var next = position
    while next < lineEnd, Identifier.allows(bytes[next], first: next == position) { next += 1 }
    if next == position { next = characterEnd(at: position) }
    let word = String(decoding: bytes[position..<next], as: UTF8.self)
    let hint =
      switch word {
      case "[" where bytes[position - 1] == UInt8(ascii: ")"):
        "write parentheses around what has the item: (a | split(b))[0]"
      case "[": "list(a, b) makes a list"
      case "\"", "'": "write an argument in parentheses, as in default(\"none\")"
      case ";": "write a comma between arguments"
      case ":": "slice(from, to) takes a part of a list or a text"
      case "{": "a map is written in YAML, as a let, a shape or the 'of' of a step"
      case "!": PlaceholderFault.negation
      default: isAfterNot(end) ? PlaceholderFault.negation : PlaceholderFault.form
      }
    let fault = PlaceholderFault(
      "'\(word)' is not allowed here in the placeholder", inPlaceholder: true, hint: hint)
    return Found(fault: fault, range: position..<next)
  }

  /// Whether the word before a place is `not`, as it stands before its operand in other languages.
  private func isAfterNot(_ end: Int) -> Bool {
    end - 4 >= start && bytes[end - 3..<end].elementsEqual("not".utf8)
      && !Identifier.allows(bytes[end - 4], first: false)
  }

  func missing(_ character: Character, at end: Int? = nil) -> Found {
    Found(fault: .missing(character), range: start..<(end ?? position))
  }

  func characterEnd(at begin: Int) -> Int {
    var end = min(begin + 1, lineEnd)
    while end < lineEnd, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The place to continue after a fault: after the next `>`, or at the end of the line.
  var resumption: Int {
    (bytes[max(position, start + 1)..<lineEnd].firstIndex(of: UInt8(ascii: ">")) ?? lineEnd - 1)
      + 1
  }

  func span(_ range: Range<Int>, in container: Mark) -> TemplateSpan {
    if isWhole {
      return TemplateSpan(
        container: container, placeholder: String(decoding: bytes[start...], as: UTF8.self),
        range: range.lowerBound - start..<range.upperBound - start)
    }
    var end = max(position, range.upperBound)
    if bytes[end - 1] != UInt8(ascii: ">") || end == range.upperBound {
      let close = bytes[end..<lineEnd].firstIndex(of: UInt8(ascii: ">"))
      end = close.map { $0 + 1 } ?? range.upperBound
    }
    return TemplateSpan(
      container: container, placeholder: String(decoding: bytes[start..<end], as: UTF8.self),
      range: range.lowerBound - start..<range.upperBound - start)
  }
}
