import APICallText
import Testing

@Suite("Words for a shell")
struct ShellWordTests {
  @Test(
    "Text is quoted if a shell would interpret it",
    arguments: [
      ("plain-1.2/a:b@c%+,=_", "plain-1.2/a:b@c%+,=_"), ("", "''"), ("two words", "'two words'"),
      ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("`id`", "'`id`'"), ("a\nb", "'a\nb'"),
      ("é", "'é'"),
      ("~", "'~'"), ("*", "'*'"), ("!", "'!'"), ("#", "'#'"), (";", "';'"),
      ("a\rb", #""$(printf 'a\rb')""#), ("\u{1B}[2J'%\\", #""$(printf '\033[2J\047%%\\')""#),
      ("\u{202E}x", #""$(printf '\342\200\256x')""#),
    ])
  func text(text: String, word: String) {
    #expect(ShellWord(text).text == word)
  }

  @Test("Bytes that are not text are written by printf, separated from a following digit")
  func bytes() {
    #expect(ShellWord([.bytes([0xFF, 0x31])]).text == #""$(printf '\3771')""#)
    #expect(ShellWord([.bytes(Array("--x\r".utf8))]).printf == #"printf '\055-x\r'"#)
    #expect(ShellWord([.bytes([0xC3, 0xA9, 0xC3])]).printf == #"printf 'é\303'"#)
  }

  @Test("Variables are in double quotes or are arguments of printf")
  func variables() {
    let parts: [ShellWord.Part] = [.bytes(Array("a=".utf8)), .variable("X"), .bytes([0x27])]
    #expect(ShellWord(parts).text == #"a="$X"''\'''"#)
    #expect(ShellWord(parts + [.bytes([0])]).printf == #"printf 'a=%s\047\000' "$X""#)
  }
}
