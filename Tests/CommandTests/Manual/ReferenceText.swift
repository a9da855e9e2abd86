/// The text of a generated part of the manual: a definition list in Markdown.
struct ReferenceText {
  private static let width = 100

  private(set) var text = ""

  /// Adds a heading.
  mutating func heading(_ heading: String) { add("### \(heading)\n") }

  /// Adds a line above the terms of a group.
  mutating func group(_ name: String) { add("*\(name)*\n") }

  /// Adds a term with its meaning, both in Markdown, and an example on a line of its own.
  mutating func entry(_ term: String, _ meaning: String, example: String? = nil) {
    // Two spaces at its end break a line.
    let last = example.map { "  \n    \($0)" } ?? ""
    add("\(term)\n\(Self.wrapped(meaning))\(last)\n")
  }

  private mutating func add(_ block: String) { text += (text.isEmpty ? "" : "\n") + block }

  private static func wrapped(_ meaning: String) -> String {
    var lines: [String] = []
    var line = ":  "
    for word in meaning.split(separator: " ") {
      // At the start of a line, such a word would begin a list.
      let isMark = word == "-" || word == "+" || word.wholeMatch(of: /[0-9]+[.)]/) != nil
      if line.count + 1 + word.count > width, !isMark {
        lines.append(line)
        line = "   "
      }
      line += " \(word)"
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Returns plain text as Markdown.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", "`", "*", "_", "[", "]": escaped += "\\\(character)"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Returns bold text.
  static func bold(_ text: String) -> String { "**\(escaped(text))**" }

  /// Returns the placeholder of a value: its words in capitals.
  static func placeholder(_ name: String) -> String {
    name.split(separator: "=").map { "*\(escaped($0.uppercased()))*" }.joined(separator: "=")
  }
}
