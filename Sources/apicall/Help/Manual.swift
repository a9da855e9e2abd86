import APICallBase
import APICallSystem
import CommandOptions
import Glibc

/// The pages of the manual as plain text, which `make install` puts beside the program: they can be
/// read where man(1) is not installed.
struct Manual {
  /// The topic that lists all others.
  static let list = "topics"
  private static let limit = 4 << 20

  private let folder: String?
  private let files: SystemFiles

  /// Finds the pages: those beside the running program, or those of the checkout that it was built
  /// in.
  init(besides program: String? = Program.folder, files: SystemFiles = SystemFiles()) {
    self.files = files
    var places: [String] = []
    if let program {
      places.append("\(program)/../share/apicall/help")
      let parts = program.split(separator: "/", omittingEmptySubsequences: false)
      if let build = parts.lastIndex(of: ".build") {
        places.append("\(parts[..<build].joined(separator: "/"))/man/text")
      }
    }
    folder = places.first { files.status(of: "\($0)/\(Self.list).txt")?.kind == .file }
  }

  /// The topics with their summaries, as the list of them shows them; none without the pages.
  var topics: [(name: String, summary: String)] {
    guard let folder,
      let bytes = try? files.read("\(folder)/\(Self.list).txt", limit: Self.limit)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      // A summary may have further lines.
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      let words = line.drop { $0 == " " }
      let name = words.prefix { $0 != " " }
      return (String(name), String(words.dropFirst(name.count).drop { $0 == " " }))
    }
  }

  func page(about topic: String) -> String? {
    guard let folder, topic.utf8.allSatisfy({ Self.isPartOfName($0) }) else { return nil }
    let names = topic == Self.list ? [topic] : ["apicall-\(topic)", topic]
    return names.lazy.map { "\(folder)/\($0).txt" }
      .first { files.status(of: $0)?.kind == .file }
  }

  /// Prints a page; on a terminal, the user's pager shows it.
  func show(_ page: String) throws(Failure) {
    if StandardStreams.isOutputTerminal { becomePager(showing: page) }
    try Printing.print(bytes: try files.bytes(of: page, limit: Self.limit))
  }

  func section(_ heading: String, of page: String) throws(Failure) -> String {
    let text = String(decoding: try files.bytes(of: page, limit: Self.limit), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: heading[...]) else { return text }
    let rest = lines[(start + 1)...].prefix { $0.isEmpty || $0.hasPrefix(" ") }
    let last = rest.lastIndex { !$0.isEmpty } ?? start
    return lines[start...last].map { "\($0)\n" }.joined()
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  // MARK: The program with which the user reads long texts

  private static let usualPagers = ["/usr/bin/less", "/bin/less"]
  /// The options of less(1) if the user sets none: it ends at once if the text fits, and leaves the
  /// text on the terminal.
  private static let pagerOptions = "FRX"

  /// Becomes the program of `PAGER`, or less(1) if the variable is not set; returns if there is
  /// none.
  private func becomePager(showing path: String) {
    setenv("LESS", Self.pagerOptions, 0)
    guard let pager = Program.environment("PAGER") else {
      let less = Self.usualPagers.first { files.status(of: $0)?.isExecutable == true }
      if let less { _ = Program.become(less, ["less", path]) }
      return
    }
    guard !pager.isEmpty else { return }
    // As in git, it is a command for the shell: it may have options.
    _ = Program.become("/bin/sh", ["sh", "-c", "\(pager) \"$1\"", "sh", path])
  }
}

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
    if let place = TopicHabits.place(of: word), let page = manual.page(about: place.page) {
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
