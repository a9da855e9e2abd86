/// An error in a YAML file, and its place.
///
/// Cases hold data; `message` and `hint` put it into words.
package struct YAMLProblem: Error, Sendable {
  /// What is wrong.
  package enum Kind: Sendable, Hashable {
    /// The file has more bytes than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// The file begins with the byte order mark of UTF-16 or UTF-32.
    case notUTF8Encoding
    /// A byte that is not valid UTF-8 at its place.
    case notUTF8(byte: UInt8)
    /// The file contains `%TAG` more often than the limit, no matter where.
    case tooManyTagDirectives(limit: Int)
    /// The text is not YAML; reading ended here.
    case syntax(YAMLSyntax)
    case tooDeep(limit: Int)
    /// There are too many keys and values; reading ended here.
    case tooManyNodes(limit: Int, byAlias: Bool)
    /// Aliases repeat too much text; reading ended here.
    case tooMuchByAliases(limit: Int)
    /// A second document begins; it was not read.
    case severalDocuments
    /// A key that its map already has; the first one counts.
    case duplicateKey(String)
    /// A `:` without a key; the entry is left out.
    case emptyKey
    /// A list or a map as a key, by its type name; the entry is left out.
    case complexKey(String)
    /// An unquoted `<<` as a key; the entry is left out.
    case mergeKey
    /// An explicit tag as written; the value is read as if it had none.
    case tag(String)
    /// An alias without an anchor before it; an empty value replaces it.
    case undefinedAlias(String)
    /// An alias inside the value that it names; an empty value replaces it.
    case recursiveAlias(String)
  }

  package var kind: Kind
  package var mark: Mark
  /// The other place of the error: the first of two keys, the anchor of an alias that contains
  /// itself, or the place where an unfinished list begins or should have ended.
  package var related: Mark?

  package init(_ kind: Kind, at mark: Mark, related: Mark? = nil) {
    self.kind = kind
    self.mark = mark
    self.related = related
  }

  /// Creates a syntax problem and decides which of libyaml's two places it is shown at.
  static func syntax(
    _ problem: String, in source: Source, at place: Mark.Position, context: String? = nil,
    from beginning: Mark.Position? = nil, inside flow: OpenFlow? = nil
  ) -> YAMLProblem {
    let line = source.line(place.line)
    let character = line?.unicodeScalars.dropFirst(place.column - 1).first
    let hasUnreadLines = source.endOfText.line > place.line
    let syntax = YAMLSyntax(
      problem: problem, context: context, character: character,
      isAtEnd: character == nil && !hasUnreadLines, hasUnreadLines: hasUnreadLines, flow: flow)
    // At the end of the text, libyaml's place is on a line that does not exist.
    let mark = Mark(source: source, start: syntax.isAtEnd ? source.endOfText : place)
    guard let beginning, beginning != place else { return YAMLProblem(.syntax(syntax), at: mark) }
    let related = Mark(source: source, start: beginning)
    return SyntaxWording.pointsAtContext(syntax)
      ? YAMLProblem(.syntax(syntax), at: related, related: mark)
      : YAMLProblem(.syntax(syntax), at: mark, related: related)
  }
}

/// libyaml's description of an error in a text that is not YAML.
package struct YAMLSyntax: Sendable, Hashable {
  /// What libyaml found, such as "did not find expected key".
  var problem: String
  /// What libyaml was doing, such as "while parsing a block mapping".
  var context: String?
  /// The character at the problem's mark; nil at the end of a line.
  var character: Unicode.Scalar?
  /// Whether libyaml reached the end of the text.
  var isAtEnd: Bool
  /// Whether there are lines after the place where libyaml stopped.
  var hasUnreadLines: Bool
  /// What is wrong with the line, and the corrected line, if one was found.
  var repair: YAMLRepair?
  var flow: OpenFlow?
}

/// A bracket that was open where libyaml stopped.
struct OpenFlow: Sendable, Hashable {
  /// `{` or `[`.
  var bracket: Unicode.Scalar
  var line: Int
}

/// What is wrong with a line that cannot be read, and the corrected line.
///
/// libyaml has read the corrected line before it is shown.
package struct YAMLRepair: Sendable, Hashable {
  /// What is wrong.
  enum Cause: Sendable, Hashable {
    case quotes(NeedOfQuotes)
    case space
  }

  var cause: Cause
  /// The corrected line, without indentation and comments; only the changed part if the line is
  /// long.
  var line: String
}
