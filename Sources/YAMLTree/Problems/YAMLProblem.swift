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
  /// Whether there are lines behind the place where libyaml stopped.
  package var hasUnreadLines: Bool
  /// What is wrong with the line, and the mended line, where one could be found.
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
  ///   - hasUnreadLines: whether there are lines behind the place where it stopped.
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
