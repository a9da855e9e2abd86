import APICallBase
import APICallHTTP
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
      (nil, "Sunday, 06-Nov-94 08:49:37 GMT", minuteLater, nil), (nil, nil, minuteLater, nil),
    ] as [(String?, String?, String?, String?)])
  func validators(_ tag: String?, _ modified: String?, _ sent: String?, _ text: String?) {
    var head = ResponseHead(status: 200)
    for (name, value) in [("ETag", tag), ("Last-Modified", modified), ("Date", sent)] {
      if let value { head.headers.append(.init(name, value)) }
    }
    #expect(StrongValidator(head)?.text == text)
  }

  @Test(
    "Dates are read in the forms of RFC 9110 and in no other",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Mon, 29 Feb 1999 00:00:00 GMT", nil),
      ("Sun, 6 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 06 Nov 1994 08:49:37", nil),
      ("Sun Nov  6 08:49:37 1994", nil), ("", nil), ("Sun, 00 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 0000 08:49:37 GMT", nil), ("Sun, 06  Nov 1994 08:49:37 GMT", nil),
    ] as [(String, Int?)])
  func dates(_ text: String, _ seconds: Int?) {
    #expect(Timestamp(httpDate: text)?.seconds == seconds)
  }
}
