extension SyntaxRow {
  static let indentation = [
    SyntaxRow(
      problem: "found character that cannot start any token", character: "\t",
      message: "a tab cannot be used for indentation", hint: "indent with spaces"),
    SyntaxRow(
      problem: "found a tab character where an indentation space is expected",
      message: "a tab cannot be used for indentation", hint: "indent with spaces"),
    SyntaxRow(
      problem: "found a tab character that violates indentation",
      message: "a tab cannot be used for indentation", hint: "indent with spaces"),
    SyntaxRow(
      problem: "did not find expected key", context: "while parsing a block mapping",
      character: ":",
      message: "a key is missing before ':'", hint: "write the key, or \"\" for an empty one"),
    SyntaxRow(
      problem: "did not find expected key", context: "while parsing a block mapping",
      character: "*",
      message: "an alias cannot have a tag",
      hint: "write the tag before the value that the alias stands for"),
    SyntaxRow(
      problem: "did not find expected key", context: "while parsing a block mapping",
      character: "!",
      message: "a value has one tag at most", hint: "remove one of the tags"),
    SyntaxRow(
      problem: "did not find expected key", context: "while parsing a block mapping",
      message: "expected a key here",
      hint: "begin all keys of a map in the same column, and put a value that goes on "
        + "behind a quote or bracket in quotes as a whole",
      repairs: [.dropBracket, .quoteValue, .closeQuote, .indent]),
    SyntaxRow(
      problem: "did not find expected '-' indicator", context: "while parsing a block collection",
      message: "expected '-' here", hint: "begin all items of a list in the same column",
      repairs: [.quoteValue, .indent]),
    SyntaxRow(
      problem: "mapping values are not allowed in this context",
      message: "a ':' cannot stand here",
      hint: "put a value that holds ': ' in quotes, or check the indentation",
      repairs: [.spaceBehindColon, .quoteValue, .insertColon, .indent]),
    SyntaxRow(
      problem: "block sequence entries are not allowed in this context",
      message: "a list item cannot begin here", hint: "begin the list on the next line"),
    SyntaxRow(
      problem: "mapping keys are not allowed in this context",
      message: "'?' cannot start a value here", hint: "put the value in quotes",
      repairs: [.quoteValue]),
    SyntaxRow(
      problem: "could not find expected ':'", context: "while scanning a simple key",
      pointsAtContext: true,
      message: "a ':' is missing behind the key",
      hint: "write 'key: value', or check the indentation",
      repairs: [.spaceBehindColon, .insertColon]),
  ]

