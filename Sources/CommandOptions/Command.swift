package import APICallBase

/// A command with its name, options and action; or a group of commands.
package struct Command {
  /// The full name: `apicall secrets set`.
  package let path: String
  package let summary: String
  /// The usage forms, one per line.
  package let usage: String
  package let discussion: String
  package let operands: [Operand]
  /// The commands of a group; empty for most commands.
  package let subcommands: [Command]
  package let sections: () -> [(title: String, forms: [OptionForm])]
  package let run: (ArraySlice<String>) throws(Failure) -> Void
  /// Returns the hint for a word that is not one of the commands of a group; nil for the usual one.
  package var habits: (String) -> String? = { _ in nil }
  /// Returns the help for these words, or nil for the command's own help.
  package let explain: (ArraySlice<String>) throws(Failure) -> String?

  @inlinable
  package init<Settings>(
    _ path: String, _ summary: String, usage: String, discussion: String = "",
    operands: [Operand] = [], settings: @autoclosure @escaping () -> Settings,
    sections: @autoclosure @escaping () -> [OptionSection<Settings>] = [],
    options: @autoclosure @escaping () -> [Option<Settings>] = [],
    subcommands: [Command] = [], advice: @escaping (String) -> String? = { _ in nil },
    explain: @escaping ([String]) throws(Failure) -> String? = { _ in nil },
    run: @escaping (Settings, [String]) throws(Failure) -> Void
  ) {
    func all() -> [OptionSection<Settings>] {
      var all = sections()
      all.append(OptionSection("OPTIONS", options()))
      return all
    }
    self.path = path
    self.summary = summary
    self.usage = usage
    self.discussion = discussion
    self.operands = operands
    self.subcommands = subcommands
    self.sections = { all().map { ($0.title, $0.options.map(\.form)) } }
    self.run = { (words) throws(Failure) in
      let reader = OptionReader(path: path, advice: advice, all)
      var settings = settings()
      let found = try reader.read(words, into: &settings)
      try reader.check(found, by: operands)
      try run(settings, found)
    }
    self.explain = { (words) throws(Failure) in
      var settings = settings()
      guard let found = try? OptionReader(path: path, all).read(words, into: &settings)
      else { return nil }
      return try explain(found)
    }
  }

  @inlinable
  package init(
    _ path: String, _ summary: String, usage: String, discussion: String = "",
    operands: [Operand] = [], subcommands: [Command] = [],
    run: @escaping ([String]) throws(Failure) -> Void = { _ in }
  ) {
    self.init(
      path, summary, usage: usage, discussion: discussion, operands: operands, settings: (),
      subcommands: subcommands
    ) { (_, operands) throws(Failure) in try run(operands) }
  }

  package var name: String {
    let space = path.utf8.lastIndex(of: UInt8(ascii: " "))
    return String(path[(space.map(path.utf8.index(after:)) ?? path.startIndex)...])
  }

  package var forms: [OptionForm] { sections().flatMap(\.forms) }

  /// Runs the command, unless the words ask for help.
  ///
  /// Returns the help to print; nil if the command was run.
  package func perform(_ words: ArraySlice<String>) throws(Failure) -> String? {
    guard subcommands.isEmpty else {
      guard let word = words.first, !Self.isHelp(word) else { return help }
      if word.hasPrefix("-") {
        try run(words)
        return nil
      }
      return try subcommand(word).perform(words.dropFirst())
    }
    guard words.prefix(while: { $0 != "--" }).contains(where: Self.isHelp) else {
      try run(words)
      return nil
    }
    return try explain(words.filter { !Self.isHelp($0) }[...]) ?? help
  }

  package func command(at words: ArraySlice<String>) throws(Failure) -> Command {
    guard let word = words.first, !subcommands.isEmpty, !word.hasPrefix("-") else { return self }
    return try subcommand(word).command(at: words.dropFirst())
  }

  private func subcommand(_ word: String) throws(Failure) -> Command {
    if let command = subcommands.first(where: { $0.name == word }) { return command }
    let full = "\(path) \(word)".drop { $0 != " " }.dropFirst()
    throw Failure(
      .usage, "unknown command '\(full)'",
      hint: habits(word)
        ?? Nearest.hint(for: word, among: subcommands.map(\.name), noun: "commands"))
  }

  package static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

  /// Returns the text before the first full stop that ends a sentence and is not in parentheses.
  static func firstSentence(of text: String) -> String {
    let bytes = text.utf8
    var depth = 0
    let end = bytes.indices.first { place in
      if bytes[place] == UInt8(ascii: "(") { depth += 1 }
      if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
      guard depth == 0, bytes[place] == UInt8(ascii: ".") else { return false }
      let next = bytes.index(after: place)
      return next == bytes.endIndex || bytes[next] == UInt8(ascii: " ")
    }
    return String(text[..<(end ?? text.endIndex)])
  }

  package var shortSummary: String { Self.firstSentence(of: summary) }

  package var help: String {
    var help = HelpText()
    help.paragraph("OVERVIEW: \(summary)")
    if !discussion.isEmpty { help.paragraph(discussion) }
    help.heading("USAGE: \(usage)")
    help.section("ARGUMENTS:", operands.map { ("<\($0.name)>", [$0.help]) })
    for (title, forms) in sections() {
      help.heading("\(title):")
      for form in forms { help.entry(form.term, [form.help()]) }
    }
    help.entry("-h, --help", ["Show help information."])
    guard !subcommands.isEmpty else { return help.text + "\n" }
    help.heading("SUBCOMMANDS:")
    for command in subcommands { help.entry(command.name, [command.summary]) }
    let place = path == name ? "" : " \(name)"
    help.heading("  See 'apicall help\(place) <subcommand>' for detailed help.")
    return help.text
  }
}
