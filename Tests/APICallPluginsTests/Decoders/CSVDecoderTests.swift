import APICallBase
import APICallContracts
import APICallPlugins
import Testing

@Suite("Decoding CSV")
struct CSVDecoderTests {
  @Test(
    "Each row is a map with the names of the header row",
    arguments: [
      ("a,b\n1,2\n", ["{\"a\":\"1\",\"b\":\"2\"}"]),
      ("a,b\r\n1,\r\n", ["{\"a\":\"1\",\"b\":\"\"}"]),
      ("a,b\r1,2\r", ["{\"a\":\"1\",\"b\":\"2\"}"]), ("a,b", []),
      ("\u{feff}a\n1", ["{\"a\":\"1\"}"]),
      ("a,b\n\n1,2\n\n\n", ["{\"a\":\"1\",\"b\":\"2\"}"]),
      ("a\n\n1", ["{\"a\":\"\"}", "{\"a\":\"1\"}"]),
      ("a,b\n\"x,\"\"\r\n\",\" \"", ["{\"a\":\"x,\\\"\\r\\n\",\"b\":\" \"}"]),
      ("a\n\"\"\n", ["{\"a\":\"\"}"]),
      ("\"a\"\"b\"\n\\\t\n", ["{\"a\\\"b\":\"\\\\\\t\"}"]),
      ("a,a\n1,2", ["{\"a\":\"1\",\"a\":\"2\"}"]),
      (
        "a,b\n1,2\n1,2,3\n",
        ["{\"a\":\"1\",\"b\":\"2\"}", fault("row 3: it has more fields than the first row (2)")]
      ),
      ("a,b\n1\n", [fault("row 2: it has fewer fields (1) than the first row (2)")]),
      ("a\n1\"2\n", [fault("row 2: a field without quotes contains a quote")]),
      ("a\n\"1\"2\n", [fault("row 2: text follows the closing quote of a field")]),
      ("a\n\"1\n", [fault("row 2: the body ends within a quoted field")]),
    ] as [(String, [String])])
  func rows(_ body: String, _ rows: [String]) {
    #expect(decoded(CSVDecoder.self, body.utf8) == rows)
  }

  private static func fault(_ reason: String) -> String { "malformed: \(reason)" }

  @Test("Without a header row, each row is a list")
  func withoutHeader() {
    #expect(
      decoded(CSVDecoder.self, "a,b\n1,\"\"\n".utf8, mediaType: "text/csv; header=absent")
        == ["[\"a\",\"b\"]", "[\"1\",\"\"]"])
    #expect(
      decoded(CSVDecoder.self, "a,b\n1\n".utf8, mediaType: "text/csv; header=Absent")
        == ["[\"a\",\"b\"]", Self.fault("row 2: it has fewer fields (1) than the first row (2)")])
  }

  @Test("Text has the charset that the response names")
  func charset() {
    let body: [UInt8] = Array("a\n".utf8) + [0xE9]
    #expect(
      decoded(CSVDecoder.self, body, mediaType: "text/csv; charset=latin1") == ["{\"a\":\"é\"}"])
    #expect(
      decoded(CSVDecoder.self, body)
        == [Self.fault("line 2: the byte 0xe9, number 3 of the text, is not UTF-8")])
  }

  @Test("Columns without names take no more memory than the limit either")
  func unnamed() {
    var decoder = CSVDecoder(DecodeSettings(limit: 1 << 20))
    let header = [UInt8](repeating: UInt8(ascii: ","), count: 200_000)
    #expect(throws: DeliveryError.tooLarge(limit: 1 << 20)) {
      try decoder.decode(header.span, to: NamedDecoder.Values())
    }
  }

  @Test("A million columns are read, and a row that is too long is refused")
  func wide() {
    let header = [UInt8](repeating: UInt8(ascii: ","), count: 1_000_000)
    #expect(decoded(CSVDecoder.self, header + Array("\n1\n".utf8)).count == 1)
    let limit = 1 << 20
    var decoder = CSVDecoder(DecodeSettings(limit: limit))
    let part = [UInt8](repeating: 0x61, count: limit / 4)
    #expect(throws: DeliveryError.tooLarge(limit: limit)) {
      for _ in 0..<5 { try decoder.decode(part.span, to: NamedDecoder.Values()) }
    }
  }
}
