import APICallText

/// The options and URLs of a command line up to `--next`.
struct CurlOperation: Sendable {
  /// An option as it is written.
  struct Setting: Sendable {
    var option: CurlOption
    /// Whether `--no-` switches it off.
    var isOff: Bool
    /// Its value; empty for an option without one.
    var value: CommandWord
  }

  var settings: [Setting] = []
  var urls: [CommandWord] = []

  static func operations(
    of command: ArraySlice<CommandWord>
  ) throws(CommandProblem) -> [CurlOperation] {
    var operations: [CurlOperation] = []
    var operation = CurlOperation()
    var words = command.dropFirst()
    var isLiteral = false
    while let word = words.popFirst() {
      guard word.text.begins(with: "-"), word.text.utf8.count > 1, !isLiteral else {
        operation.urls.append(word)
        continue
      }
      if word.text == "--" {
        isLiteral = true
      } else if word.text.utf8.dropFirst().first == UInt8(ascii: "-") {
        guard let (option, isOff) = CurlOption.option(named: String(word.text.dropFirst(2))) else {
          throw unknown(word)
        }
        try operation.add(option, isOff: isOff, of: word, &words, to: &operations)
      } else {
        try operation.addLetters(of: word, &words, to: &operations)
      }
    }
    operations.append(operation)
    for operation in operations where operation.urls.isEmpty {
      throw CommandProblem("the command has no URL", at: command.first?.range ?? 0..<0)
    }
    return operations
  }

  private mutating func add(
    _ option: CurlOption, isOff: Bool, of word: CommandWord, _ words: inout ArraySlice<CommandWord>,
    to operations: inout [CurlOperation]
  ) throws(CommandProblem) {
    guard option.hasValue else {
      return add(option, isOff, CommandWord("", at: word.range), to: &operations)
    }
    guard let value = words.popFirst() else { throw Self.missing(option, word) }
    add(option, false, value, to: &operations)
  }

  /// Adds options that are letters: `-sSXPOST`.
  private mutating func addLetters(
    of word: CommandWord, _ words: inout ArraySlice<CommandWord>,
    to operations: inout [CurlOperation]
  ) throws(CommandProblem) {
    var letters = word.text.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = CurlOption.option(for: letter) else { throw Self.unknown(word, letter) }
      guard option.hasValue else {
        add(option, false, CommandWord("", at: word.range), to: &operations)
        continue
      }
      if !letters.isEmpty {
        add(option, false, CommandWord(String(letters), at: word.range), to: &operations)
      } else if let value = words.popFirst() {
        add(option, false, value, to: &operations)
      } else {
        throw Self.missing(option, word)
      }
      return
    }
  }

  private mutating func add(
    _ option: CurlOption, _ isOff: Bool, _ value: CommandWord, to operations: inout [CurlOperation]
  ) {
    switch option.name {
    case "next":
      operations.append(self)
      self = CurlOperation()
    case "url": urls.append(value)
    default: settings.append(Setting(option: option, isOff: isOff, value: value))
    }
  }

  // MARK: Problems

  private static func unknown(_ word: CommandWord) -> CommandProblem {
    let name = String(word.text.dropFirst(2))
    // What follows `=` may be a credential.
    let shown = name.prefix { $0 != "=" }
    return CommandProblem(
      "curl has no option '--\(shown)'", at: word.range, hint: CurlOption.hint(for: name))
  }

  private static func unknown(_ word: CommandWord, _ letter: Unicode.Scalar) -> CommandProblem {
    // A dash of a text processor.
    let isDash = "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}".unicodeScalars.contains(letter)
    return CommandProblem(
      "curl has no option '-\(letter)'", at: word.range,
      hint: isDash ? "write two hyphens" : nil)
  }

  private static func missing(_ option: CurlOption, _ word: CommandWord) -> CommandProblem {
    CommandProblem("the option '--\(option.name)' has no value", at: word.range)
  }
}
