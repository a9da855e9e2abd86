import APICallBase
import CommandOptions

/// What `apicall help` shows for the words after it.
enum HelpTopic {
  /// Finds the help of a file or a command, or shows a page of the manual.
  ///
  /// Returns the help, or a section of a page; nil if a page was shown.
  static func text(of words: ArraySlice<String>, in program: Command) throws(Failure) -> String? {
    guard let word = words.first, words.count == 1, !word.hasPrefix("-") else {
      return try program.command(at: words).help
    }
    if word.contains("/") || word.hasSuffix(".yaml") { return try FileHelp.text(of: [word]) }
    let manual = Manual()
    if let page = manual.page(about: word) {
      try manual.show(page)
      return nil
    }
    let commands = program.subcommands
    if let command = commands.first(where: { $0.name == word }) { return command.help }
    if let place = HabitTable.place(ofTopic: word), let page = manual.page(about: place.page) {
      guard let section = place.section else {
        try manual.show(page)
        return nil
      }
      return try manual.section(section, of: page)
        + "\n'apicall help \(place.page)' shows the whole page.\n"
    }
    throw failure(word, manual, commands)
  }

  private static func failure(_ word: String, _ manual: Manual, _ commands: [Command]) -> Failure {
    let topics = manual.topics.map(\.name)
    if topics.isEmpty {
      let pages = "the pages of the manual are not installed beside this program"
      let known = commands.map(\.name)
      return Failure(
        .usage, "unknown topic '\(word)'",
        hint: Nearest.word(to: word, among: known).map { "did you mean '\($0)'?" } ?? pages)
    }
    let known = topics + commands.map(\.name).filter { !topics.contains($0) }
    return Failure(
      .usage, "unknown topic '\(word)'",
      hint: Nearest.word(to: word, among: known).map { "did you mean '\($0)'?" }
        ?? "'apicall help \(Manual.list)' lists the topics")
  }
}
