import JSONText
import Testing

/// A text with a name, which is shown if its case fails.
struct NamedText: CustomTestStringConvertible, Sendable {
  var name: String
  var bytes: [UInt8]
  var testDescription: String { name }

  init(_ name: String, _ text: String) {
    self.init(name, Array(text.utf8))
  }

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

@Suite("The grammar of RFC 8259")
struct JSONScannerTests {
  static let accepted = [
    NamedText("a literal", "null"),
    NamedText("zero", "0"),
    NamedText("minus zero", "-0"),
    NamedText("a fraction that ends in zeros", "1.10"),
    NamedText("an exponent beyond Double", "1E400"),
    NamedText("an exponent with a plus", "1e+2"),
    NamedText("an exponent with leading zeros", "1e-007"),
    NamedText("zero with an exponent", "0e0"),
    NamedText("twenty digits", "12345678901234567890"),
    NamedText("an empty string", #""""#),
    NamedText("every short escape", #""\"\\\/\b\f\n\r\t""#),
    NamedText("a Unicode escape in both cases", #""\u00e9\u00E9""#),
    NamedText("the escape of NUL", #""\u0000""#),
    NamedText("half a surrogate pair", #""\ud800""#),
    NamedText("DEL as itself", "\"\u{7f}\""),
    NamedText("U+2028 as itself", "\"\u{2028}\""),
    NamedText(
      "the first and last sequence of each length",
      "\"\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}\""),
    NamedText("the scalars around the surrogates", "\"\u{d7ff}\u{e000}\""),
    NamedText("empty containers", "[[],{}]"),
    NamedText("white space everywhere", " \t\r\n[ 1 , { \"a\" : 2 } ] \n"),
    NamedText("a repeated key", #"{"a":1,"a":2}"#),
    NamedText("an empty key", #"{"":1}"#),
    NamedText("a byte order mark", "\u{feff}[1]"),
    NamedText(
      "512 arrays", String(repeating: "[", count: 512) + String(repeating: "]", count: 512)),
  ]

  @Test("Valid texts are accepted", arguments: accepted)
  func accepts(_ text: NamedText) throws {
    var validator = JSONValidator()
    try validator.push(text.bytes.span)
    try validator.finish()
  }

  static let rejected = [
    NamedText("two values", "1 2"),
    NamedText("a comma alone", ","),
    NamedText("a comma after the last element", "[1,]"),
    NamedText("a comma before the first element", "[,1]"),
    NamedText("a comma after the last member", #"{"a":1,}"#),
    NamedText("two commas", "[1,,2]"),
    NamedText("a colon in an array", "[1:2]"),
    NamedText("a key without a value", #"{"a"}"#),
    NamedText("a key without quotes", "{a:1}"),
    NamedText("a number as a key", "{1:1}"),
    NamedText("two colons", #"{"a"::1}"#),
    NamedText("brackets that do not match", "[1}"),
    NamedText("braces that do not match", #"{"a":1]"#),
    NamedText("a bracket too many", "[]]"),
    NamedText("an open array", "[1"),
    NamedText("an open object", #"{"a":1"#),
    NamedText("a plus sign", "+1"),
    NamedText("a point first", ".5"),
    NamedText("a point last", "1."),
    NamedText("a point before an exponent", "1.e1"),
    NamedText("a zero before digits", "01"),
    NamedText("a minus alone", "-"),
    NamedText("a minus and a word", "-Infinity"),
    NamedText("an exponent without digits", "1e"),
    NamedText("an exponent with a sign only", "1e+"),
    NamedText("a hexadecimal number", "0x1f"),
    NamedText("NaN", "NaN"),
    NamedText("a capital literal", "True"),
    NamedText("half a literal", "nul"),
    NamedText("a literal with more after it", "nulls"),
    NamedText("single quotes", "'a'"),
    NamedText("a comment", "// a\n1"),
    NamedText("a line break in a string", "\"a\nb\""),
    NamedText("a NUL in a string", [0x22, 0, 0x22]),
    NamedText("an open string", "\"a"),
    NamedText("an escaped quote last", #""a\""#),
    NamedText("an unknown escape", #""\x""#),
    NamedText("a short Unicode escape", #""\u12""#),
    NamedText("a continuation byte first", [0x22, 0x80, 0x22]),
    NamedText("an overlong slash of two", [0x22, 0xc0, 0xaf, 0x22]),
    NamedText("an overlong slash of three", [0x22, 0xe0, 0x80, 0xaf, 0x22]),
    NamedText("an overlong slash of four", [0x22, 0xf0, 0x80, 0x80, 0xaf, 0x22]),
    NamedText("an encoded surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]),
    NamedText("a scalar beyond U+10FFFF", [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]),
    NamedText("the byte 0xf5", [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]),
    NamedText("half a sequence", [0x22, 0xe2, 0x82, 0x22]),
    NamedText("a form feed as white space", "[\u{c}]"),
    NamedText("a no-break space", "[\u{a0}]"),
    NamedText("UTF-16", [0xff, 0xfe, 0x31, 0x00]),
    NamedText("two byte order marks", "\u{feff}\u{feff}1"),
    NamedText("a byte order mark inside", "[\u{feff}1]"),
    NamedText(
      "513 arrays", String(repeating: "[", count: 513) + String(repeating: "]", count: 513)),
  ]

  @Test("Invalid texts are rejected", arguments: rejected)
  func rejects(_ text: NamedText) {
    #expect(throws: JSONSyntaxError.self) {
      var validator = JSONValidator()
      try validator.push(text.bytes.span)
      try validator.finish()
    }
  }

  @Test("The first error is repeated forever")
  func repeatsError() {
    var validator = JSONValidator()
    var errors: [JSONSyntaxError] = []
    for piece in ["[1,", "]", "2]", ""] {
      do throws(JSONSyntaxError) {
        try validator.push(Array(piece.utf8).span)
      } catch { errors.append(error) }
    }
    do throws(JSONSyntaxError) { try validator.finish() } catch { errors.append(error) }
    #expect(errors.count == 4)
    #expect(Set(errors).count == 1)
  }
}
