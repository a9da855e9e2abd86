import JSONText
import SeededNumbers
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  static let strings: [(String, String)] = [
    ("", #""""#),
    ("plain / text", #""plain / text""#),
    ("\"\\", #""\"\\""#),
    ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{b}\u{f}\u{10}\u{1f}", #""\u0000\u0001\u000b\u000f\u0010\u001f""#),
    ("é日本😀\u{7f}\u{2028}", "\"é日本😀\u{7f}\u{2028}\""),
    ("twelve bytes, a \"quote\" and é\n", #""twelve bytes, a \"quote\" and é\n""#),
  ]

  @Test("Only the necessary characters are escaped", arguments: strings)
  func escapes(_ text: String, _ literal: String) throws {
    #expect(JSONWriter.string(text) == literal)
    #expect(try JSONDocument(text: literal).root.string == text)
  }

  @Test("Written strings are read back unchanged")
  func iterationTrips() throws {
    var random = SeededGenerator(seed: 9)
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\0", "\u{1f}", "é", "日", "😀", " ", "z",
    ]
    for _ in 0..<1000 {
      var view = String.UnicodeScalarView()
      for _ in 0..<random.below(24) { view.append(scalars[random.below(scalars.count)]) }
      let text = String(view)
      var bytes: [UInt8] = []
      JSONWriter.append(string: text, to: &bytes)
      #expect(try JSONDocument(bytes).root.string == text)
    }
  }

  @Test(
    "Numbers are recognised",
    arguments: ["0", "-0", "1.10", "1E400", "-1.5e+10", "12345678901234567890", "0e-0"])
  func numbers(_ text: String) {
    #expect(JSONWriter.isNumber(text))
  }

  @Test(
    "Other texts are not numbers",
    arguments: [
      "", "-", "+1", ".5", "1.", "01", "-01", "1e", "1e+", "0x1f", "NaN", ".inf", " 1", "1 ", "1,0",
      "1_000", "१", "1.e1", "--1", "1e1.0",
    ])
  func noNumbers(_ text: String) {
    #expect(!JSONWriter.isNumber(text))
  }
}
