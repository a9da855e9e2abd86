import APICallHTTP
import APICallResponses
import Testing

@Suite("Content-Range")
struct ContentRangeTests {
  @Test(
    "It gives the range of bytes and the total",
    arguments: [
      ("bytes 0-9/10", .part(first: 0, last: 9, total: 10)),
      ("bytes 5-7/10", .part(first: 5, last: 7, total: 10)),
      ("Bytes 5-7/*", .part(first: 5, last: 7, total: nil)),
      ("bytes */10", .unsatisfied(total: 10)), ("bytes */0", .unsatisfied(total: 0)),
      ("bytes */*", nil), ("bytes 5-10/10", nil), ("bytes 7-5/10", nil), ("bytes 5-7", nil),
      ("items 5-7/10", nil), ("bytes=5-7/10", nil), ("bytes -5-7/10", nil), ("bytes +5-7/10", nil),
      ("bytes 5-/10", nil), ("bytes 5-7/10/11", nil), ("", nil), ("bytes", nil),
      ("bytes 5-7/99999999999999999999", nil), ("bytes 5 - 7/10", nil), ("bytes ٥-7/10", nil),
    ] as [(String, ContentRange?)])
  func reads(_ field: String, _ range: ContentRange?) {
    #expect(
      ContentRange(ResponseHead(status: 206, headers: [.init("content-range", field)])) == range)
  }

  @Test("It is ignored if it is missing or repeated")
  func twice() {
    let field = ResponseHead.Field("Content-Range", "bytes 0-9/10")
    #expect(ContentRange(ResponseHead(status: 206)) == nil)
    #expect(ContentRange(ResponseHead(status: 206, headers: [field, field])) == nil)
  }
}
