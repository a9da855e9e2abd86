/// One kind of syntax error: libyaml's words for it, and ours.
struct SyntaxRow: Sendable {
  /// libyaml's problem, whole.
  var problem: String
  /// libyaml's context, whole; any when nil.
  var context: String?
  /// The character at the problem's mark; any when nil.
  var character: Unicode.Scalar?
  /// Whether the text ended there; either when nil.
  var isAtEnd: Bool?
  /// Whether the message belongs to where the context begins.
  var pointsAtContext = false
  /// Whether libyaml has read it without complaint.
  var isSuspicion = false
  /// Our message; `{character}` and `{code point}` stand for the character at the mark.
  var message: String
  /// The way out, where no repair works.
  var hint: String
  /// What may be tried, in order.
  var repairs: [Repair] = []

  /// Whether the row speaks of this error.
  func matches(_ syntax: YAMLSyntax) -> Bool {
    problem == syntax.problem
      && (context == nil || context == syntax.context)
      && (character == nil || character == syntax.character)
      && (isAtEnd == nil || isAtEnd == syntax.isAtEnd)
  }
}

extension SyntaxRow {
  /// All rows; the first that matches counts.
  static let all: [SyntaxRow] =
    indentation + characters + collections + documents + quotes
    + suspicions
}
