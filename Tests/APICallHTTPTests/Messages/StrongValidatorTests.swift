import APICallHTTP
import APICallText
import Testing

@Suite("What distinguishes versions of a resource")
struct StrongValidatorTests {
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let minuteLater = "Sun, 06 Nov 1994 08:50:37 GMT"

  @Test(
    "It is a strong entity tag, else a date well before the response's",
    arguments: [
      ("\"x\"", nil, nil, "\"x\""), ("\"\"", nil, nil, "\"\""), ("W/\"x\"", nil, nil, nil),
      ("x", nil, nil, nil), ("\"", nil, nil, nil), ("\"a\"b\"", nil, nil, nil),
      ("\"a b\"", nil, nil, nil), ("\"é\"", nil, nil, nil),
      ("\"x\"", date, minuteLater, "\"x\""), ("W/\"x\"", date, minuteLater, date),
      (nil, date, minuteLater, date), (nil, date, nil, nil), (nil, date, date, nil),
      (nil, date, "Sun, 06 Nov 1994 08:50:36 GMT", nil), (nil, minuteLater, date, nil),
      (
        nil, "Sunday, 06-Nov-94 08:49:37 GMT", minuteLater, "Sunday, 06-Nov-94 08:49:37 GMT"
      ), (nil, nil, minuteLater, nil),
    ] as [(String?, String?, String?, String?)])
  func validators(_ tag: String?, _ modified: String?, _ sent: String?, _ text: String?) {
    var head = ResponseHead(status: 200)
    for (name, value) in [("ETag", tag), ("Last-Modified", modified), ("Date", sent)] {
      if let value { head.headers.append(.init(name, value)) }
    }
    #expect(StrongValidator(head, now: UTCTimestamp(seconds: 800_000_000))?.text == text)
  }
}
