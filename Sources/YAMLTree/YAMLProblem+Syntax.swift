extension YAMLProblem {
  /// Creates a syntax problem and decides which of libyaml's two places it is shown at.
  ///
  /// - Parameters:
  ///   - problem: what libyaml found.
  ///   - source: the text.
  ///   - place: where it found it; behind the last line where the text ended too early.
  ///   - context: what it was doing.
  ///   - beginning: where it had begun to do that.
  /// - Returns: the problem, with the other place as the related one.
  static func syntax(
    _ problem: String, in source: Source, at place: Mark.Position, context: String? = nil,
    from beginning: Mark.Position? = nil
  ) -> YAMLProblem {
    let line = source.line(place.line)
    let character = line?.unicodeScalars.dropFirst(place.column - 1).first
    let hasUnreadLines = source.endOfText.line > place.line
    let syntax = YAMLSyntax(
      problem: problem, context: context, character: character,
      isAtEnd: character == nil && !hasUnreadLines, hasUnreadLines: hasUnreadLines)
    // At the end libyaml's place lies on a line that does not exist.
    let mark = Mark(source: source, start: syntax.isAtEnd ? source.endOfText : place)
    guard let beginning, beginning != place else { return YAMLProblem(.syntax(syntax), at: mark) }
    let related = Mark(source: source, start: beginning)
    return SyntaxWording.pointsAtContext(syntax)
      ? YAMLProblem(.syntax(syntax), at: related, related: mark)
      : YAMLProblem(.syntax(syntax), at: mark, related: related)
  }
}
