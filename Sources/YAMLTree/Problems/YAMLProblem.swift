/// Something in a YAML file that keeps it from being used, and the place of it.
///
/// Cases hold data; `message` and `hint` put it into words.
package struct YAMLProblem: Error, Sendable {
  /// What is wrong.
  package enum Kind: Sendable, Hashable {
    /// The file has more octets than may be read.
    case tooLarge(octets: Int, limit: Int)
    /// The file begins with the byte order mark of UTF-16 or UTF-32.
    case notUTF8Encoding
    /// An octet that cannot stand there in UTF-8.
    case notUTF8(octet: UInt8)
    /// `%TAG` stands in the file more often than that, no matter where.
    case tooManyTagDirectives(limit: Int)
    /// The text is not YAML; reading ended here.
    case syntax(YAMLSyntax)
    /// Lists and maps are nested too deep; reading ended here.
    case tooDeep(limit: Int)
    /// There are too many keys and values; reading ended here.
    case tooManyNodes(limit: Int, byAlias: Bool)
    /// Aliases repeat too much text; reading ended here.
    case tooMuchByAliases(limit: Int)
    /// A second document begins; it was not read.
    case severalDocuments
    /// A key that its map already has; the first one stands.
    case duplicateKey(String)
    /// A `:` without a key; the entry is left out.
    case emptyKey
    /// A list or a map as a key, by its type name; the entry is left out.
    case complexKey(String)
    /// An unquoted `<<` as a key; the entry is left out.
    case mergeKey
    /// An explicit tag as it was written; the value stands as if it had none.
    case tag(String)
    /// An alias without an anchor before it; an empty value stands in its place.
    case undefinedAlias(String)
    /// An alias inside the value that it names; an empty value stands in its place.
    case recursiveAlias(String)
  }

  /// What is wrong.
  package var kind: Kind
  /// Where it is wrong.
  package var mark: Mark
  /// The other place that matters: the first of two keys, the anchor of an alias that contains
  /// itself, the place where an unfinished list begins or where its end was expected.
  package var related: Mark?

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - kind: what is wrong.
  ///   - mark: where it is wrong.
  ///   - related: the other place that matters, if any.
  package init(_ kind: Kind, at mark: Mark, related: Mark? = nil) {
    self.kind = kind
    self.mark = mark
    self.related = related
  }

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

/// What libyaml said about a text that is not YAML.
package struct YAMLSyntax: Sendable, Hashable {
  /// What libyaml found, such as "did not find expected key".
  package var problem: String
  /// What libyaml was doing, such as "while parsing a block mapping".
  package var context: String?
  /// The character that the problem's mark points at; nil at the end of a line.
  package var character: Unicode.Scalar?
  /// Whether libyaml met the end of the text.
  package var isAtEnd: Bool
  /// Whether there are lines after the place where libyaml stopped.
  package var hasUnreadLines: Bool
  /// What is wrong with the line, and the line as it was meant, where that could be found.
  package var repair: YAMLRepair?
  /// The innermost bracket that was open.
  var flow: OpenFlow?

  /// Creates a record of libyaml's words.
  ///
  /// - Parameters:
  ///   - problem: what libyaml found.
  ///   - context: what it was doing.
  ///   - character: the character that the problem's mark points at.
  ///   - isAtEnd: whether it met the end of the text.
  ///   - hasUnreadLines: whether there are lines after the place where it stopped.
  package init(
    problem: String, context: String? = nil, character: Unicode.Scalar? = nil,
    isAtEnd: Bool = false, hasUnreadLines: Bool = false
  ) {
    self.problem = problem
    self.context = context
    self.character = character
    self.isAtEnd = isAtEnd
    self.hasUnreadLines = hasUnreadLines
  }
}

/// A bracket that was open where libyaml stopped.
struct OpenFlow: Sendable, Hashable {
  /// `{` or `[`.
  var bracket: Unicode.Scalar
  /// The line it stands on.
  var line: Int
}

/// What is wrong with a line that cannot be read, and the line as it was meant.
///
/// libyaml has read that line before it is shown to anyone.
package struct YAMLRepair: Sendable, Hashable {
  /// What is wrong.
  package enum Cause: Sendable, Hashable {
    /// A text needs quotes.
    case quotes(NeedOfQuotes)
    /// A space is missing after the colon of a key.
    case space
  }

  /// What is wrong.
  package var cause: Cause
  /// The line as it was meant, without indentation and remarks; only what has to change where the
  /// line is long.
  package var line: String
}
