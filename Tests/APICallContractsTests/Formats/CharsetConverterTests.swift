import APICallBase
import APICallContracts
import SeededNumbers
import Testing

@Suite("Charsets")
struct CharsetConverterTests {
  static let texts: [(Charset, [UInt8], String)] = [
    (.utf8, Array("aé日😀".utf8), "aé日😀"), (.utf8, [0xEF, 0xBB, 0xBF, 0x61], "a"),
    (.utf8, [0xEF, 0xBB, 0xBF], ""), (.ascii, [0x61, 0x7F], "a\u{7f}"),
    (.latin1, [0x61, 0xE9, 0x80, 0xFF], "aé\u{80}ÿ"),
    (.windows1252, [0x80, 0x81, 0x9F, 0xE9], "€\u{81}Ÿé"),
    (.utf16, [0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x3D, 0xDE, 0x00], "a😀"),
    (.utf16, [0xFF, 0xFE, 0x61, 0x00, 0x3D, 0xD8, 0x00, 0xDE], "a😀"),
    (.utf16, [0x61, 0x00, 0xE5, 0x65], "a日"), (.utf16BigEndian, [0x65, 0xE5], "日"),
    (.utf16LittleEndian, [0xE5, 0x65], "日"),
    // A byte order mark takes precedence over the name.
    (.latin1, [0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "é"), (.utf8, [0xFF, 0xFE, 0x61, 0x00], "a"),
  ]

  @Test("Text becomes UTF-8, wherever it is cut", arguments: texts)
  func converts(_ charset: Charset, _ bytes: [UInt8], _ text: String) throws {
    #expect(try converted(charset, [bytes[...]]) == Array(text.utf8))
    #expect(try converted(charset, bytes.map { [$0] }) == Array(text.utf8))
    for cut in bytes.indices {
      #expect(
        try converted(charset, [bytes[..<cut], bytes[cut...]], isStrict: false) == Array(text.utf8))
    }
  }

  @Test(
    "Bytes outside the charset are an error with their position, or stay",
    arguments: [
      (
        .utf8, [0x0A, 0x61, 0xE9, 0x62],
        "line 2: the byte 0xe9, number 3 of the text, is not UTF-8", [0x0A, 0x61, 0xE9, 0x62]
      ),
      (
        .utf8, [0x61, 0xE2, 0x82], "line 1: the byte 0xe2, number 2 of the text, is not UTF-8",
        [0x61, 0xE2, 0x82]
      ),
      (
        .ascii, [0x61, 0x80], "line 1: the byte 0x80, number 2 of the text, is not US-ASCII",
        [0x61, 0x80]
      ),
      (
        .utf16LittleEndian, [0x00, 0xDC],
        "line 1: the byte 0xdc, number 1 of the text, is not UTF-16LE", [0xEF, 0xBF, 0xBD]
      ),
      (
        .utf16BigEndian, [0x00, 0x61, 0x00],
        "line 1: the byte 0x00, number 3 of the text, is not UTF-16BE", [0x61, 0xEF, 0xBF, 0xBD]
      ),
    ] as [(Charset, [UInt8], String, [UInt8])])
  func faults(_ charset: Charset, _ bytes: [UInt8], _ message: String, _ kept: [UInt8]) throws {
    for pieces in [[bytes[...]], bytes.map { [$0] }] {
      #expect(throws: DeliveryError.malformed(message)) { try converted(charset, pieces) }
      #expect(try converted(charset, pieces, isStrict: false) == kept)
    }
  }

  @Test("Strict UTF-8 accepts the same as Swift's decoder, wherever it is cut")
  func agreesWithSwift() {
    var random = SeededGenerator(seed: 41)
    let pieces: [[UInt8]] = [
      [0x61], [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xC3], [0x80],
      [0xED, 0xA0],
      [0xF4, 0x90], [0xF0, 0x9F], [0xE0, 0x80], [0xFF], [0x62, 0x63],
    ]
    for iteration in 0..<5000 {
      var bytes: [UInt8] = [0x61, 0x62, 0x63]
      for _ in 0..<random.below(6) { bytes += random.pick(pieces) }
      let cut = random.below(bytes.count)
      let result = try? converted(.utf8, [bytes[..<cut], bytes[cut...]])
      let expected = String(validating: bytes, as: UTF8.self).map { Array($0.utf8) }
      #expect(result == expected, "iteration \(iteration) of seed 41: \(bytes) cut at \(cut)")
    }
  }

  @Test(
    "A charset has its IANA names",
    arguments: [
      ("UTF-8", .utf8), ("utf8", .utf8), ("Latin1", .latin1), ("ISO-8859-1", .latin1),
      ("cp1252", .windows1252), ("US-ASCII", .ascii), ("utf-16le", .utf16LittleEndian),
      ("ISO_8859-1:1987", .latin1), ("csASCII", .ascii), ("csUTF8", .utf8), ("x-own", nil),
      ("", nil),
    ] as [(String, Charset?)])
  func names(_ name: String, _ charset: Charset?) {
    #expect(Charset(named: name) == charset)
  }
}
