/// The place where a text stops being JSON, and why.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// What is wrong with the text.
  public enum Reason: Sendable, Hashable {
    /// There is no value: the text is empty or white space.
    case empty
    /// A byte that is not the expected one.
    case unexpected(UInt8, wanted: Wanted)
    /// The text ends too early.
    case incomplete(wanted: Wanted)
    /// The text ends before a string's closing quote.
    case unclosedString
    /// A string contains a raw control character, U+0000 to U+001F.
    case controlCharacter(UInt8)
    /// A backslash in a string is followed by a byte that is not an escape.
    case unknownEscape(UInt8)
    /// A byte in a string is not valid UTF-8 at its place.
    case invalidUTF8(UInt8)
    /// A number begins with a zero and has more digits.
    case leadingZero
    /// Arrays and objects are nested beyond the limit.
    case tooDeep(limit: Int)
    /// The text is longer than the limit, in bytes.
    case tooLong(limit: Int)
  }

  /// What the grammar requires at a place (RFC 8259, sections 2 to 7).
  public enum Wanted: Sendable, Hashable {
    /// A value.
    case value
    /// The first element of an array, or its end.
    case elementOrEnd
    /// An element, after a comma.
    case element
    /// A comma or the end of the array.
    case commaOrArrayEnd
    /// The first key of an object, or its end.
    case keyOrEnd
    /// A key, after a comma.
    case key
    /// The colon after a key.
    case colon
    /// A comma or the end of the object.
    case commaOrObjectEnd
    /// The end of the text: the one value is complete.
    case endOfText
    /// A digit of a number.
    case digit
    /// One of the four hexadecimal digits of an escape.
    case hexadecimalDigit
    /// The rest of a literal that began as this one.
    case literal(Literal)
  }

  /// The three literals of JSON.
  public enum Literal: String, Sendable, Hashable {
    /// The boolean true.
    case `true`
    /// The boolean false.
    case `false`
    /// The absence of a value.
    case null
  }

  /// The place in bytes from the start of the text, counted from 0.
  public var offset: Int
  /// The line, counted from 1; a line ends with U+000A.
  public var line: Int
  /// The column, counted from 1 in Unicode scalars; a byte order mark has no column.
  public var column: Int
  /// What is wrong there.
  public var reason: Reason

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - offset: the place in bytes, counted from 0.
  ///   - line: the line, counted from 1.
  ///   - column: the column, counted from 1 in Unicode scalars.
  public init(_ reason: Reason, offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
    self.reason = reason
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public var message: String {
    switch reason {
    case .empty:
      "the text is empty where a value was expected"
    case .unexpected(UInt8(ascii: "'"), let wanted) where wanted.takesString:
      "unexpected `'` where \(wanted.words) was expected: put strings in double quotes"
    case .unexpected(UInt8(ascii: "/"), let wanted) where !wanted.isInsideToken:
      "unexpected `/` where \(wanted.words) was expected: JSON has no comments"
    case .unexpected(let byte, let wanted):
      "unexpected \(Self.name(byte)) where \(wanted.words) was expected"
    case .incomplete(let wanted):
      "the text ends where \(wanted.words) was expected"
    case .unclosedString:
      "the text ends inside a string"
    case .controlCharacter(let byte):
      "a string cannot contain a raw \(Self.name(byte)): write `\(Self.escape(byte))`"
    case .unknownEscape(let byte):
      "\(Self.name(byte)) after `\\` is not an escape: "
        + #"the escapes are `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t` and `\u`"#
    case .invalidUTF8(let byte):
      "byte \(Self.hexadecimal(byte)) in a string is not valid UTF-8 here"
    case .leadingZero:
      "a number cannot have leading zeros"
    case .tooDeep(let limit):
      "arrays and objects are nested more than \(limit) deep"
    case .tooLong(let limit):
      "the text is longer than \(limit) bytes"
    }
  }

  /// The place and the message: `2:14: unexpected …`.
  public var description: String { "\(line):\(column): \(message)" }

  private static func name(_ byte: UInt8) -> String {
    (0x21...0x7e).contains(byte)
      ? "`\(Character(Unicode.Scalar(byte)))`"
      : byte == 0x20 ? "space" : byte == 0x0a ? "line break" : "byte \(hexadecimal(byte))"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0x0" : "0x") + String(byte, radix: 16)
  }

  private static func escape(_ byte: UInt8) -> String {
    var literal: [UInt8] = []
    JSONWriter.appendEscape(of: byte, to: &literal)
    return String(decoding: literal, as: UTF8.self)
  }
}

extension JSONSyntaxError.Wanted {
  var words: String {
    switch self {
    case .value: "a value"
    case .elementOrEnd: "a value or `]`"
    case .element: "a value after `,`"
    case .commaOrArrayEnd: "`,` or `]`"
    case .keyOrEnd: "a key in double quotes or `}`"
    case .key: "a key in double quotes after `,`"
    case .colon: "`:` after the key"
    case .commaOrObjectEnd: "`,` or `}`"
    case .endOfText: "the end of the text"
    case .digit: "a digit of a number"
    case .hexadecimalDigit: "one of the four hexadecimal digits of a `\\u` escape"
    case .literal(let literal): "the rest of `\(literal.rawValue)`"
    }
  }

  fileprivate var takesString: Bool {
    switch self {
    case .value, .elementOrEnd, .element, .keyOrEnd, .key: true
    default: false
    }
  }

  fileprivate var isInsideToken: Bool {
    switch self {
    case .digit, .hexadecimalDigit, .literal: true
    default: false
    }
  }
}
