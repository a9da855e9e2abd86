import APICallText

/// Reads commands of the Windows command prompt, as browsers copy them.
///
/// `^` escapes a character, and continues the command at the end of a line.
struct CmdReader {
  /// A byte of a command after `cmd` has read it, and its place in the source.
  private struct Unit {
    var byte: UInt8
    var place: Int
  }

  /// Whether a text is for the command prompt: a word begins with `^"`, or a line ends with ` ^`.
  ///
  /// A single quote before it is one of a POSIX shell.
  static func recognises(_ text: ArraySlice<UInt8>) -> Bool {
    var place = text.startIndex
    while place < text.endIndex {
      let before = place == text.startIndex ? UInt8(ascii: " ") : text[place - 1]
      let next = text[(place + 1)...].first
      switch text[place] {
      case UInt8(ascii: "'"): return false
      case UInt8(ascii: "^"):
        let isStart = before <= 0x20 || before == UInt8(ascii: "(")
        if isStart, next == UInt8(ascii: "\"") { return true }
        let isAfterWord = before == UInt8(ascii: " ") || before == UInt8(ascii: "\"")
        if isAfterWord, next == 0x0A || next == 0x0D { return true }
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "\""): place = endOfQuotes(in: text, from: place)
      default: break
      }
      place += 1
    }
    return false
  }

  /// The place of the double quote that ends the text after another; the end without one.
  private static func endOfQuotes(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    var place = start + 1
    while place < text.endIndex, text[place] != UInt8(ascii: "\"") {
      place += text[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place
  }

  /// Reads all commands of a text.
  ///
  /// Returns the commands in order. Throws a ``CommandProblem`` at the first quote that has no end.
  static func commands(
    in text: ArraySlice<UInt8>, _ gaps: inout ShellGaps
  ) throws(CommandProblem) -> [CommandText] {
    var commands: [CommandText] = []
    var units: [Unit] = []
    var isQuoted = false
    var place = text.startIndex
    func end() throws(CommandProblem) {
      let words = try words(in: units)
      if !words.isEmpty { commands.append(CommandText(words: words)) }
      units = []
    }
    while place < text.endIndex {
      let byte = text[place]
      switch byte {
      case UInt8(ascii: "^") where !isQuoted:
        place += 1
        let isBreak = place < text.endIndex && (text[place] == 0x0A || text[place] == 0x0D)
        if isBreak {
          place += text[place...].starts(with: [0x0D, 0x0A]) ? 2 : 1
        }
        // After a line break, the next character is text, also if it is another line break.
        if place < text.endIndex, !isBreak || text[place] == 0x0A || text[place] == 0x0D {
          if text[place...].starts(with: [0x0D, 0x0A]) { place += 1 }
          units.append(Unit(byte: text[place], place: place))
          place += 1
        }
        continue
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        units.append(Unit(byte: byte, place: place))
      case UInt8(ascii: "%"):
        if let (gap, length) = variable(in: text[place...]), let mark = gaps.mark(for: gap) {
          units += String(mark).utf8.map { Unit(byte: $0, place: place) }
          place += length
          continue
        }
        units.append(Unit(byte: byte, place: place))
        if text[(place + 1)...].first == byte { place += 1 }
      case UInt8(ascii: "\n"), UInt8(ascii: "&"), UInt8(ascii: "|"):
        if isQuoted, byte != UInt8(ascii: "\n") {
          units.append(Unit(byte: byte, place: place))
        } else {
          isQuoted = false
          try end()
        }
      case UInt8(ascii: "\r"): break
      default: units.append(Unit(byte: byte, place: place))
      }
      place += 1
    }
    try end()
    return commands
  }

  /// A variable at the beginning of a text: `%NAME%`.
  private static func variable(in text: ArraySlice<UInt8>) -> (gap: ShellGaps.Gap, length: Int)? {
    let name = text.dropFirst().prefix { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    guard let first = name.first, !first.isASCIIDigit,
      text[name.endIndex...].first == UInt8(ascii: "%")
    else { return nil }
    return (.variable(String(decoding: name, as: UTF8.self)), name.count + 2)
  }

  /// Splits a command line into words as programs of Windows do.
  private static func words(in units: [Unit]) throws(CommandProblem) -> [CommandWord] {
    var words: [CommandWord] = []
    var text: [UInt8] = []
    var start: Int?
    var quote: Int?
    var index = 0
    func end(at place: Int) {
      guard let first = start else { return }
      words.append(CommandWord(String(decoding: text, as: UTF8.self), at: first..<place))
      (text, start) = ([], nil)
    }
    while index < units.count {
      let (byte, place) = (units[index].byte, units[index].place)
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      if isBlank, quote == nil {
        end(at: place)
        index += 1
        continue
      }
      start = start ?? place
      switch byte {
      case UInt8(ascii: "\\"):
        // Backslashes are escapes only before a quote.
        let count = units[index...].prefix { $0.byte == byte }.count
        index += count
        let isBeforeQuote = index < units.count && units[index].byte == UInt8(ascii: "\"")
        text += Array(repeating: byte, count: isBeforeQuote ? count / 2 : count)
        if isBeforeQuote, count % 2 == 1 {
          text.append(UInt8(ascii: "\""))
          index += 1
        }
        continue
      case UInt8(ascii: "\""):
        let isDouble = index + 1 < units.count && units[index + 1].byte == byte
        if quote != nil, isDouble {
          text.append(byte)
          index += 1
        } else {
          quote = quote == nil ? place : nil
        }
      default: text.append(byte)
      }
      index += 1
    }
    if let quote {
      throw CommandProblem("the quote \" is not closed", at: quote..<quote + 1)
    }
    end(at: (units.last?.place ?? 0) + 1)
    return words
  }
}
