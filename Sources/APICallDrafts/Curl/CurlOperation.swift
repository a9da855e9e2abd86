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
    var operations = [CurlOperation()]
    var words = command.dropFirst()
    var isLiteral = false
    func add(
      _ option: CurlOption, isOff: Bool = false, _ joined: CommandWord? = nil, of word: CommandWord
    ) throws(CommandProblem) {
      var value = joined ?? CommandWord("", at: word.range)
      if option.hasValue, joined == nil {
        guard let next = words.popFirst() else {
          throw CommandProblem("the option '--\(option.name)' has no value", at: word.range)
        }
        value = next
      }
      let last = operations.count - 1
      switch option.name {
      case "next": operations.append(CurlOperation())
      case "url": operations[last].urls.append(value)
      default:
        operations[last].settings.append(Setting(option: option, isOff: isOff, value: value))
      }
    }
    while let word = words.popFirst() {
      guard word.text.begins(with: "-"), word.text.utf8.count > 1, !isLiteral else {
        operations[operations.count - 1].urls.append(word)
        continue
      }
      if word.text == "--" {
        isLiteral = true
      } else if word.text.utf8.dropFirst().first == UInt8(ascii: "-") {
        guard let (option, isOff) = CurlOption.option(named: String(word.text.dropFirst(2))) else {
          throw unknown(word)
        }
        try add(option, isOff: isOff, of: word)
      } else {
        // Options that are letters: `-sSXPOST`.
        var letters = word.text.unicodeScalars.dropFirst()
        while let letter = letters.popFirst() {
          guard let option = CurlOption.option(for: letter) else { throw unknown(word, letter) }
          let hasRest = option.hasValue && !letters.isEmpty
          try add(option, hasRest ? CommandWord(String(letters), at: word.range) : nil, of: word)
          if option.hasValue { break }
        }
      }
    }
    for operation in operations where operation.urls.isEmpty {
      throw CommandProblem("the command has no URL", at: command.first?.range ?? 0..<0)
    }
    return operations
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
}
