/// One kind of syntax error: libyaml's wording and ours.
struct SyntaxRow: Sendable {
  /// libyaml's problem, in full.
  var problem: String
  /// libyaml's context, in full; nil matches any.
  var context: String?
  /// The character at the problem's mark; nil matches any.
  var character: Unicode.Scalar?
  /// Whether the text ended there; nil matches either.
  var isAtEnd: Bool?
  var pointsAtContext = false
  /// Whether libyaml reads the text without complaint, and ``Suspicions`` finds the error.
  var isSuspicion = false
  /// Our message; `{character}` and `{code point}` stand for the character at the mark.
  var message: String
  var hint: String

  func matches(_ syntax: YAMLSyntax) -> Bool {
    problem == syntax.problem
      && (context == nil || context == syntax.context)
      && (character == nil || character == syntax.character)
      && (isAtEnd == nil || isAtEnd == syntax.isAtEnd)
  }

  /// All rows; the first that matches counts.
  static let all: [SyntaxRow] =
    tabs + indentation + characters + collections + directives + quotes + suspicions

  private static let tabs = [
    SyntaxRow(
      problem: "found character that cannot start any token", character: "\t", message: tab,
      hint: "indent with spaces"),
    SyntaxRow(
      problem: "found a tab character where an indentation space is expected", message: tab,
      hint: "indent with spaces"),
    SyntaxRow(
      problem: "found a tab character that violates indentation", message: tab,
      hint: "indent with spaces"),
  ]

  private static let indentation = [
    SyntaxRow(
      problem: key, context: block, character: ":", message: "a key is missing before ':'",
      hint: "write the key, or \"\" for an empty one"),
    SyntaxRow(
      problem: key, context: block, character: "*", message: "an alias cannot have a tag",
      hint: "write the tag before the value that the alias stands for"),
    SyntaxRow(
      problem: key, context: block, character: "!", message: "a value has at most one tag",
      hint: "remove one of the tags"),
    SyntaxRow(
      problem: key, context: block, message: "expected a key here",
      hint: "begin all keys of a map in the same column, and quote the whole of a value "
        + "that continues after a quote or bracket"),
    SyntaxRow(
      problem: "did not find expected '-' indicator", context: "while parsing a block collection",
      message: "expected '-' here", hint: "begin all items of a list in the same column"),
    SyntaxRow(
      problem: "mapping values are not allowed in this context",
      message: "a ':' is not allowed here",
      hint: "put a value that contains ': ' in quotes, or check the indentation and that the key "
        + "above has a ':'"),
    SyntaxRow(
      problem: "block sequence entries are not allowed in this context",
      message: "a list item cannot begin here", hint: "begin the list on the next line"),
    SyntaxRow(
      problem: "mapping keys are not allowed in this context",
      message: "'?' cannot start a value here", hint: "put the value in quotes"),
    SyntaxRow(
      problem: "could not find expected ':'", context: "while scanning a simple key",
      pointsAtContext: true, message: "a ':' is missing after the key",
      hint: "write 'key: value', or check the indentation"),
  ]

