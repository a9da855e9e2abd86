import APICallPlugins
import JSONText
import SeededNumbers
import Testing

@Suite("The decoder of lines")
struct LinesDecoderTests {
  @Test(
    "A line ends with LF or CR LF, and may be empty",
    arguments: [
      ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n\na", ["", "", "a"]), ("\n", [""]),
      ("a\rb\r", ["a\rb\r"]), ("a\r\r\nb", ["a\r", "b"]), ("\r\n\r", ["", "\r"]),
      ("é \"<it>\" \\ $[?@.a]\u{0}\n", ["é \"<it>\" \\ $[?@.a]\u{0}"]),
    ] as [(String, [String])])
  func lines(_ body: String, _ lines: [String]) {
    #expect(texts(of: [Array(body.utf8)]) == lines)
    #expect(texts(of: body.utf8.map { [$0] }) == lines)
  }

  @Test("Bytes that are not UTF-8 are an error, and a charset is converted")
  func charsets() {
    #expect(
      decoded(LinesDecoder.self, [0x61, 0x0A, 0xFF, 0x0A]).last?.contains("malformed") == true)
    #expect(
      decoded(
        LinesDecoder.self, [0xE9, 0x0A] as [UInt8], mediaType: "text/plain; charset=iso-8859-1")
        == ["\"é\""])
  }

  @Test("Wherever 5,000 bodies are cut, the lines are those of the whole body")
  func pieces() {
    var random = SeededGenerator(seed: 20_261_125)
    let alphabet = Array("ab\r\r\n\n\"\\\u{1}é😀".unicodeScalars)
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
      }
      let bytes = Array(text.utf8)
      var pieces: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let end = Int.random(in: start + 1...bytes.count, using: &random)
        pieces.append(Array(bytes[start..<end]))
        start = end
      }
      var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      if expected.last == [] { expected.removeLast() }
      for index in expected.indices where expected[index].last == 0x0D {
        let isEnded = index < expected.count - 1 || bytes.last == 0x0A
        if isEnded { expected[index].removeLast() }
      }
      #expect(
        texts(of: pieces) == expected.map { String(decoding: $0, as: UTF8.self) }, "\(bytes)")
    }
  }

  private func texts(of pieces: [[UInt8]]) -> [String] {
    decoded(LinesDecoder.self, pieces: pieces).map { json in
      (try? JSONDocument(Array(json.utf8)))?.root.string ?? "not a text: \(json)"
    }
  }
}
