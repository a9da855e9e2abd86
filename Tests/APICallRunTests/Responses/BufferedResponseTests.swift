import APICallBase
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallResponses
import APICallText
import TestWorlds
import Testing

@Suite("Parts of a buffered response")
struct BufferedResponseTests {
  static let spec = """
    host: a.example
    outputs:
      first: $.data[0].id
      last: $.data[-1].id
      all: $.data[*].id
      text: $.text
      nothing: $.null
      map: $.map
      etag: {header: ETag, default: 7}
      fallback: {from: $.missing, default: {a: [1.0]}}
      names: $.missing[*].name | default(list())
      tested: $..[?@.id == 1.1].id
      matched: $.data[?match(@.id, '[a-c]')].id
      searched: $.data[?search(@.id, '(x+x+)+[yz]')].id
    """
  static let body =
    #"{"data": [{"id": 1.10}, {"id": "b"}], "text": "é\n", "null": null, "map": {"z": 1, "a": 2}}"#

  private func answer(_ body: String, type: String = "application/json") throws -> BufferedResponse
  {
    let head = ResponseHead(status: 201, headers: [.init("Content-Type", type)])
    let decoder = MediaType(type).flatMap { Builtins.registry().decoder(for: $0) }
    return try BufferedResponse(
      ReceivedResponse(head: head, body: Array(body.utf8)), decoder: decoder)
  }

  @Test(
    "A singular path gives the value, any other path the list, all with their spelling",
    arguments: [
      ("first", "1.10"), ("last", "\"b\""), ("all", "[1.10,\"b\"]"), ("text", "\"é\\n\""),
      ("nothing", "null"), ("map", #"{"z": 1, "a": 2}"#), ("etag", "7"),
      ("fallback", #"{"a":[1.0]}"#),
      ("names", "[]"), ("tested", "[1.10]"), ("matched", "[\"b\"]"), ("searched", "[]"),
      ("status", "201"),
      ("headers.content-type", "\"application/json\""),
    ])
  func parts(_ name: String, _ json: String) throws {
    let endpoint = try SpecText.endpoint(Self.spec)
    let value = try answer(Self.body).value(of: Selection(name, of: endpoint), in: endpoint)
    #expect(String(decoding: value.jsonText, as: UTF8.self) == json)
  }

  @Test("A regular expression that never ends is stopped with an error")
  func slow() throws {
    let endpoint = try SpecText.endpoint(Self.spec)
    let items = Array(repeating: "{\"id\":\"\(String(repeating: "x", count: 5_000))\"}", count: 50)
    let answer = try answer("{\"data\":[\(items.joined(separator: ","))]}")
    let failure = #expect(throws: Failure.self) {
      try answer.value(of: Selection("searched", of: endpoint), in: endpoint)
    }
    #expect(failure?.status == .decoding)
    #expect(failure?.diagnostics.first?.message.contains("takes too many steps") == true)
  }

  @Test(
    "A body that is not a list or map is JSON if its media type says so",
    arguments: [
      ("application/json", true), ("application/problem+json", true), ("text/json", true),
      ("text/plain", false), ("image/png", false),
    ])
  func mediaTypes(_ type: String, _ isJSON: Bool) throws {
    #expect(try (answer("1", type: type).body != nil) == isJSON)
  }

  @Test("An empty body has no value, and an invalid one is malformed")
  func noBody() throws {
    #expect(try answer("").body == nil)
    #expect(throws: DeliveryError.self) { try answer("{") }
  }

  @Test("A path that takes too many steps is stopped")
  func tooMuch() throws {
    let stars = Array(repeating: "*", count: 60).joined(separator: ",")
    let endpoint = try SpecText.endpoint("host: a.example\noutputs: {all: '$[\(stars)]'}")
    let zeros = Array(repeating: "0", count: 20_000).joined(separator: ",")
    let body = try answer("[\(zeros)]")
    let failure = #expect(throws: Failure.self) {
      try body.value(of: Selection("all", of: endpoint), in: endpoint)
    }
    #expect(failure?.status == .decoding)
    #expect(
      failure?.diagnostics.first?.message
        == "cannot evaluate $[\(stars)] for the output 'all': the path selects more than 1080004"
        + " values: name the members instead of `..` and `*`")
  }

  @Test("A buffer keeps what fits and no more")
  func buffer() throws {
    let buffer = BufferSink(limit: 3)
    try buffer.write("ab")
    #expect(throws: DeliveryError.tooLarge(limit: 3)) { try buffer.write("cd") }
    try buffer.write("c")
    #expect(buffer.bytes == Array("abc".utf8))
  }
}
