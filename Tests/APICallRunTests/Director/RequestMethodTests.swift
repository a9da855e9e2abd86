import APICallBase
import APICallHTTP
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("The method and the body of a request")
struct RequestMethodTests {
  @Test(
    "The method is the file's own, else it follows from the body",
    arguments: [
      ("host: a.example", "GET"), ("host: a.example\njson: 1", "POST"),
      ("host: a.example\nform: {a: 1}", "POST"), ("host: a.example\nmethod: PUT\njson: 1", "PUT"),
      ("host: a.example\nmethod: PROPFIND", "PROPFIND"),
    ])
  func method(_ spec: String, _ method: String) throws {
    #expect(try SpecText.call(spec).request.method == method)
  }

  @Test("A value can be the method, if it is one word", arguments: ["GET", "X-1", "patch"])
  func value(_ method: String) throws {
    let spec = "host: a.example\nmethod: <m>\ninputs: {m: {}}"
    #expect(try SpecText.call(spec, ["m=\(method)"]).request.method == method)
  }

  @Test("An invalid method is refused", arguments: ["", "A B", "A\r\nX: y", "GET/", "é"])
  func refused(_ method: String) throws {
    let spec = "host: a.example\nmethod: <m>\ninputs: {m: {}}"
    #expect(throws: Failure.self) { try SpecText.call(spec, ["m=\(method)"]) }
  }

  @Test(
    "A form is encoded as a form, and JSON is sent as written",
    arguments: [
      ("form: {a: b c, d: [1, 2], e: ~, f: <o>, g: 1.50}", "a=b+c&d=1&d=2&g=1.50"),
      ("form: {}", ""), ("json: <o>", "null"), ("json: {a: <o>, b: 1.50}", #"{"b":1.50}"#),
    ])
  func body(_ field: String, _ body: String) throws {
    let call = try SpecText.call("host: a.example\ninputs: {o: {required: false}}\n\(field)")
    #expect(call.request.body?.held?.revealed == body)
  }

  @Test("Without a body field there is no body")
  func noBody() throws {
    #expect(try SpecText.call("host: a.example\nmethod: POST").request.body == nil)
  }
}
