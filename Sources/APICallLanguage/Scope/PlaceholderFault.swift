/// Why text that begins like a placeholder cannot be read as one.
package struct PlaceholderFault: Error, Sendable {
  private let words: String
  /// Whether the message ends with the placeholder.
  private let namesPlaceholder: Bool
  package let hint: String?

  init(_ words: String, inPlaceholder namesPlaceholder: Bool = false, hint: String?) {
    self.words = words
    self.namesPlaceholder = namesPlaceholder
    self.hint = hint
  }

  package func message(in placeholder: String) -> String {
    namesPlaceholder ? "\(words) \(placeholder)" : words
  }

  static let form = "a placeholder is <name | filter | …>; write \\< for a < that is text"

  static func missing(_ character: Character) -> PlaceholderFault {
    let what = ">)]".contains(character) ? "a '\(character)'" : "a quote \(character)"
    return PlaceholderFault(
      "\(what) is missing in the placeholder", inPlaceholder: true, hint: form)
  }
}
