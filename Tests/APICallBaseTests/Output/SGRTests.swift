import APICallBase
import APICallText
import Testing

@Suite("Colour")
struct SGRTests {
  private func styled(_ parts: [(String, TextStyle)]) -> StyledText {
    var text = StyledText()
    for (piece, style) in parts { text.append(piece, style) }
    return text
  }

  @Test(
    "Styles become escape sequences, plain text has none, and terminal controls are escaped")
  func terminal() throws {
    let buffer = BufferSink()
    let sink = TerminalSink(buffer, showsStyles: true)
    var text = styled([
      ("{", .plain), ("\"é\u{1b}[1m\u{202e}\"", .key), (": ", .plain), ("1", .number),
    ])
    try text.drain(to: sink)
    try sink.endLine()
    #expect(
      String(decoding: buffer.bytes, as: UTF8.self)
        == "{\u{1b}[1;34m\"é\\x1b[1m\\u{202e}\"\u{1b}[0m: \u{1b}[36m1\u{1b}[0m\n")
    #expect(text.bytes.isEmpty && text.runs.isEmpty)
  }

  @Test("An output without styles gets the text alone")
  func plain() throws {
    for sink in [BufferSink()] as [BufferSink] {
      var text = styled([("a", .key), ("b", .key), ("c", .null)])
      #expect(text.runs == [StyledRun(.key, end: 2), StyledRun(.null, end: 3)])
      try text.drain(to: sink)
      #expect(sink.bytes == Array("abc".utf8) && !sink.showsStyles)
    }
  }

  @Test("Runs that are out of order or past the end do no harm")
  func hostileRuns() {
    let text = Array("abc".utf8)
    let runs = [StyledRun(.key, end: 2), StyledRun(.null, end: 1), StyledRun(.note, end: 99)]
    let shown = SGR.render(text.span, styled: runs, escapesControls: true)
    #expect(
      String(decoding: shown, as: UTF8.self) == "\u{1b}[1;34mab\u{1b}[0m\u{1b}[2mc\u{1b}[0m")
  }

  @Test("A pager gets the colours and the unchanged text")
  func pager() throws {
    let buffer = BufferSink()
    var text = styled([("\u{1b}", .string)])
    try text.drain(to: ColourSink(buffer))
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == "\u{1b}[32m\u{1b}\u{1b}[0m")
  }
}
