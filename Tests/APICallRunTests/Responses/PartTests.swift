import APICallHTTP
import TestWorlds
import Testing

/// The part of a representation that a request asks for with Range, and the one that comes.
@Suite("Parts of responses")
struct PartTests {
  private static let other = "apicall: the response of call.yaml "

  @Test(
    "A part is the requested one, and whole",
    arguments: [
      ("bytes=0-2", "bytes 0-2/10", "abc", nil), ("bytes=0-2", "bytes 0-2/*", "abc", nil),
      ("BYTES=0-2", "bytes 0-2/10", "abc", nil), ("bytes=8-20", "bytes 8-9/10", "ab", nil),
      ("bytes=7-", "bytes 7-9/10", "abc", nil), ("bytes=7-", "bytes 7-8/10", "ab", nil),
      ("bytes=-3", "bytes 7-9/10", "abc", nil), ("bytes=-3", "bytes 7-9/*", "abc", nil),
      ("bytes=-20", "bytes 0-2/3", "abc", nil),
      ("items=0-9", "items 0-9/20", "abc", nil), ("bytes=0-0,4-4", nil, "--x", nil),
      (
        "bytes=0-2", "bytes 5-7/10", "abc",
        "has bytes 5 to 7, but the request asks for bytes 0 to 2"
      ),
      (
        "bytes=0-2", "bytes 0-3/10", "abcd",
        "has bytes 0 to 3, but the request asks for bytes 0 to 2"
      ),
      (
        "bytes=7-", "bytes 6-9/10", "abcd",
        "has bytes 6 to 9, but the request asks for the bytes from 7"
      ),
      (
        "bytes=-3", "bytes 6-8/10", "abc",
        "has bytes 6 to 8, but the request asks for the last 3 bytes"
      ),
      ("bytes=-1", "bytes 8-9/*", "ab", "has bytes 8 to 9, but the request asks for the last byte"),
      (
        "bytes=0-2", nil, "abc",
        "does not state which part it is, but the request asks for bytes 0 to 2"
      ),
      (
        "bytes=0-2", "bytes */10", "abc",
        "does not state which part it is, but the request asks for bytes 0 to 2"
      ),
      ("bytes=0-2", "bytes 0-2/10", "a", "has only 1 of the 3 bytes that its Content-Range states"),
      (
        "bytes=0-2", "bytes 0-2/10", "abcde",
        "has 5 bytes instead of the 3 bytes that its Content-Range states"
      ),
    ] as [(String, String?, String, String?)])
  func part(_ range: String, _ stated: String?, _ body: String, _ reason: String?) async throws {
    let fields = stated.map { [ResponseHead.Field("Content-Range", $0)] } ?? []
    for expect in ["", "expect: {status: 206}\n"] {
      let exchange = try await Exchange(
        ScriptedRequester(206, type: "text/plain", headers: fields, body),
        "host: a.example\nheaders: {Range: '\(range)'}\n\(expect)")
      #expect(
        exchange.failure?.report == reason.map { "\(Self.other)\($0)\nexit status 76\n" })
      if reason == nil { #expect(exchange.text == body) }
    }
  }

  @Test("The length of a part is not that of its decoded body, nor of what is left unread")
  func length() async throws {
    let stated = ResponseHead.Field("Content-Range", "bytes 0-99/200")
    let coded = try await Exchange(
      ScriptedRequester(
        206, type: "text/plain", headers: [stated, .init("Content-Encoding", "gzip")], "abc"),
      "host: a.example\nheaders: {Range: bytes=0-99}\n")
    #expect(coded.text == "abc" && coded.failure == nil)
    let stopped = try await Exchange(
      ScriptedRequester(206, type: "application/x-ndjson", headers: [stated], "1\n2\n"),
      "host: a.example\nheaders: {Range: bytes=0-99}\nstop: {$: 1}\n")
    #expect(stopped.text == "1\n" && stopped.failure == nil)
  }

  @Test("An empty Range field asks for the whole")
  func empty() async throws {
    let exchange = try await Exchange(
      ScriptedRequester(206, type: "text/plain", "abc"),
      "host: a.example\nheaders: {Range: ''}\n")
    #expect(
      exchange.failure?.report == """
        apicall: the response of call.yaml is partial (206), but the request has no Range field
          hint: 'expect: {status: 206}' accepts it
        exit status 76

        """)
  }
}
