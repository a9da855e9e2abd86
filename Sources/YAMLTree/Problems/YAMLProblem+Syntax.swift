extension YAMLProblem {
  /// Creates a syntax problem and decides which of libyaml's two places it is shown at.
  ///
  /// - Parameters:
  ///   - problem: what libyaml found.
  ///   - source: the text.
  ///   - place: where it found it; behind the last line where the text ended too early.
  ///   - context: what it was doing.
  ///   - beginning: where it had begun to do that.
  ///   - flow: the innermost bracket that was open.
  /// - Returns: the problem, with the other place as the related one.
  static func syntax(
    _ problem: String, in source: Source, at place: Mark.Position, context: String? = nil,
    from beginning: Mark.Position? = nil, inside flow: OpenFlow? = nil
  ) -> YAMLProblem {
    let line = source.line(place.line)
    let character = line?.unicodeScalars.dropFirst(place.column - 1).first
    let hasUnreadLines = source.endOfText.line > place.line
    var syntax = YAMLSyntax(
      problem: problem, context: context, character: character,
      isAtEnd: character == nil && !hasUnreadLines, hasUnreadLines: hasUnreadLines)
    syntax.flow = flow
    // At the end libyaml's place lies on a line that does not exist.
    let mark = Mark(source: source, start: syntax.isAtEnd ? source.endOfText : place)
    guard let beginning, beginning != place else { return YAMLProblem(.syntax(syntax), at: mark) }
    let related = Mark(source: source, start: beginning)
    return SyntaxWording.pointsAtContext(syntax)
      ? YAMLProblem(.syntax(syntax), at: related, related: mark)
      : YAMLProblem(.syntax(syntax), at: mark, related: related)
  }
}

extension YAMLProblem {
  /// The problem with the mended line and the place of what is wrong in it.
  func repaired(_ repair: YAMLRepair, at mark: Mark) -> YAMLProblem {
    guard case .syntax(var syntax) = kind else { return self }
    syntax.repair = repair
    return YAMLProblem(.syntax(syntax), at: mark)
  }

  /// The problem with its places in the original text.
  func moved(to text: MendedText) -> YAMLProblem {
    YAMLProblem(kind, at: text.original(mark), related: related.map { text.original($0) })
  }
}
