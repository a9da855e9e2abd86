import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallText
import TestWorlds
import Testing

@Suite("Examples whose requests change with each call")
struct VolatileExampleTests {
  static let spec = """
    host: https://a.example
    path: /v1/<+folder>/<stamp>/items
    inputs: {user: {}, folder: {default: a/b}, key: {secret: true, default: k}}
    let:
      stamp: <now() | date("unix")>
      message: <stamp>.<user>
      fixed: <user | upper>
    query: {fixed: <fixed>, nonce: "n-<random(1, 9)>-z"}
    headers: {X-Id: <uuid()>, X-Sig: v1=<message | hmac_sha256(key) | hex>, X-User: <fixed>}
    json: {at: <stamp>, id: "<uuid()>", user: <fixed>, list: [<user>, 'by <fake("name")>.']}
    examples:
      ann: {with: {user: ann}, response: {text: for ann}}
      bob: {with: {user: bob}, response: {text: for bob}}
    """

  private func service() throws -> MockService {
    try MockService([SpecText.endpoint(Self.spec)], world: .fixed())
  }

  private func answer(to request: ReceivedRequest) throws -> String {
    String(decoding: try service().response(to: request).body, as: UTF8.self)
  }

  private func request(_ user: String) throws -> ReceivedRequest {
    var world = World.fixed(seed: 99)
    world.now = { UTCTimestamp(seconds: 2_000_000_000) }
    let call = try CallBuilder(world: world, destination: Destination())
      .call(SpecText.endpoint(Self.spec), with: [.init(name: "user", text: user)])
    return try ReceivedRequest(call.request)
  }

  @Test("Only the parts that follow from the inputs are compared")
  func matches() throws {
    #expect(try answer(to: request("ann")) == "for ann")
    #expect(try answer(to: request("bob")) == "for bob")
    #expect(try answer(to: request("eve")).contains("no example"))
  }

  @Test("The text around volatile parts is compared")
  func around() throws {
    let good = try request("ann")
    func changed(_ change: (inout ReceivedRequest) -> Void) throws -> String {
      var request = good
      change(&request)
      return try answer(to: request)
    }
    #expect(try changed { $0.query = Array("fixed=ANN&nonce=n-any%20thing-z".utf8) } == "for ann")
    #expect(try changed { $0.query = Array("fixed=ANN&nonce=m-1-z".utf8) }.contains("no example"))
    #expect(try changed { $0.query = Array("fixed=ANN".utf8) }.contains("no example"))
    #expect(try changed { $0.path = Array("/v1/a/b/now/items".utf8) } == "for ann")
    #expect(try changed { $0.path = Array("/v1/a/c/now/items".utf8) }.contains("no example"))
    #expect(try changed { $0.path = Array("/v1/a/b/items".utf8) }.contains("no "))
    #expect(try changed { $0.headers.removeAll { $0.name == "X-Id" } }.contains("no example"))
    let body = #"{"at":"any","id":7,"user":"ANN","list":["ann","by x."]}"#
    #expect(try changed { $0.body = Array(body.utf8) } == "for ann")
    for wrong in [
      body.replacing("ANN", with: "BOB"), body.replacing("by x.", with: "by x"),
      body.replacing(",\"by x.\"", with: ""), body.replacing("\"at\":\"any\",", with: ""),
      body.replacing("\"by x.\"", with: "1"), "[]", "",
    ] {
      #expect(try changed { $0.body = Array(wrong.utf8) }.contains("no example"), "\(wrong)")
    }
  }

  @Test("The same applies to the fields of a form")
  func form() throws {
    let spec = """
      host: https://a.example
      inputs: {a: {}}
      form: {id: <uuid()>, a: <a>}
      examples: {x: {with: {a: 1}, response: {text: yes}}}
      """
    let service = try MockService([SpecText.endpoint(spec)], world: .fixed())
    for (body, isGood) in [
      ("id=1&a=1", true), ("id=%20&a=1", true), ("id=1&a=2", false), ("a=1", false),
    ] {
      let request = ReceivedRequest(
        method: "POST", authority: "a.example", path: Array("/".utf8), query: [], headers: [],
        body: Array(body.utf8))
      #expect((service.response(to: request).head.status == 200) == isGood, "\(body)")
    }
  }
}
