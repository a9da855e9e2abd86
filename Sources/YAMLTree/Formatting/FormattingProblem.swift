/// Why a text is left as it is.
package enum FormattingProblem: Error, Sendable {
  /// The text is not right.
  case unreadable(Mark)
  /// The text is not a map.
  case noMap(Mark)
  /// A comment has no place in the new text.
  case comment(Mark)
  /// A directive, such as `%YAML 1.2`.
  case directive(Mark)
  /// The order of keys puts an alias above its anchor.
  case aliasAboveAnchor(String, Mark)
  /// The new text would mean something else.
  case otherMeaning(Mark)

  /// What is wrong, in lower case and without a full stop.
  package var message: String {
    switch self {
    case .unreadable: "the file cannot be read"
    case .noMap: "the file is not a map of fields"
    case .comment: "this comment has no place in the formatted file"
    case .directive: "a directive has no place in a spec"
    case .aliasAboveAnchor(let name, _):
      "the formatted file would have the alias '*\(name)' above its anchor"
    case .otherMeaning: "the file cannot be formatted without a change of its meaning"
    }
  }

  /// The way out; nil where there is nothing to advise.
  package var hint: String? {
    switch self {
    case .unreadable, .noMap: nil
    case .comment: "move it to a line of its own, above the field it is about"
    case .directive: "remove the line: every file is YAML 1.2"
    case .aliasAboveAnchor: "write the value out, or swap the anchor and the alias"
    case .otherMeaning: "this is a fault of apicall; the file was not changed"
    }
  }

  /// Where.
  package var mark: Mark {
    switch self {
    case .unreadable(let mark), .noMap(let mark), .comment(let mark), .directive(let mark),
      .aliasAboveAnchor(_, let mark), .otherMeaning(let mark):
      mark
    }
  }
}
