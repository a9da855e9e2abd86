import APICallBase
import Testing

@Suite("Writing to a terminal")
struct TerminalSinkTests {
  private func shown(_ pieces: [ArraySlice<UInt8>]) throws -> String {
    let buffer = BufferSink()
    let sink = TerminalSink(buffer)
    for piece in pieces {
      try sink.write(Array(piece).span)
      try sink.flush()
    }
    try sink.endLine()
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test("Text cut at any two places is shown the same: controls escaped, last line ended")
  func splits() throws {
    let text = Array("a\u{1b}[1mé日😀\u{202e}\u{9b}\r\n\r\tz".utf8)
    let expected = "a\\x1b[1mé日😀\\u{202e}\\x9b\r\n\\x0d\tz\n"
    for first in 0...text.count {
      for second in first...text.count {
        #expect(
          try shown([text[..<first], text[first..<second], text[second...]]) == expected,
          "cut at \(first) and \(second)")
      }
    }
    #expect(try shown(text.indices.map { text[$0...$0] }) == expected)
  }

  @Test(
    "Data whose first piece is not text is refused",
    arguments: [[0], [0x61, 0], [0xFF], [0x61, 0xE9, 0x62], [0xC3], [0x80]] as [[UInt8]])
  func refused(_ bytes: [UInt8]) {
    #expect(throws: DeliveryError.notText) { try shown([bytes[...]]) }
  }

  @Test("Bytes that later turn out not to be text are replaced, and nothing is lost")
  func later() throws {
    #expect(try shown([[0x61], [0xFF, 0x62]]) == "a\u{fffd}b\n")
    #expect(try shown([[0x61], [0xC3]]) == "a\u{fffd}\n")
    #expect(try shown([[0x61, 0xF0, 0x9F], [0x62]]) == "a\u{fffd}b\n")
    #expect(try shown([]) == "")
  }
}
