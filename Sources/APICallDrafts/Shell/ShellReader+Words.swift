import APICallText

extension ShellReader {
  mutating func word() throws(CommandProblem) -> CommandWord {
    let start = bytes.startIndex
    var text: [UInt8] = []
    reading: while let byte = bytes.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
        UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("),
        UInt8(ascii: ")"), UInt8(ascii: ">"):
        break reading
      case UInt8(ascii: "<"):
        guard let length = placeholder else { break reading }
        text += bytes.prefix(length)
        bytes.removeFirst(length)
      case UInt8(ascii: "\\"):
        if isContinuation {
          skipContinuation()
        } else {
          bytes.removeFirst()
          guard let next = bytes.popFirst() else {
            throw CommandProblem("a backslash at the end", at: start..<bytes.startIndex)
          }
          text.append(next)
        }
      case UInt8(ascii: "'"):
        text += try quoted(by: byte, from: bytes.startIndex)
      case UInt8(ascii: "\""):
        bytes.removeFirst()
        text += try doubleQuoted(until: bytes.startIndex - 1)
      case UInt8(ascii: "$"), UInt8(ascii: "`"): text += try expansion(inQuotes: false)
      default:
        text.append(byte)
        bytes.removeFirst()
      }
    }
    guard let word = String(validating: text, as: UTF8.self) else {
      throw CommandProblem("the word is not UTF-8", at: start..<bytes.startIndex)
    }
    guard !word.utf8.contains(0) else {
      throw CommandProblem("the word contains NUL", at: start..<bytes.startIndex)
    }
    return CommandWord(word, at: start..<bytes.startIndex)
  }

  /// Reads text in single quotes, in which nothing is special.
  private mutating func quoted(
    by quote: UInt8, from start: Int
  ) throws(CommandProblem) -> ArraySlice<UInt8> {
    bytes.removeFirst()
    guard let end = bytes.firstIndex(of: quote) else { throw Self.unfinished("'", start) }
    defer { bytes = bytes[(end + 1)...] }
    return bytes[..<end]
  }

  private static func unfinished(_ quote: String, _ start: Int) -> CommandProblem {
    CommandProblem(
      "the quote \(quote) is not closed", at: start..<start + 1,
      hint: #"a quote within single quotes is written '\''"#)
  }

  /// Reads text in which only a backslash and a dollar sign are special.
  ///
  /// Returns the text in UTF-8.
  mutating func doubleQuoted(until start: Int?) throws(CommandProblem) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = bytes.first {
      switch byte {
      case UInt8(ascii: "\"") where start != nil:
        bytes.removeFirst()
        return text
      case UInt8(ascii: "\\"):
        if isContinuation {
          skipContinuation()
          continue
        }
        bytes.removeFirst()
        guard let next = bytes.first else { break }
        let isEscape = "$`\\".utf8.contains(next) || next == UInt8(ascii: "\"") && start != nil
        if !isEscape { text.append(byte) }
        text.append(next)
        bytes.removeFirst()
      case UInt8(ascii: "$"), UInt8(ascii: "`"): text += try expansion(inQuotes: true)
      default:
        text.append(byte)
        bytes.removeFirst()
      }
    }
    if let start { throw Self.unfinished("\"", start) }
    return text
  }

  // MARK: Values that are not known

  private mutating func expansion(inQuotes: Bool) throws(CommandProblem) -> [UInt8] {
    let start = bytes.startIndex
    if bytes.first == UInt8(ascii: "`") {
      bytes.removeFirst()
      while let byte = bytes.popFirst() {
        if byte == UInt8(ascii: "`") {
          return try mark(gaps.new("value"), from: start)
        }
        if byte == UInt8(ascii: "\\") { bytes = bytes.dropFirst() }
      }
      throw CommandProblem("the command in backquotes has no end", at: start..<start + 1)
    }
    bytes.removeFirst()
    switch bytes.first {
    case UInt8(ascii: "'") where !inQuotes:
      bytes.removeFirst()
      return try escaped(from: start)
    case UInt8(ascii: "\"") where !inQuotes:
      bytes.removeFirst()
      return try doubleQuoted(until: start + 1)
    case UInt8(ascii: "("):
      try skip(to: UInt8(ascii: ")"), opening: UInt8(ascii: "("), from: start)
      return try mark(gaps.new("value"), from: start)
    case UInt8(ascii: "{"):
      let content = bytes.dropFirst()
      let name = content.prefix { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
      try skip(to: UInt8(ascii: "}"), opening: UInt8(ascii: "{"), from: start)
      let operation = content[name.endIndex..<bytes.startIndex - 1]
      return try mark(Self.gap(name, after: operation), from: start)
    case let byte? where byte.isASCIILetter || byte == UInt8(ascii: "_"):
      let name = bytes.prefix { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
      bytes = bytes[name.endIndex...]
      return try mark(Self.gap(name, after: []), from: start)
    case let byte? where byte.isASCIIDigit || "@*?$#!".utf8.contains(byte):
      bytes.removeFirst()
      return try mark(.other("argument", of: String(UnicodeScalar(byte))), from: start)
    default: return [UInt8(ascii: "$")]
    }
  }

  /// The value of a variable or an argument, with what the shell does to it.
  private static func gap(
    _ name: ArraySlice<UInt8>, after operation: ArraySlice<UInt8>
  ) -> ShellGaps.Gap {
    // Instead of a value that is missing, as in ${PORT:-80}, the file asks for one.
    let signs = operation.first == UInt8(ascii: ":") ? operation.dropFirst() : operation
    let isValue = signs.first.map { "-?=".utf8.contains($0) } ?? operation.isEmpty
    let text = String(decoding: name, as: UTF8.self)
    let whole = String(decoding: isValue && !name.isEmpty ? name : name + operation, as: UTF8.self)
    guard let first = name.first, !first.isASCIIDigit else { return .other("argument", of: whole) }
    return isValue ? .variable(text) : .other(text, of: whole)
  }

  private mutating func mark(
    _ gap: ShellGaps.Gap, from start: Int
  ) throws(CommandProblem) -> [UInt8] {
    guard let scalar = gaps.mark(for: gap) else {
      throw CommandProblem("there are too many variables", at: start..<bytes.startIndex)
    }
    return Array(String(scalar).utf8)
  }

  /// Skips text in brackets, which may contain quotes and such brackets.
  private mutating func skip(
    to close: UInt8, opening open: UInt8, from start: Int
  ) throws(CommandProblem) {
    var depth = 0
    var quote: UInt8?
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"): bytes = bytes.dropFirst()
      case quote: quote = nil
      case _ where quote != nil: break
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case open: depth += 1
      case close:
        depth -= 1
        if depth == 0 { return }
      default: break
      }
    }
    throw CommandProblem("the bracket is not closed", at: start..<start + 2)
  }

  // MARK: Escapes

  /// Reads the rest of `$'…'` (POSIX.1-2024, XCU 2.2.4).
  private mutating func escaped(from start: Int) throws(CommandProblem) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = bytes.popFirst() {
      guard byte != UInt8(ascii: "'") else { return text }
      guard byte == UInt8(ascii: "\\"), let letter = bytes.popFirst() else {
        text.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "x"): text.append(UInt8(truncatingIfNeeded: number(16, upTo: 2)))
      case UInt8(ascii: "u"), UInt8(ascii: "U"):
        text += String(try scalar(upTo: letter == UInt8(ascii: "u") ? 4 : 8)).utf8
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        let first = UInt32(letter - UInt8(ascii: "0"))
        text.append(UInt8(truncatingIfNeeded: number(8, upTo: 2, after: first)))
      case UInt8(ascii: "c"): text.append((bytes.popFirst() ?? 0) & 0x1F)
      default:
        if let known = Self.escapes[letter] {
          text.append(known)
        } else {
          text += [byte, letter]
        }
      }
    }
    throw Self.unfinished("'", start + 1)
  }

  /// The character after `\u` or `\U`; the two halves of a surrogate pair are one.
  private mutating func scalar(upTo count: Int) throws(CommandProblem) -> Unicode.Scalar {
    let start = bytes.startIndex - 2
    var code = number(16, upTo: count)
    if (0xD800..<0xDC00).contains(code), bytes.starts(with: #"\u"#.utf8) {
      bytes.removeFirst(2)
      let low = number(16, upTo: 4)
      let isPair = (0xDC00..<0xE000).contains(low)
      if isPair { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw CommandProblem(
        "the escape is not a character of Unicode", at: start..<bytes.startIndex,
        hint: "write the character itself")
    }
    return scalar
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "e"): 27, UInt8(ascii: "E"): 27,
    UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
    UInt8(ascii: "v"): 11, UInt8(ascii: "\\"): 92, UInt8(ascii: "'"): 39, UInt8(ascii: "\""): 34,
    UInt8(ascii: "?"): 63,
  ]

  private mutating func number(
    _ radix: UInt32, upTo count: Int, after first: UInt32 = 0
  ) -> UInt32 {
    var value = first
    var left = count
    while left > 0, let byte = bytes.first, let digit = Hexadecimal.value(of: byte), digit < radix {
      value = value &* radix &+ UInt32(digit)
      bytes.removeFirst()
      left -= 1
    }
    return value
  }
}
