/// What the fields of other programs' files are called here.
enum FieldHabits {
  /// What a field is called elsewhere, and what its hint says.
  private struct Habit {
    var field: String
    var names: [Substring]
    var words: String
  }

  /// Reads a table with a line for each habit: the field, the names and the words.
  private static func habits(_ table: [UInt8]) -> [Habit] {
    String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: " | ")
      guard cells.count == 3 else { return nil }
      return Habit(
        field: String(cells[0]), names: cells[1].split(separator: " "), words: String(cells[2]))
    }
  }

  /// A field here, the names that it has elsewhere, and its use.
  ///
  /// A name of several fields means the first one that the map can have.
  private static var names: [Habit] { habits(PackageResources.field_names_txt) }

  /// Names with a hint of their own, and the field by which the map is known.
  private static var hints: [Habit] { habits(PackageResources.field_hints_txt) }

  /// The hint for a file that is one line of another program; nil for any other.
  static func hint(forFile text: String) -> String? {
    if text.hasPrefix("curl ") {
      return "'apicall import curl FILE' makes a file of each command line"
    }
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].contains("://") || words[1].hasPrefix("/"),
      words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { return nil }
    return "write 'method: \(words[0])' and 'url: …' on lines of their own"
  }

  static func hint(for name: String, among known: [String]) -> String? {
    let name = plain(name)
    if let found = hints.first(where: applies) { return found.words }
    return names.first(where: applies).map { "write '\($0.field):' for \($0.words)" }

    func applies(_ habit: Habit) -> Bool {
      known.contains(habit.field) && habit.names.contains { plain($0) == name }
    }
  }

  /// A name without case and word breaks: `statusCode`, `status-code` and `status_code` are one.
  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
