/// The place where a text stops being JSON, and why.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// What is wrong with the text.
  public enum Reason: Sendable, Hashable {
    /// There is no value: the text is empty or white space.
    case empty
    /// An octet that cannot stand where something else has to.
    case unexpected(UInt8, wanted: Wanted)
    /// The text ends where something has to follow.
    case incomplete(wanted: Wanted)
    /// The text ends before a string's closing quote.
    case unclosedString
    /// A control character, U+0000 to U+001F, stands in a string as itself.
    case controlCharacter(UInt8)
    /// A backslash in a string is followed by an octet that makes no escape.
    case unknownEscape(UInt8)
    /// An octet in a string where UTF-8 allows none like it.
    case invalidUTF8(UInt8)
    /// A number begins with a zero that more digits follow.
    case leadingZero
    /// Arrays and objects stand inside one another beyond the limit.
    case tooDeep(limit: Int)
    /// The text is longer than the limit, in octets.
    case tooLong(limit: Int)
  }

  /// What the grammar asks for at some place (RFC 8259, sections 2 to 7).
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
    /// Nothing: the one value is complete.
    case endOfText
    /// A digit of a number.
    case digit
    /// One of the four hexadecimal digits of an escape.
    case hexadecimalDigit
    /// The rest of a word that began as this one.
    case literal(Literal)
  }

  /// The three words of JSON.
  public enum Literal: String, Sendable, Hashable {
    /// The boolean for yes.
    case `true`
    /// The boolean for no.
    case `false`
    /// The absence of a value.
    case null
  }

  /// The place in octets from the start of the text, counted from 0.
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
  ///   - offset: the place in octets, counted from 0.
  ///   - line: the line, counted from 1.
  ///   - column: the column, counted from 1 in Unicode scalars.
  public init(_ reason: Reason, offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
    self.reason = reason
  }
}
