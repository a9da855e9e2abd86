import APICallHTTP
import APICallText
import Testing

@Suite("Dates in header fields")
struct HTTPDateTests {
  /// 2026-11-26.
  private static let now = UTCTimestamp(seconds: 1_795_651_200)

  @Test(
    "They are read in the three forms of RFC 9110 and in no other",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("Wed Nov 16 08:49:37 1994", 784_975_777), ("Wednesday, 16-Nov-94 08:49:37 GMT", 784_975_777),
      ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Mon, 29 Feb 1999 00:00:00 GMT", nil),
      ("Sun, 6 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 06 Nov 1994 08:49:37", nil),
      ("Sun, 06 Nov 1994 08:49:37.5 GMT", nil), ("Sun, 06-Nov-1994 08:49:37 GMT", nil),
      ("", nil), (" ", nil), ("Sun, 00 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 0000 08:49:37 GMT", nil), ("Sun, 06  Nov 1994 08:49:37 GMT", nil),
      ("Sunday, 06-Nov-94 08:49:37 UTC", nil), ("Sunday, 6-Nov-94 08:49:37 GMT", nil),
      ("Sunday, 06-Nov-94-1 08:49:37 GMT", nil), ("Sunday 06-Nov-94 08:49:37 GMT", nil),
      ("Mon Feb 29 00:00:00 1999", nil), ("Sun Nov 6 08:49:37 1994", nil),
      ("Sun Nov  16 08:49:37 1994", nil), ("Sun Nov  6 08:49:37 1994 GMT", nil),
      ("Sun Nov  6 08:49:37 94", nil), ("Sun Nov  6 8:49:37 1994", nil),
    ] as [(String, Int?)])
  func forms(_ text: String, _ seconds: Int?) {
    #expect(UTCTimestamp(httpDate: text, now: Self.now)?.seconds == seconds)
  }

  @Test(
    "A year of two digits is at most fifty years ahead",
    arguments: [
      ("Thursday, 26-Nov-26 00:00:00 GMT", 1_795_651_200),
      ("Thursday, 26-Nov-76 00:00:00 GMT", 3_373_574_400),
      ("Saturday, 26-Nov-77 00:00:00 GMT", 249_350_400),
      ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
    ])
  func years(_ text: String, _ seconds: Int) {
    #expect(UTCTimestamp(httpDate: text, now: Self.now)?.seconds == seconds)
  }

  @Test(
    "Retry-After is a number of seconds or a date",
    arguments: [
      ("120", .seconds(120)), ("Thu, 26 Nov 2026 00:01:00 GMT", .seconds(60)),
      ("Thursday, 26-Nov-26 00:01:00 GMT", .seconds(60)),
      ("Thu Nov 26 00:01:00 2026", .seconds(60)), ("Sun Nov  6 08:49:37 1994", .zero),
      ("1.5", nil), ("-1", nil), ("soon", nil), ("", nil),
    ] as [(String, Duration?)])
  func retryAfter(_ value: String, _ wait: Duration?) {
    let head = ResponseHead(status: 503, headers: [ResponseHead.Field("retry-after", value)])
    #expect(head.retryAfter(Self.now) == wait)
  }
}
