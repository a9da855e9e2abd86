package import APICallBase

/// Reads the words of a command line with the table of a command's options.
///
/// It uses lists rather than sets and dictionaries: creating the first one of a kind takes Swift's
/// runtime longer than reading the whole command line.
package struct OptionReader<Settings> {
  /// Makes the table.
  ///
  /// It is called at the first option, so a command line without options does not need it.
  package let sections: () -> [OptionSection<Settings>]
  package let path: String
  /// The hint for an option that is not in the table; nil for the usual hint.
  package let advice: (String) -> String?

  @inlinable
  package init(
    path: String, advice: @escaping (String) -> String? = { _ in nil },
    _ sections: @escaping () -> [OptionSection<Settings>]
  ) {
    self.sections = sections
    self.path = path
    self.advice = advice
  }

  @inlinable
  package func read(
    _ words: ArraySlice<String>, into settings: inout Settings
  ) throws(Failure) -> [String] {
    var operands: [String] = []
    var made: [OptionSection<Settings>]?
    var rest = words
    while let word = rest.popFirst() {
      guard Self.isOption(word) else {
        operands.append(word)
        continue
      }
      if word == "--" { return operands + rest }
      let table = made ?? sections()
      made = table
      if let (section, option) = Self.find(word, in: table) {
        section.note?(&settings, word)
        switch option.action {
        case .set(let apply): try apply(&settings)
        case .choose(let apply): try apply(&settings, word != option.form.opposite)
        case .take(let apply):
          if let usual = option.form.usual {
            try apply(&settings, usual)
          } else if let value = rest.first, !Self.isOption(value) {
            rest.removeFirst()
            try apply(&settings, value)
          } else {
            throw Failure(
              usage: "missing value for '\(word) <\(option.form.placeholder ?? "")>'", of: path,
              hint: advice(word))
          }
        }
      } else {
        try readJoined(word, in: table, into: &settings)
      }
    }
    return operands
  }

  /// Whether a word is an option; `-` is not one: it is standard input or output.
  @inlinable
  package static func isOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1
  }

  @inlinable
  package static func find(
    _ name: String, in sections: [OptionSection<Settings>]
  ) -> (section: OptionSection<Settings>, option: Option<Settings>)? {
    for section in sections {
      for option in section.options {
        let form = option.form
        if form.long == name || form.short == name || form.opposite == name {
          return (section, option)
        }
      }
    }
    return nil
  }

  /// Reads a word that is more than a name: `--name=value`, `-n=value`, `-n4`, `-kv`.
  package func readJoined(
    _ word: String, in table: [OptionSection<Settings>], into settings: inout Settings
  ) throws(Failure) {
    if let equals = word.firstIndex(of: "="),
      let found = Self.find(String(word[..<equals]), in: table)
    {
      let (name, value) = (word[..<equals], String(word[word.index(after: equals)...]))
      guard case .take(let apply) = found.option.action else {
        throw Failure(
          usage: "the option '\(name)' takes no value, but '\(value)' is given", of: path)
      }
      found.section.note?(&settings, String(name))
      return try apply(&settings, value)
    }
    guard !word.hasPrefix("--") else { throw unknown(word, in: table) }
    let letters = word.dropFirst().map { "-\($0)" }
    if let found = Self.find(letters[0], in: table), found.option.form.isJoinable,
      case .take(let apply) = found.option.action
    {
      return try apply(&settings, String(word.dropFirst(2)))
    }
    for letter in letters {
      guard let found = Self.find(letter, in: table) else {
        throw unknown(
          Self.find(letters[0], in: table) == nil ? word : letter, in: table)
      }
      guard case .set(let apply) = found.option.action else { throw unknown(word, in: table) }
      found.section.note?(&settings, letter)
      try apply(&settings)
    }
  }

  private func unknown(
    _ word: String, in sections: [OptionSection<Settings>]
  ) -> Failure {
    let name = String(word.prefix { $0 != "=" })
    let forms = sections.flatMap(\.options).map(\.form)
    return Failure(
      usage: "unknown option '\(name)'", of: path,
      hint: advice(name)
        ?? OptionForm.name(nearestTo: name, among: forms).map { "did you mean '\($0)'?" })
  }

  package func check(_ operands: [String], by forms: [Operand]) throws(Failure) {
    let needed = forms.filter { $0.count == .one }
    guard operands.count >= needed.count else {
      throw Failure(
        usage: "missing expected argument '<\(needed[operands.count].name)>'", of: path)
    }
    guard operands.count > forms.count, !forms.contains(where: { $0.count == .any }) else { return }
    let others = operands.dropFirst(forms.count).map { "'\($0)'" }
    throw Failure(
      usage: others.count == 1
        ? "unexpected argument \(others[0])"
        : "\(others.count) unexpected arguments: \(others.joined(separator: ", "))", of: path)
  }
}
