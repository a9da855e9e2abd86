extension JSONSyntaxError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public var message: String {
    switch reason {
    case .empty:
      "the text is empty where a value was expected"
    case .unexpected(UInt8(ascii: "'"), let wanted) where wanted.takesString:
      "unexpected `'` where \(wanted.words) was expected: strings stand in double quotes"
    case .unexpected(UInt8(ascii: "/"), let wanted) where !wanted.isInsideToken:
      "unexpected `/` where \(wanted.words) was expected: JSON has no comments"
    case .unexpected(let octet, let wanted):
      "unexpected \(Self.name(octet)) where \(wanted.words) was expected"
    case .incomplete(let wanted):
      "the text ends where \(wanted.words) was expected"
    case .unclosedString:
      "the text ends inside a string"
    case .controlCharacter(let octet):
      "a string may not hold \(Self.name(octet)) as it is: write `\(Self.escape(octet))`"
    case .unknownEscape(let octet):
      "\(Self.name(octet)) after `\\` makes no escape: "
        + #"there are `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t` and `\u`"#
    case .invalidUTF8(let octet):
      "octet \(Self.hexadecimal(octet)) in a string is not valid UTF-8 there"
    case .leadingZero:
      "a number may not begin with `0` and more digits"
    case .tooDeep(let limit):
      "arrays and objects stand more than \(limit) deep in one another"
    case .tooLong(let limit):
      "the text is longer than \(limit) octets"
    }
  }

  /// The place and the message: `2:14: unexpected …`.
  public var description: String { "\(line):\(column): \(message)" }

  private static func name(_ octet: UInt8) -> String {
    (0x21...0x7e).contains(octet)
      ? "`\(Character(Unicode.Scalar(octet)))`"
      : octet == 0x20 ? "space" : octet == 0x0a ? "line break" : "octet \(hexadecimal(octet))"
  }

  private static func hexadecimal(_ octet: UInt8) -> String {
    (octet < 0x10 ? "0x0" : "0x") + String(octet, radix: 16)
  }

  private static func escape(_ octet: UInt8) -> String {
    var literal: [UInt8] = []
    JSONWriter.appendEscape(of: octet, to: &literal)
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
