import JSONText
import Testing

@Suite("Messages about invalid JSON")
struct JSONSyntaxErrorTests {
  static let messages: [(String, String)] = [
    ("", "0 1:1: the text is empty where a value was expected"),
    (" \n ", "3 2:2: the text is empty where a value was expected"),
    ("}", "0 1:1: unexpected `}` where a value was expected"),
    (",", "0 1:1: unexpected `,` where a value was expected"),
    ("NaN", "0 1:1: unexpected `N` where a value was expected"),
    ("\u{201c}a\u{201d}", "0 1:1: unexpected byte 0xe2 where a value was expected"),
    ("\u{1}", "0 1:1: unexpected byte 0x01 where a value was expected"),
    ("'a'", "0 1:1: unexpected `'` where a value was expected: put strings in double quotes"),
    (
      "[1, // x", "4 1:5: unexpected `/` where a value after `,` was expected: JSON has no comments"
    ),
    ("[}", "1 1:2: unexpected `}` where a value or `]` was expected"),
    ("[", "1 1:2: the text ends where a value or `]` was expected"),
    ("[1,]", "3 1:4: unexpected `]` where a value after `,` was expected"),
    ("[1 2", "3 1:4: unexpected `2` where `,` or `]` was expected"),
    ("[\n  1,\n  é", "9 3:3: unexpected byte 0xc3 where a value after `,` was expected"),
    ("{1", "1 1:2: unexpected `1` where a key in double quotes or `}` was expected"),
    (#"{"a":1,}"#, "7 1:8: unexpected `}` where a key in double quotes after `,` was expected"),
    (#"{"a" 1"#, "5 1:6: unexpected `1` where `:` after the key was expected"),
    (#"{"a":}"#, "5 1:6: unexpected `}` where a value was expected"),
    (#"{"a":1 "b""#, "7 1:8: unexpected `\"` where `,` or `}` was expected"),
    (#"{"a":1"#, "6 1:7: the text ends where `,` or `}` was expected"),
    ("1 2", "2 1:3: unexpected `2` where the end of the text was expected"),
    ("[1.]", "3 1:4: unexpected `]` where a digit of a number was expected"),
    ("-", "1 1:2: the text ends where a digit of a number was expected"),
    ("[1e\n", "3 1:4: unexpected line break where a digit of a number was expected"),
    ("[- 1]", "2 1:3: unexpected space where a digit of a number was expected"),
    ("-01", "2 1:3: a number cannot have leading zeros"),
    ("tRue", "1 1:2: unexpected `R` where the rest of `true` was expected"),
    ("fals", "4 1:5: the text ends where the rest of `false` was expected"),
    ("nul/", "3 1:4: unexpected `/` where the rest of `null` was expected"),
    (#""abc"#, "4 1:5: the text ends inside a string"),
    ("\"日本\n\"", "7 1:4: a string cannot contain a raw line break: write `\\n`"),
    ("\"\u{1}\"", "1 1:2: a string cannot contain a raw byte 0x01: write `\\u0001`"),
    (
      #""\x""#,
      #"2 1:3: `x` after `\` is not an escape: the escapes are `\"`, `\\`, `\/`, `\b`, `\f`, "#
        + #"`\n`, `\r`, `\t` and `\u`"#
    ),
    (
      #""\u12g4""#,
      #"5 1:6: unexpected `g` where one of the four hexadecimal digits of a `\u` escape was expected"#
    ),
    ("[[[[[", "4 1:5: arrays and objects are nested more than 4 deep"),
    ("\u{feff}x", "3 1:1: unexpected `x` where a value was expected"),
    ("\u{feff}", "3 1:1: the text is empty where a value was expected"),
  ]

  @Test("An error has its position and its reason", arguments: messages)
  func tells(_ text: String, _ message: String) {
    #expect(Self.failure(of: Array(text.utf8)) == message)
  }

  static let byteMessages: [([UInt8], String)] = [
    ([0x22, 0xff], "1 1:2: byte 0xff in a string is not valid UTF-8 here"),
    ([0x22, 0xe2, 0x82, 0x22], "3 1:3: byte 0x22 in a string is not valid UTF-8 here"),
    ([0xef, 0xbb, 0x31], "0 1:1: unexpected byte 0xef where a value was expected"),
    ([0xef], "0 1:1: unexpected byte 0xef where a value was expected"),
  ]

  @Test("An error in UTF-8 has its position", arguments: byteMessages)
  func tellsBytes(_ bytes: [UInt8], _ message: String) {
    #expect(Self.failure(of: bytes) == message)
  }

  @Test("The length limit is reported")
  func tellsLength() {
    let error = JSONSyntaxError(.tooLong(limit: 10), offset: 10, line: 1, column: 1)
    #expect(error.message == "the text is longer than 10 bytes")
  }

  static func failure(of bytes: [UInt8]) -> String {
    do throws(JSONSyntaxError) {
      var validator = JSONValidator(maxDepth: 4)
      try validator.push(bytes.span)
      try validator.finish()
      return "no error"
    } catch {
      return "\(error.offset) \(error)"
    }
  }
}
