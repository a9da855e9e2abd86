import APICallBase
import APICallContracts
import APICallPlugins
import Testing

@Suite("Decoders of streams and forms")
struct StreamDecoderTests {
  @Test(
    "JSON lines: empty lines are skipped, and an error has its line and column",
    arguments: [
      ("1\n{\"a\": 1}\r\n\n \t\n[2]", ["1", "{\"a\": 1}\r", "[2]"]), ("\n\n", []),
      ("\u{feff}1", ["1"]),
      (
        "1\n  {\"a\" 1}",
        ["1", "malformed: 2:8: unexpected `1` where `:` after the key was expected"]
      ),
      ("1,2\n", ["malformed: 1:2: unexpected `,` where the end of the text was expected"]),
      (
        "1\n{",
        ["1", "malformed: 2:2: the text ends where a key in double quotes or `}` was expected"]
      ),
    ] as [(String, [String])])
  func ndjson(_ body: String, _ values: [String]) {
    #expect(decoded(NDJSONDecoder.self, body.utf8) == values)
  }

  @Test("JSON lines: an error has its line and column wherever the line is cut")
  func ndjsonColumns() {
    let body = Array("1\n\t \n  [1, =]".utf8)
    let expected = ["1", "malformed: 3:7: unexpected `=` where a value after `,` was expected"]
    #expect(decoded(NDJSONDecoder.self, body) == expected)
    #expect(decoded(NDJSONDecoder.self, pieces: body.map { [$0] }) == expected)
  }

