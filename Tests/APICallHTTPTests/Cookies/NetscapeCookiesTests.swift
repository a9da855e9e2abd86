import APICallText
import Testing

@testable import APICallHTTP

struct NetscapeCookiesTests {
  @Test("A file that curl has written is read, and written back as it was")
  func both() throws {
    let lines = [
      "# Netscape HTTP Cookie File", "shop.example\tFALSE\t/\tFALSE\t0\ta\t1",
      ".shop.example\tTRUE\t/x\tTRUE\t1900000000\tb\t\"2 3\"",
      "#HttpOnly_shop.example\tFALSE\t/\tFALSE\t0\tc\t", "",
    ]
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let cookies = try NetscapeCookies.cookies(bytes)
    #expect(cookies.map(\.name) == ["a", "b", "c"])
    #expect(cookies.map(\.isHostOnly) == [true, false, true])
    #expect(cookies.map(\.isHTTPOnly) == [false, false, true])
    #expect(cookies[1].expires == UTCTimestamp(seconds: 1_900_000_000) && cookies[1].isSecure)
    #expect(NetscapeCookies.bytes(cookies) == bytes)
  }

  @Test("Comments, empty lines and a missing value are no mistakes")
  func harmless() throws {
    let text = "# https://curl.se\r\n\r\n#x\th\nh.example\tFALSE\t/\tFALSE\t0\ta\r\n"
    #expect(try NetscapeCookies.cookies(Array(text.utf8)).map(\.name) == ["a"])
  }

  @Test(
    "A line that is not a cookie is refused with its number",
    arguments: [
      "h.example FALSE / FALSE 0 a 1", "h.example\tFALSE\t/\tFALSE\tnever\ta\t1",
      "h.example\tFALSE\tx\tFALSE\t0\ta\t1", "h.example\tFALSE\t/\tFALSE\t0\ta\t1\t2",
      "h.example\tFALSE\t/\tFALSE\t0\ta\t\u{1}", "Set-Cookie: a=1", "<html>",
      "h.example\tFALSE\t/\tFALSE\t0\ta\t\(String(repeating: "x", count: 9000))",
    ])
  func problems(line: String) {
    let error = #expect(throws: NetscapeCookies.Problem.self) {
      try NetscapeCookies.cookies(Array("# x\n\(line)\n".utf8))
    }
    #expect(error?.line == 2)
  }
}
