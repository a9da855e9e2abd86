/// The text of the help: terms, with their meanings from column 27 on.
package struct HelpText {
  private static let width = 80
  private static let column = 26

  package private(set) var text = ""

  package init() {}

  package mutating func heading(_ heading: String) { text += "\n\(heading)\n" }

  /// Adds a paragraph after an empty line; all lines but the first are indented.
  package mutating func paragraph(_ paragraph: String, indented column: Int = 0) {
    let lines = Self.wrapped(paragraph, after: "", at: column)
    text += (text.isEmpty ? "" : "\n") + lines.dropFirst(column) + "\n"
  }

  /// Adds an example: its name, then the command on one line so that it can be copied.
  package mutating func example(_ name: String, _ command: String?) {
    text += command.map { "  # \(name)\n  \($0)\n" } ?? "  # \(name): with any other inputs\n"
  }

  /// Adds a term with its meanings, each on lines of its own.
  package mutating func entry(_ term: String, _ meanings: [String]) {
    var head = "  \(term)"
    for meaning in meanings where !meaning.isEmpty {
      if head.count >= Self.column {
        text += "\(head)\n"
        head = ""
      }
      text += Self.wrapped(meaning, after: head, at: Self.column) + "\n"
      head = ""
    }
    if !head.isEmpty { text += "\(head)\n" }
  }

  package mutating func section(
    _ heading: String, _ entries: [(term: String, meanings: [String])]
  ) {
    guard !entries.isEmpty else { return }
    self.heading(heading)
    for (term, meanings) in entries { entry(term, meanings) }
  }

  private static func wrapped(_ words: String, after head: String, at column: Int) -> String {
    let margin = String(repeating: " ", count: column)
    var lines: [String] = []
    var line = head + margin.dropFirst(head.count)
    var isEmpty = true
    for word in words.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
