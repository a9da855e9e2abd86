import APICallText
import SeededNumbers
import Testing

@Suite("Text made safe for a terminal")
struct TerminalTextTests {
  @Test(
    "Characters that could steer a terminal are shown as escapes",
    arguments: [
      ("plain é 日本 👩‍👩‍👧", "plain é 日本 👩‍👩‍👧"), ("a\tb\nc", "a\tb\nc"), ("\u{1b}[31m", "\\x1b[31m"),
      ("\u{0}\u{7}\u{8}\r", "\\x00\\x07\\x08\\x0d"), ("\u{7f}\u{80}\u{9b}", "\\x7f\\x80\\x9b"),
      ("a\u{202e}b", "a\\u{202e}b"), ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
      ("\u{200b}\u{feff}", "\\u{200b}\\u{feff}"), ("\u{2028}", "\\u{2028}"),
      ("\u{61c}", "\\u{61c}"),
      ("a\r\nb\r", "a\r\nb\\x0d"), ("\u{a0}", "\u{a0}"),
    ])
  func escaping(_ text: String, _ shown: String) {
    #expect(TerminalText.escaping(text) == shown)
  }

  @Test(
    "A line holds no control character, and no command of a CI service",
    arguments: [
      ("a.yaml", "a.yaml"), ("a::b.yaml", "a::b.yaml"), ("::error::x", "\\x3a:error::x"),
      (" \t\u{a0}::x", " \t\u{a0}\\x3a:x"), ("a\n::x", "a\\x0a::x"), ("\u{1b}::x", "\\x1b::x"),
      ("a ##[error]", "a \\x23#[error]"), ("##vso[task]", "\\x23#vso[task]"),
      ("##teamcity[x]", "\\x23#teamcity[x]"), ("###[x]", "#\\x23#[x]"), ("## a [x]", "## a [x]"),
      ("##", "##"), (":", ":"), ("", ""), ("\u{9b}\u{202e}", "\\x9b\\u{202e}"),
    ])
  func line(_ text: String, _ shown: String) {
    #expect(TerminalText.line(text) == shown)
  }

  @Test("A part within a line may begin as a command")
  func part() {
    #expect(TerminalText.line("::1", isStart: false) == "::1")
    #expect(TerminalText.line("##[x]", isStart: false) == "\\x23#[x]")
  }

  @Test("Nothing unsafe remains in any text")
  func property() {
    var random = SeededGenerator(seed: 61)
    for iteration in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(8) {
        if let scalar = Unicode.Scalar(UInt32(random.below(0x2100))) { text.append(scalar) }
      }
      let shown = TerminalText.escaping(String(text))
      #expect(
        !shown.unicodeScalars.contains(where: TerminalText.isUnsafe),
        "seed 61, iteration \(iteration)")
    }
  }
}
