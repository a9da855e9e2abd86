import APICallHTTP
import APICallLanguage
import APICallRequests
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("The secrets of a call")
struct RedactedCallTests {
  private func shown(
    _ text: String, in spec: String, _ inputs: [String] = [], _ head: ResponseHead? = nil
  ) throws -> String {
    let call = try SpecText.call("host: a.example\n" + spec, inputs)
    let redactor = Redactor(call)
    return (head.map { redactor.knowing($0, of: call.endpoint) } ?? redactor).masking(text)
  }

  @Test(
    "Inputs, lets and values made from them are secret",
    arguments: [
      ("an input", "inputs: {k: {secret: true}}", ["k=hunter2"], "hunter2", "***"),
      ("an open input", "inputs: {k: {}}", ["k=hunter2"], "hunter2", "hunter2"),
      ("a short one", "inputs: {k: {secret: true}}", ["k=abcde"], "abcde", "abcde"),
      (
        "a list", "inputs: {k: {type: array, secret: true}}", ["k=hunter2", "k=hunter3"],
        "hunter3, hunter2, 5", "***, ***, 5"
      ),
      (
        "a map", "inputs: {k: {type: object, secret: true}}",
        [#"k:={"key":[{"a":"hunter2"},12345678]}"#], "key hunter2 12345678", "key *** ***"
      ),
      (
        "a let", "inputs: {k: {secret: true}}\nlet: {l: 'a-<k>-b'}", ["k=no"], "no a-no-b",
        "no ***"
      ),
      (
        "a digest in a header field",
        "inputs: {k: {secret: true}}\nheaders: {X: 'v1=<k | sha256 | hex>'}", ["k=x"],
        "v1=2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", "v1=***"
      ),
      (
        "what stands in the query", "inputs: {k: {secret: true}}\nquery: {q: <k | upper>}",
        ["k=hunter2"], "HUNTER2", "***"
      ),
      (
        "what stands in the body", "inputs: {k: {secret: true}}\njson: {q: '<k><k>'}",
        ["k=abc"], "abcabc abc", "*** abc"
      ),
      (
        "credentials that the file holds", "headers: {Authorization: 'Bearer hunter2'}", [],
        "Bearer hunter2", "Bearer ***"
      ),
      (
        "the password in Basic", "headers: {Authorization: 'basic dXNlcjpodW50ZXIy'}", [],
        "user:hunter2 dXNlcjpodW50ZXIy", "user:*** ***"
      ),
      (
        "credentials without a scheme", "headers: {Proxy-Authorization: hunter2}", [], "hunter2",
        "***"
      ),
      (
        "cookies", #"headers: {Cookie: 'a=hunter2; b="hunter3"; c'}"#, [], "a=hunter2 hunter3 c",
        "a=*** *** c"
      ),
    ] as [(String, String, [String], String, String)])
  func secrets(
    _ name: String, _ spec: String, _ inputs: [String], _ text: String, _ masked: String
  ) throws {
    #expect(try shown(text, in: spec, inputs) == masked)
  }

  @Test("The head of the response can add secrets")
  func head() throws {
    let head = ResponseHead(
      status: 200,
      headers: [
        .init("Set-Cookie", "id=hunter2; Path=/account"), .init("X-Token", "hunter3"),
        .init("ETag", "hunter4"),
      ])
    let spec = "outputs: {t: {header: x-token, secret: true}, e: {header: etag}}"
    #expect(
      try shown("hunter2 hunter3 hunter4 /account", in: spec, [], head)
        == "*** *** hunter4 /account")
  }

  @Test("What a pattern takes from a secret header field is secret, and so is the whole field")
  func taken() throws {
    let head = ResponseHead(
      status: 200,
      headers: [.init("X-Token", "t=hunter2"), .init("X-Token", "id=hunter3; v=1")])
    let spec = "outputs: {t: {header: x-token, regex: 'id=([^;]*)', secret: true}}"
    #expect(
      try shown("t=hunter2, hunter2, hunter3, id=hunter3; v=1, v=1", in: spec, [], head)
        == "***, hunter2, ***, ***, v=1")
  }

  @Test("Secret outputs are masked once they are known")
  func outputs() throws {
    var redactor = Redactor(try SpecText.call("host: a.example"))
    redactor.learn(try Value(json: #"{"token": "hunter2"}"#))
    #expect(redactor.masking("token hunter2") == "token ***")
  }

  @Test("Secrets are masked anywhere in a request")
  func request() throws {
    let spec = """
      host: a.example
      path: /hunter2/x
      inputs: {k: {secret: true}}
      query: {a: hunter2, b: <k>}
      headers: {X-A: 'a hunter2 b', X-B: <k>}
      json: {a: hunter2, b: <k>, c: h}
      """
    let call = try SpecText.call(spec, ["k=hunter2"])
    let request = Redactor(call).protecting(call.request)
    #expect(request.url.text.masked == "https://a.example/***/x?a=***&b=***")
    #expect(request.headers.first { $0.isNamed("X-A") }?.shownValue == "a *** b")
    #expect(request.body?.masked == #"{"a":"***","b":"***","c":"h"}"#)
    #expect(request.body?.held?.revealed == call.request.body?.held?.revealed)
    #expect(request.url.text.revealed == call.request.url.text.revealed)
  }

  @Test("Printing a scope or a call never shows a secret")
  func scope() throws {
    let spec = "host: a.example\ninputs: {key: {secret: true}}\njson: {k: <key>}"
    let call = try SpecText.call(spec, ["key=hunter2"])
    var dumped = "\(call)" + String(reflecting: call)
    dump(call.scope, to: &dumped)
    dump(call.request, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect("\(Scope.Binding(.text("a")))" == "\"a\"")
    #expect("\(Scope.Binding(nil))" == "nothing")
  }
}