  static let characters = [
    SyntaxRow(
      problem: "found character that cannot start any token",
      message: "{character} cannot start a value here", hint: "put the value in quotes",
      repairs: [.quoteInBrackets, .quoteValue]),
    SyntaxRow(
      problem: "did not find expected alphabetic or numeric character",
      context: "while scanning an alias", pointsAtContext: true,
      message: "'*' cannot start a value here", hint: "put the value in quotes",
      repairs: [.quoteInBrackets, .quoteValue]),
    SyntaxRow(
      problem: "did not find expected alphabetic or numeric character",
      context: "while scanning an anchor", pointsAtContext: true,
      message: "'&' cannot start a value here", hint: "put the value in quotes",
      repairs: [.quoteInBrackets, .quoteValue]),
    SyntaxRow(
      problem: "did not find expected comment or line break",
      context: "while scanning a block scalar", pointsAtContext: true,
      message: "a block of text begins on the line below its '|' or '>'",
      hint: "put the value in quotes if it begins with '|' or '>'", repairs: [.quoteValue]),
    SyntaxRow(
      problem: "did not find expected node content", character: ":",
      message: "a key is missing before ':'", hint: "write the key, or \"\" for an empty one"),
    SyntaxRow(
      problem: "did not find expected node content", isAtEnd: false,
      message: "{character} cannot start a value here",
      hint: "write a value before it, or put it in quotes if the value begins with it",
      repairs: [.quoteInBrackets, .quoteValue]),
    SyntaxRow(
      problem: "found unexpected ':'", context: "while scanning a plain scalar",
      message: "a space is missing behind ':'",
      hint: "write 'key: value', or put text that holds ':' in quotes",
      repairs: [.spaceBehindColon]),
    SyntaxRow(
      problem: "did not find expected whitespace or line break", context: "while scanning a tag",
      message: "a tag ends with a space", hint: "put a space behind the tag",
      repairs: [.spaceBehindTag]),
    SyntaxRow(
      problem: "found undefined tag handle",
      message: "unknown tag",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    SyntaxRow(
      problem: "control characters are not allowed",
      message: "the control character {code point} is not allowed",
      hint: "write it as an escape in double quotes"),
  ]

  static let collections = [
    SyntaxRow(
      problem: "did not find expected node content", isAtEnd: true,
      message: "a list or map is not closed", hint: "close it with ']' or '}'",
      repairs: [.quoteInBrackets, .closeBrackets]),
    SyntaxRow(
      problem: "did not find expected ',' or ']'", isAtEnd: true,
      message: "the list is not closed", hint: "close it with ']'",
      repairs: [.quoteInBrackets, .closeBrackets]),
    SyntaxRow(
      problem: "did not find expected ',' or ']'",
      message: "expected ',' or ']'",
      hint: "close the list with ']', or put an item that holds brackets or ': ' in quotes",
      repairs: [.quoteInBrackets, .closeBrackets]),
    SyntaxRow(
      problem: "did not find expected ',' or '}'", isAtEnd: true,
      message: "the map is not closed", hint: "close it with '}'",
      repairs: [.quoteInBrackets, .closeBrackets]),
    SyntaxRow(
      problem: "did not find expected ',' or '}'",
      message: "expected ',' or '}'",
      hint: "close the map with '}', or put a value that holds brackets or ': ' in quotes",
      repairs: [.quoteInBrackets, .closeBrackets]),
  ]

  static let documents = [
    SyntaxRow(
      problem: "did not find expected <document start>",
      message: "a second document begins here",
      hint: "put each document into a file of its own"),
    SyntaxRow(
      problem: "found incompatible YAML document",
      message: "the file asks for a version of YAML that is not known",
      hint: "remove the %YAML line: files are read as YAML 1.2"),
    SyntaxRow(
      problem: "found unexpected non-alphabetical character",
      context: "while scanning a directive", pointsAtContext: true,
      message: "a line cannot begin with '%'", hint: "put the key in quotes",
      repairs: [.quoteKey]),
    SyntaxRow(
      problem: "found unknown directive name", context: "while scanning a directive",
      pointsAtContext: true,
      message: "a line cannot begin with '%'", hint: "put the key in quotes",
      repairs: [.quoteKey]),
    SyntaxRow(
      problem: "could not find expected directive name", context: "while scanning a directive",
      pointsAtContext: true,
      message: "a line cannot begin with '%'", hint: "put the key in quotes",
      repairs: [.quoteKey]),
  ]

  static let quotes = [
    SyntaxRow(
      problem: "found unexpected end of stream", context: "while scanning a quoted scalar",
      message: "the quote is not closed", hint: "write the same quote behind the text",
      repairs: [.quoteInBrackets, .closeQuote]),
    SyntaxRow(
      problem: "found unknown escape character",
      message: "unknown escape in double quotes",
      hint: "double the backslash, or use single quotes, where it stands for itself",
      repairs: [.escape]),
    SyntaxRow(
      problem: "did not find expected hexdecimal number",
      message: "an escape in double quotes lacks its hexadecimal digits",
      hint: "double the backslash, or use single quotes, where it stands for itself",
      repairs: [.escape]),
  ]

  /// What libyaml reads, and ``Suspicions`` finds.
  static let suspicions = [
    SyntaxRow(
      problem: "found a comma in parentheses", isSuspicion: true,
      message: "a comma in brackets ends the text before it",
      hint: "put a value that holds a comma in quotes", repairs: [.quoteInBrackets]),
    SyntaxRow(
      problem: "found a key without a space behind its colon", isSuspicion: true,
      message: "a space is missing behind ':'",
      hint: "write 'key: value', or put a key that holds ':' in quotes",
      repairs: [.spaceBehindColon]),
    SyntaxRow(
      problem: "found a list item inside a plain scalar", isSuspicion: true,
      message: "this item goes on with the text above it",
      hint: "begin all items of a list in the same column", repairs: [.indent]),
    SyntaxRow(
      problem: "found a comment behind text", isSuspicion: true,
      message: "the text behind '#' is a comment to YAML",
      hint: "put a space behind '#' if it is a remark, else put the whole value in quotes",
      repairs: [.quoteInBrackets, .quoteValue]),
    SyntaxRow(
      problem: "found no lines in a block scalar", isSuspicion: true,
      message: "a block of text without lines",
      hint: "put the value in quotes if it begins with '|' or '>'",
      repairs: [.quoteInBrackets, .quoteValue]),
  ]
}
