/// Puts libyaml's words for syntax errors into plainer ones.
///
/// What the table does not know passes through as libyaml says it.
enum SyntaxWording {
  /// Returns the message for a syntax error.
  static func message(for syntax: YAMLSyntax) -> String {
    if let message = syntax.repair?.message { return message }
    if let row = row(for: syntax) { return fill(row.message, from: syntax) }
    return syntax.context.map { "\($0): \(syntax.problem)" } ?? syntax.problem
  }

  /// Returns the way out of a syntax error; tells also whether lines were left unread.
  static func hint(for syntax: YAMLSyntax) -> String? {
    let way = syntax.repair?.hint ?? row(for: syntax).map { fill($0.hint, from: syntax) }
    let unread = "the lines that follow were not read"
    guard syntax.hasUnreadLines, row(for: syntax)?.isSuspicion != true else { return way }
    // A line to write stands last, to be copied.
    guard let way else { return unread }
    return syntax.repair == nil ? "\(way); \(unread)" : "\(unread); \(way)"
  }

  /// Returns what is to be said at the place that the message is not shown at.
  static func relatedNote(for syntax: YAMLSyntax) -> String? {
    if syntax.isAtEnd { return "the text ends here" }
    switch syntax.context {
    case "while parsing a flow sequence": return "the list begins here"
    case "while parsing a flow mapping": return "the map begins here"
    default: return nil
    }
  }

  /// Whether a message about the error belongs where libyaml's context begins, as for a bracket
  /// that is never closed.
  static func pointsAtContext(_ syntax: YAMLSyntax) -> Bool {
    syntax.isAtEnd || row(for: syntax)?.pointsAtContext == true
  }

  private static func row(for syntax: YAMLSyntax) -> SyntaxRow? {
    SyntaxRow.all.first { $0.matches(syntax) }
  }

  private static func fill(_ template: String, from syntax: YAMLSyntax) -> String {
    guard let character = syntax.character, template.contains("{") else { return template }
    return template.replacing("{character}", with: quoted(String(character)))
      .replacing("{code point}", with: codePoint(character))
  }
}
