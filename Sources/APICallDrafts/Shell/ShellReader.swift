import APICallText

/// Reads commands as a POSIX shell splits them into words (POSIX.1-2017, XCU 2.3), without running
/// anything.
struct ShellReader {
  var bytes: ArraySlice<UInt8>
  var gaps: ShellGaps
  private var commands: [CommandText] = []
  private var command = CommandText()
  /// Here-documents whose text begins after the next line break.
  private var pending: [HereDocument] = []

  private struct HereDocument {
    var delimiter: [UInt8]
    var isLiteral: Bool
    var dropsTabs: Bool
    var place: Range<Int>
    var command: Int
  }

  /// Reads all commands of a text.
  ///
  /// Returns the commands in order. Throws a ``CommandProblem`` at the first place that is not a
  /// word.
  static func commands(
    in text: ArraySlice<UInt8>, _ gaps: inout ShellGaps
  ) throws(CommandProblem) -> [CommandText] {
    var reader = ShellReader(bytes: text, gaps: gaps)
    try reader.read()
    gaps = reader.gaps
    return reader.commands
  }

  private mutating func read() throws(CommandProblem) {
    while let byte = bytes.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): bytes.removeFirst()
      case UInt8(ascii: "\n"):
        bytes.removeFirst()
        try readHereDocuments()
        end()
      case UInt8(ascii: "\\") where isContinuation: skipContinuation()
      case UInt8(ascii: "#"): bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: ")"):
        bytes.removeFirst()
        end()
      case UInt8(ascii: "&"):
        bytes.removeFirst()
        if bytes.first == UInt8(ascii: ">") { continue }
        end()
      case UInt8(ascii: "|"):
        bytes.removeFirst()
        let isEither = bytes.first == UInt8(ascii: "|")
        if !isEither { command.asides.append("the output is piped to another command") }
        end()
        command.isPiped = !isEither
      case UInt8(ascii: "<") where placeholder == nil, UInt8(ascii: ">"): try readRedirection()
      default: try readWord()
      }
    }
    try readHereDocuments()
    end()
  }

  private mutating func end() {
    if !command.words.isEmpty { commands.append(command) }
    command = CommandText()
  }

  private mutating func readWord() throws(CommandProblem) {
    let word = try word()
    // A number before a redirection is a file descriptor.
    if let next = bytes.first, next == UInt8(ascii: ">") || next == UInt8(ascii: "<"),
      word.range.count <= 2, word.text.utf8.allSatisfy(\.isASCIIDigit)
    {
      return try readRedirection()
    }
    command.words.append(word)
  }

  /// The length of `<name>` at this place: a placeholder of a documentation that nobody has quoted.
  var placeholder: Int? {
    guard let end = bytes.dropFirst().prefix(64).firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let name = bytes[bytes.startIndex + 1..<end]
    guard let first = name.first, first.isASCIILetter,
      name.allSatisfy({ $0.isASCIILetterOrDigit || "_- ".utf8.contains($0) })
    else { return nil }
    return name.count + 2
  }

  // MARK: Redirections

  private mutating func readRedirection() throws(CommandProblem) {
    let start = bytes.startIndex
    let isInput = bytes.removeFirst() == UInt8(ascii: "<")
    if isInput, bytes.starts(with: "<<".utf8) {
      bytes.removeFirst(2)
      skipBlanks()
      command.input = try word().text + "\n"
      return
    }
    if isInput, bytes.first == UInt8(ascii: "<") {
      bytes.removeFirst()
      return try readDelimiter(from: start)
    }
    while let byte = bytes.first, ">&|".utf8.contains(byte) { bytes.removeFirst() }
    skipBlanks()
    _ = try word()
    command.asides.append(
      isInput ? "standard input is a file" : "the output goes to a file or descriptor")
  }

  private mutating func readDelimiter(from start: Int) throws(CommandProblem) {
    let dropsTabs = bytes.first == UInt8(ascii: "-")
    if dropsTabs { bytes.removeFirst() }
    skipBlanks()
    let raw = bytes
    let word = try word()
    let written = raw.prefix(upTo: bytes.startIndex)
    pending.append(
      HereDocument(
        delimiter: Array(word.text.utf8), isLiteral: written.contains { "'\"\\".utf8.contains($0) },
        dropsTabs: dropsTabs, place: start..<bytes.startIndex, command: commands.count))
  }

  private mutating func readHereDocuments() throws(CommandProblem) {
    for document in pending {
      var text: [UInt8] = []
      var isEnded = false
      while !bytes.isEmpty, !isEnded {
        var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        bytes = bytes[line.endIndex...].dropFirst()
        if document.dropsTabs { line = line.drop { $0 == UInt8(ascii: "\t") } }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        isEnded = line.elementsEqual(document.delimiter)
        if !isEnded { text += line + [UInt8(ascii: "\n")] }
      }
      guard isEnded else {
        throw CommandProblem("the here-document has no end", at: document.place)
      }
      let content =
        document.isLiteral
        ? String(decoding: text, as: UTF8.self) : try expanded(text, at: document.place)
      if document.command < commands.count {
        commands[document.command].input = content
      } else {
        command.input = content
      }
    }
    pending = []
  }

  private mutating func expanded(
    _ text: [UInt8], at place: Range<Int>
  ) throws(CommandProblem) -> String {
    var reader = ShellReader(bytes: text[...], gaps: gaps)
    do throws(CommandProblem) {
      let content = try reader.doubleQuoted(until: nil)
      gaps = reader.gaps
      return String(decoding: content, as: UTF8.self)
    } catch {
      throw CommandProblem(error.message, at: place, hint: error.hint)
    }
  }

  // MARK: Blanks

  var isContinuation: Bool {
    bytes.starts(with: "\\\n".utf8) || bytes.starts(with: "\\\r\n".utf8)
  }

  mutating func skipContinuation() {
    bytes = bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
  }

  private mutating func skipBlanks() {
    bytes = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  init(bytes: ArraySlice<UInt8>, gaps: ShellGaps) {
    self.bytes = bytes
    self.gaps = gaps
  }
}
