import Testing
import YAMLTree

@Suite("Lines of a source")
struct SourceTests {
  @Test(
    "every line break of YAML ends a line",
    arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
  func lineBreaks(_ newline: String) {
    let source = Source(name: "a.yaml", text: "a\(newline)bé\(newline)\(newline)c")
    #expect((0...5).map { source.line($0) } == [nil, "a", "bé", "", "c", nil])
  }

  @Test("a final line break begins no line")
  func finalLineBreak() {
    let source = Source(name: "a.yaml", text: "a\n")
    #expect([source.line(1), source.line(2)] == ["a", nil])
  }

  @Test("an empty text has one empty line")
  func empty() {
    let source = Source(name: "a.yaml", text: "")
    #expect([source.line(1), source.line(2)] == ["", nil])
  }

  @Test("a byte order mark is no part of the first line")
  func byteOrderMark() {
    #expect(Source(name: "a.yaml", text: "\u{FEFF}a: 1\n").line(1) == "a: 1")
  }

  @Test("octets that are not UTF-8 are replaced")
  func invalid() {
    #expect(Source(name: "a.yaml", octets: [0x61, 0xFF, 0x62]).line(1) == "a\u{FFFD}b")
  }

  @Test("a mark prints as editors expect it")
  func description() {
    let source = Source(name: "a.yaml", text: "")
    let mark = Mark(source: source, start: Mark.Position(line: 3, column: 7))
    #expect("\(mark)" == "a.yaml:3:7")
  }
}