  private static let characters = [
    SyntaxRow(
      problem: "found character that cannot start any token",
      message: "{character} cannot start a value here", hint: "put the value in quotes"),
    SyntaxRow(
      problem: name, context: "while scanning an alias", pointsAtContext: true,
      message: "'*' cannot start a value here", hint: "put the value in quotes"),
    SyntaxRow(
      problem: name, context: "while scanning an anchor", pointsAtContext: true,
      message: "'&' cannot start a value here", hint: "put the value in quotes"),
    SyntaxRow(
      problem: "did not find expected comment or line break",
      context: "while scanning a block scalar", pointsAtContext: true,
      message: "a block of text begins on the line below its '|' or '>'",
      hint: "put the value in quotes if it begins with '|' or '>'"),
    SyntaxRow(
      problem: content, character: ":", message: "a key is missing before ':'",
      hint: "write the key, or \"\" for an empty one"),
    SyntaxRow(
      problem: content, isAtEnd: false, message: "{character} cannot start a value here",
      hint: "write a value before it, or put it in quotes if the value begins with it"),
    SyntaxRow(
      problem: "found unexpected ':'", context: "while scanning a plain scalar",
      message: "a space is missing after ':'",
      hint: "write 'key: value', or put text that contains ':' in quotes"),
    SyntaxRow(
      problem: "did not find expected whitespace or line break", context: "while scanning a tag",
      message: "a tag ends with a space", hint: "put a space after the tag"),
    SyntaxRow(
      problem: "found undefined tag handle", message: "unknown tag",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    SyntaxRow(
      problem: "control characters are not allowed",
      message: "the control character {code point} is not allowed",
      hint: "write it as an escape in double quotes"),
  ]

  private static let collections = [
    SyntaxRow(
      problem: content, isAtEnd: true, message: "a list or map is not closed",
      hint: "close it with ']' or '}'"),
    SyntaxRow(
      problem: "did not find expected ',' or ']'", isAtEnd: true,
      message: "the list is not closed", hint: "close it with ']'"),
    SyntaxRow(
      problem: "did not find expected ',' or ']'", message: "expected ',' or ']'",
      hint: "close the list with ']', or put an item that contains brackets or ': ' in quotes"),
    SyntaxRow(
      problem: "did not find expected ',' or '}'", isAtEnd: true,
      message: "the map is not closed", hint: "close it with '}'"),
    SyntaxRow(
      problem: "did not find expected ',' or '}'", message: "expected ',' or '}'",
      hint: "close the map with '}', or put a value that contains brackets or ': ' in quotes"),
  ]

  private static let directives =
    [
      SyntaxRow(
        problem: "did not find expected <document start>",
        message: "a second document begins here",
        hint: "put each document into its own file"),
      SyntaxRow(
        problem: "found incompatible YAML document",
        message: "the file requires an unknown version of YAML",
        hint: "remove the %YAML line: files are read as YAML 1.2"),
    ]
    + [
      "found unexpected non-alphabetical character", "found unknown directive name",
      "could not find expected directive name",
    ].map { problem in
      SyntaxRow(
        problem: problem, context: "while scanning a directive", pointsAtContext: true,
        message: "a line cannot begin with '%'", hint: "put the key in quotes")
    }

  private static let quotes = [
    SyntaxRow(
      problem: "found unexpected end of stream", context: "while scanning a quoted scalar",
      message: "the quote is not closed", hint: "write the same quote after the text"),
    SyntaxRow(
      problem: "found unknown escape character", message: "unknown escape in double quotes",
      hint: escape),
    SyntaxRow(
      problem: "did not find expected hexdecimal number",
      message: "an escape in double quotes lacks its hexadecimal digits", hint: escape),
  ]

  private static let suspicions = [
    SyntaxRow(
      problem: "found a comma in parentheses", isSuspicion: true,
      message: "a comma inside brackets ends the text before it",
      hint: "put a value that contains a comma in quotes"),
    SyntaxRow(
      problem: "found a key without a space after its colon", isSuspicion: true,
      message: "a space is missing after ':'",
      hint: "write 'key: value', or put a key that contains ':' in quotes"),
    SyntaxRow(
      problem: "found a list item inside a plain scalar", isSuspicion: true,
      message: "this item continues the text above it",
      hint: "begin all items of a list in the same column"),
    SyntaxRow(
      problem: "found a comment after text", isSuspicion: true,
      message: "the text after '#' is a comment in YAML",
      hint: "put a space after '#' if it is a comment, or else put the whole value in quotes"),
    SyntaxRow(
      problem: "found no lines in a block scalar", isSuspicion: true,
      message: "a block of text has no lines",
      hint: "put the value in quotes if it begins with '|' or '>'"),
  ]

  private static let tab = "a tab cannot be used for indentation"
  private static let key = "did not find expected key"
  private static let block = "while parsing a block mapping"
  private static let name = "did not find expected alphabetic or numeric character"
  private static let content = "did not find expected node content"
  private static let escape =
    "for a literal backslash, double it or use single quotes"
}
