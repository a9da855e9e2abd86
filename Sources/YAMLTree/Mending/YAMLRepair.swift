/// What is wrong with a line that cannot be read, and the line as it could be.
///
/// libyaml has read the mended line before it is shown to anyone.
package struct YAMLRepair: Sendable, Hashable {
  /// What is wrong.
  package enum Cause: Sendable, Hashable {
    /// A text needs quotes.
    case quotes(NeedOfQuotes)
    /// A space is missing behind the colon of a key.
    case space
    /// A colon is missing behind a key.
    case colon
    /// A comma is missing in front of a key.
    case comma
    /// A space is missing between a tag and the bracket behind it.
    case spaceBehindTag
    /// These brackets, or this quote, are missing at the end.
    case closer(String)
    /// This bracket closes nothing.
    case surplus(String)
    /// This is no escape in double quotes.
    case escape(String)
    /// The line begins in another column than the one above it.
    case indent(column: Int)
  }

  /// What is wrong.
  package var cause: Cause
  /// The line as it could be, without indentation and remarks; only what has to change where the
  /// line is long.
  package var line: String

  /// Whether what follows is certain to be as the user meant it, so that reading can go on.
  var isCertain: Bool {
    switch cause {
    case .quotes, .space, .comma, .spaceBehindTag, .surplus, .escape: true
    case .colon, .closer, .indent: false
    }
  }
}

extension YAMLRepair {
  /// What is wrong, in words.
  var message: String? {
    switch cause {
    case .quotes(.begins("'")), .quotes(.begins("\"")): "text goes on behind its closing quote"
    case .quotes(.begins(let first)): "text that begins with \(quoted(String(first))) needs quotes"
    case .quotes(.holds(let text, inside: nil)): "text that holds \(quoted(text)) needs quotes"
    case .quotes(.holds(let text, inside: let bracket?)):
      "text that holds \(quoted(text)) needs quotes inside \(bracket == "{" ? "{ }" : "[ ]")"
    case .quotes(.comment(let comment)): "\(quoted(comment)) is a comment to YAML"
    case .space: "a space is missing behind ':'"
    case .colon: "a ':' is missing behind the key"
    case .comma: "a ',' is missing before the next key"
    case .spaceBehindTag: "a space is missing behind the tag"
    case .closer("}"): "the map is not closed"
    case .closer("]"): "the list is not closed"
    case .closer("\""), .closer("'"): "the quote is not closed"
    case .closer: nil
    case .surplus(let bracket): "\(quoted(bracket)) closes nothing"
    case .escape(let escape): "\(quoted(escape)) is no escape in double quotes"
    case .indent: "the line begins in another column than the one above it"
    }
  }

  /// The way out, in words.
  var hint: String {
    switch cause {
    case .indent(let column): "begin it in column \(column)"
    case .quotes(.comment):
      "put a space behind '#' if it is a remark, else write it as: \(line)"
    default: "write it as: \(line)"
    }
  }
}
