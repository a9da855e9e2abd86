import APICallHTTP
import APICallResponses
import Testing

@Suite("The record of a partial file")
struct PartRecordTests {
  @Test("A record reads back as written, and an invalid one is ignored")
  func records() {
    for validator in [
      StrongValidator.entityTag("\"a\\b\""), .lastModified("Sun, 06 Nov 1994 08:49:37 GMT"),
    ] {
      for length in [nil, 0, 1 << 40] {
        let record = PartRecord(
          url: "https://a.example/\"x\"", request: "ab", validator: validator, length: length)
        #expect(PartRecord(record.bytes) == record)
        for end in 0..<(record.bytes.count - 2) {
          #expect(PartRecord(Array(record.bytes[..<end])) == nil, "cut at \(end)")
        }
      }
    }
    for text in [
      "", "{}", "[]", "1", #"{"url": "x", "request": "y"}"#,
      #"{"url": "x", "request": "y", "etag": "W/\"a\""}"#,
      #"{"url": "x", "request": "y", "etag": "\"a\r\nX: y\""}"#,
      #"{"url": "x", "request": "y", "last_modified": "a\r\nX: y"}"#,
    ] {
      #expect(PartRecord(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
