/// A regular expression that means the same to every engine (RFC 9485).
///
/// `^` and `$` are the start and the end of the text where they stand outside brackets, as the
/// RFC's own translations make them and all users take them, although its grammar reads them as
/// ordinary characters.
struct IRegexp: Sendable, Hashable {
  /// The deepest nesting of parentheses.
  static let maxDepth = 64

  /// The expression as it is written.
  let text: String
  /// The expression in Perl's syntax, as an engine takes it; it matches anywhere in a text.
  let perlSyntax: String

  /// The expression in Perl's syntax that matches a text as a whole.
  var wholePerlSyntax: String { "\\A(?:" + perlSyntax + ")\\z" }

  /// Reads an expression.
  ///
  /// - Throws: `IRegexpError` where the text is none.
  init(_ text: String) throws(IRegexpError) {
    var reader = IRegexpReader(text)
    perlSyntax = try reader.read()
    self.text = text
  }

  func hash(into hasher: inout Hasher) {
    for octet in text.utf8 { hasher.combine(octet) }
  }

  static func == (left: IRegexp, right: IRegexp) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}