  @Test(
    "JSON lines: a byte order mark is allowed before the first line only, and complete",
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x31], ["1"]),
      ([0xEF, 0xBB, 0xBF, 0x0A, 0x31], ["1"]),
      ([0xEF, 0x31], ["of another kind: ndjson"]),
      (
        [0xEF, 0xBB, 0x0A, 0x31],
        ["of another kind: ndjson"]
      ),
      ([0xEF, 0xBB], ["of another kind: ndjson"]),
      (
        [0x31, 0x0A, 0xEF, 0xBB, 0xBF, 0x32],
        ["1", "malformed: 2:1: unexpected byte 0xef where a value was expected"]
      ),
    ] as [([UInt8], [String])])
  func ndjsonMark(_ body: [UInt8], _ values: [String]) {
    #expect(decoded(NDJSONDecoder.self, body) == values)
    #expect(decoded(NDJSONDecoder.self, pieces: body.map { [$0] }) == values)
  }

  @Test("White space before the first value has a limit, wherever it is cut")
  func space() {
    let space = [UInt8](repeating: 0x0A, count: 64 << 10)
    for cut in [{ [$0] }, { $0.map { [$0] } }] as [([UInt8]) -> [[UInt8]]] {
      #expect(decoded(NDJSONDecoder.self, pieces: cut(space + [0x31])) == ["1"])
      #expect(
        decoded(NDJSONDecoder.self, pieces: cut(space + [0x20, 0x31]))
          == ["malformed: more than 64 KiB of white space before the value"])
    }
  }

  @Test("A byte order mark is one only at the beginning, however it is cut")
  func marks() {
    for body in ["\u{feff} 1", "\u{feff}1", " \u{feff}1"] {
      let result = body.hasPrefix(" ") ? "of another kind: ndjson" : nil
      for pieces in [[Array(body.utf8)], body.utf8.map { [$0] }] {
        #expect((decoded(NDJSONDecoder.self, pieces: pieces) == ["1"]) == (result == nil))
        #expect(decoded(NDJSONDecoder.self, pieces: pieces).first == result || result == nil)
      }
    }
  }

  private static func event(
    _ data: String, event: String = "message", id: String = "", json: String? = nil
  ) -> String {
    "{\"event\":\"\(event)\",\"data\":\"\(data)\",\"id\":\"\(id)\""
      + (json.map { ",\"json\":\($0)" } ?? "") + "}"
  }

  private static let cut =
    "malformed: the last event does not end with an empty line, so it may be cut"

  @Test(
    "A body without any line of an event stream is not an empty one",
    arguments: [
      "{\"error\": \"quota\"}", "quota exceeded\n", "foo: bar\n\n", "database: down",
    ])
  func noEvents(_ body: String) {
    #expect(
      decoded(SSEDecoder.self, body.utf8)
        == ["of another kind: no line belongs to an event stream"])
  }

  @Test(
    "A page of HTML or XML is of no other kind",
    arguments: ["ndjson", "sse", "csv", "form", "yaml"])
  func pages(_ name: String) throws {
    let decoder = try #require(Builtins.decoders.first { $0.name == name })
    let pages = ["<!DOCTYPE html>\n<p>data: x\n\n", " \r\n<html>", "\u{feff}<?xml ?><a/>"]
    for page in pages {
      for pieces in [[Array(page.utf8)], page.utf8.map { [$0] }] {
        #expect(decoded(decoder, pieces: pieces) == ["of another kind: \(name)"])
      }
    }
  }

  @Test(
    "Server-sent events are read as the HTML standard says",
    arguments: [
      ("data: a\n\n", [event("a")]), ("data: a", [cut]), ("data: a\n", [cut]), ("\n\n", []),
      ("event: a\n", [cut]), ("da", [cut]), (": x", []), (": x\n", []),
      // Whatever the last lines are, something may have been cut.
      ("retry: 1\n", [cut]), ("data: a\n\nretry: 1\n", [event("a"), cut]),
      ("data: a\n\n{\"error\": 1}\n", [event("a"), cut]), ("data: a\n\n<html>", [event("a"), cut]),
      ("data: a\n\n: x\n: y", [event("a")]), ("data: a\n\nfoo\n\n: x\n", [event("a")]),
      ("data:a\rdata:  b\r\r", [event("a\\n b")]),
      ("data\n\ndata\ndata\n\ndata:", [event(""), event("\\n"), cut]),
      (": x\nevent: add\nid: 1\ndata: 7\n\n", [event("7", event: "add", id: "1", json: "7")]),
      // The id applies to the following events as well, but the event's name does not.
      (
        "id: 1\nevent: a\ndata: x\n\ndata: y\n\n",
        [event("x", event: "a", id: "1"), event("y", id: "1")]
      ),
      ("id: 1\n\nevent: a\n\ndata: x\n\n", [event("x", id: "1")]),
      ("id: 1\u{0}\ndata: x\n\nid\ndata: y\n\n", [event("x"), event("y")]),
      ("\u{feff}data: x", [cut]), ("\u{feff}: x", []), ("\u{feff}", []),
      ("\u{feff}data: a\r\n\r\n", [event("a")]), ("data: a\n\u{feff}data: b\n\n", [event("a")]),
      (
        "retry: 10\nfoo: bar\ndata : x\nDATA: y\ndata: {\"a\": 1}\n\n",
        [event("{\\\"a\\\": 1}", json: "{\"a\": 1}")]
      ),
      // Data is always text; if it is JSON, the value is there as well.
      ("data: [1,\ndata: 2]\n\n", [event("[1,\\n2]", json: "[1,\n2]")]),
      (
        "data: \"a\"\n\ndata:  1 \n\n",
        [event("\\\"a\\\"", json: "\"a\""), event(" 1 ", json: " 1 ")]
      ),
      (
        "data: [DONE]\n\ndata: 1 2\n\ndata: nul\n\n", [event("[DONE]"), event("1 2"), event("nul")]
      ),
    ] as [(String, [String])])
  func sse(_ body: String, _ events: [String]) {
    #expect(decoded(SSEDecoder.self, body.utf8) == events)
  }

  @Test("Bytes of an event that are not UTF-8 are an error, except in a comment")
  func notUTF8() {
    #expect(
      decoded(SSEDecoder.self, Array("data: ".utf8) + [0xFF, 0x61, 0x0A, 0x0A])
        == ["malformed: a line of an event is not UTF-8"])
    #expect(
      decoded(SSEDecoder.self, Array(": ".utf8) + [0xFF, 0x0A] + Array("data: a\n\n".utf8))
        == [Self.event("a")])
  }

  @Test(
    "Deeply nested data is read as JSON only if it still fits inside the map",
    arguments: [511, 512])
  func deep(_ depth: Int) {
    let data = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let isJSON = depth < 512
    #expect(
      decoded(SSEDecoder.self, "data: \(data)\n\n".utf8)
        == [Self.event(data, json: isJSON ? data : nil)])
  }

  @Test("A comment can have any length, but a line of data cannot")
  func longLines() {
    #expect(DecodeSettings().limit == 64 << 20)
    let limit = 1 << 20
    var decoder = SSEDecoder(DecodeSettings(limit: limit))
    let values = NamedDecoder.Values()
    let part = [UInt8](repeating: 0x61, count: limit / 4)
    #expect(throws: Never.self) {
      try decoder.decode(Array(":".utf8).span, to: values)
      for _ in 0..<5 { try decoder.decode(part.span, to: values) }
    }
    #expect(throws: DeliveryError.tooLarge(limit: limit)) {
      try decoder.decode(Array("\ndata:".utf8).span, to: values)
      for _ in 0..<5 { try decoder.decode(part.span, to: values) }
    }
  }

  @Test(
    "Forms: a repeated name has a list",
    arguments: [
      ("a=1&b=2&a=3", "{\"a\":[\"1\",\"3\"],\"b\":\"2\"}"), ("a", "{\"a\":\"\"}"), ("&&", "{}"),
      ("=x&a=b=c", "{\"\":\"x\",\"a\":\"b=c\"}"),
      ("a+b=%C3%A9%2b&c=%zz%4", "{\"a b\":\"é+\",\"c\":\"%zz%4\"}"),
      ("é=%22%0A", "{\"é\":\"\\\"\\n\"}"),
      ("a=1&b=2\r\n", "{\"a\":\"1\",\"b\":\"2\"}"),
      ("a=1&b={}", "of another kind: field 2 contains an unencoded '{'"),
      ("not found", "of another kind: field 1 contains an unencoded ' '"),
      ("a=1\nb", "of another kind: field 1 contains an unencoded '\\x0a'"),
      ("a=1&b=%ff", "malformed: field 2 of the form is not UTF-8"),
    ])
  func form(_ body: String, _ value: String) {
    #expect(decoded(FormDecoder.self, body.utf8) == [value])
  }

  @Test("A hex dump has sixteen bytes per row")
  func hex() {
    #expect(
      decoded(HexDecoder.self, Array("0123456789abcdef".utf8) + [0x00, 0x1B, 0x7E, 0x7F, 0xFF]) == [
        """
        00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|
        00000010  00 1b 7e 7f ff                                    |..~..|

        """
      ])
  }
}
