import APICallBase
import APICallHTTP
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import APICallText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Reading endpoint files")
struct EndpointReaderTests {
  static let spec = """
    summary: Log in
    host: https://a.example
    inputs:
      email:
      page: {type: integer, default: 1, help: the page}
      tag: {required: false, secret: true}
      code: {default: 007}
    expect: {status: [200, 404]}
    outputs:
      token: {from: $.token, secret: true}
      etag: {header: ETag, default: null}
      first: $.data[0].id
      csrf: {regex: 'value="(.*?)"'}
    timeout: 1.5s
    format: json
    requester: fixture
    form: {email: <email>}
    examples:
      ok:
        with: {email: 1, page: 2}
        response: {status: 201, headers: {Age: 3}, json: {a: 1.0, b: [<x>]}}
      text:
        response: {text: "a<b>"}
      none:
        response: {}
    """

  @Test("Every field is read")
  func fields() throws {
    let endpoint = try SpecText.endpoint(Self.spec)
    #expect(endpoint.summary == "Log in")
    #expect(endpoint.inputs.map(\.name) == ["email", "page", "tag", "code"])
    #expect(endpoint.inputs.map(\.isRequired) == [true, false, false, false])
    #expect(endpoint.inputs.map(\.isSecret) == [false, false, true, false])
    #expect(endpoint.inputs.map { $0.defaultValue?.plainText } == [nil, "1", nil, "007"])
    #expect(endpoint.input(named: "page")?.help == "the page")
    #expect(endpoint.outputs.map(\.name) == ["token", "etag", "first", "csrf"])
    #expect(endpoint.outputs.map(\.isSecret) == [true, false, false, false])
    #expect(endpoint.outputs.map { $0.pattern?.excerpt } == [nil, nil, nil, "value=\"(.*?)\""])
    #expect(endpoint.outputs[1].defaultValue?.isNull == true)
    #expect(endpoint.timeout.limits.total == .milliseconds(1_500))
    #expect(endpoint.format?.text == "json")
    #expect(endpoint.requester?.text == "fixture")
    #expect(endpoint.defaultMethod == "POST")
    #expect(endpoint.file == "call.yaml")
  }

  @Test("An example has a response, and inputs with their types")
  func examples() throws {
    let examples = try SpecText.endpoint(Self.spec).examples
    #expect(examples.map(\.name) == ["ok", "text", "none"])
    #expect(examples[0].inputs?["email"]?.plainText == "1")
    #expect(examples[0].inputs?["page"]?.typeName == "a number")
    #expect(examples[1].inputs == nil)
    #expect(examples[0].head.status == 201)
    #expect(examples[0].head.reason == "Created")
    #expect(
      examples[0].head.headers == [.init("Age", "3"), .init("Content-Type", "application/json")])
    let bodies = examples.map {
      $0.response.body.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(bodies == [#"{"a":1.0,"b":["<x>"]}"#, "a<b>", nil])
    #expect(examples[1].head.header("content-type") == "text/plain")
    #expect(examples[2].head.header("content-type") == nil)
  }

  @Test("The shortest file is one line")
  func shortest() throws {
    let endpoint = try SpecText.endpoint("host: a.example")
    #expect(endpoint.path == nil && endpoint.method == nil && endpoint.body == nil)
    #expect(endpoint.defaultMethod == "GET")
    #expect(endpoint.expectation.status.text == "2xx")
    #expect(endpoint.templates.count == 1)
  }

  @Test("An anchor can be used for values")
  func anchors() throws {
    let call = try SpecText.call(
      "host: a.example\nquery: &q {a: <x>}\nform: *q\ninputs: {x: {}}", ["x=1"])
    #expect(call.request.url.query?.revealed == "a=1")
    #expect(call.request.body?.held?.revealed == "a=1")
  }

  @Test("Fields have unique names, a type and a summary")
  func descriptions() {
    let fields = EndpointFields.descriptions.flatMap(\.flattened)
    #expect(Set(fields.map(\.path)).count == fields.count)
    for (path, field) in fields + ProjectFields.descriptions.flatMap(\.flattened) {
      #expect(!field.takes.isEmpty && field.summary.hasSuffix("."), "\(path)")
    }
    #expect(fields.contains { $0.path == "examples.NAME.response.status" })
  }

  @Test("Any text is an endpoint or a failure with a message")
  func anyText() {
    var random = SeededGenerator(seed: 71)
    let lines = Self.spec.split(separator: "\n").map(String.init)
    let bits = [
      "<", "{", "}", "[", "]", ": ", "#", "\"", "'", "é", "- ", "null", "\t", "&a ", "*a", "|", "~",
    ]
    for iteration in 0..<150 {
      var text = lines
      for _ in 0...random.below(3) {
        let index = random.below(text.count)
        var line = Array(text[index])
        line.insert(contentsOf: random.pick(bits), at: random.below(line.count + 1))
        text[index] = String(line)
      }
      do {
        _ = try SpecText.endpoint(text.joined(separator: "\n"))
      } catch {
        #expect(
          error.status == .badInput && !error.diagnostics.isEmpty
            && error.diagnostics.allSatisfy { $0.mark != nil && !$0.text.isEmpty },
          "seed 71, iteration \(iteration): \(text.joined(separator: "\n"))")
      }
    }
  }

  @Test("A file with very many errors gets the first hundred, and a note that there are more")
  func manyProblems() throws {
    let spec = (0..<150).map { "unknown\($0): x\n" }.joined()
    let failure = #expect(throws: Failure.self) { try SpecText.endpoint(spec) }
    let diagnostics = try #require(failure?.diagnostics)
    #expect(diagnostics.count == 101)
    #expect(diagnostics[99].message == "unknown field 'unknown99'")
    #expect(diagnostics[100].message == "there are more problems than the 100 above")
  }
}
