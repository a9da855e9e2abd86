import APICallHTTP
import TestWorlds
import Testing

@Suite("GraphQL requests")
struct GraphQLTests {
  static let inputs =
    "inputs: {id: {type: integer, default: 7}, all: {type: object, default: {a: 1.0}}, "
    + "none: {required: false}, key: {secret: true, default: hunter2}}\n"

  @Test(
    "The document is sent as written, and variables keep their types",
    arguments: [
      ("{query: '{ me { id } }'}", #"{"query":"{ me { id } }"}"#),
      (
        "{query: 'query($id: Int) { a(b: $id, c: \"<id>\") }', variables: {id: <id>, s: v<id>}}",
        #"{"query":"query($id: Int) { a(b: $id, c: \"<id>\") }","variables":{"id":7,"s":"v7"}}"#
      ),
      ("{query: q, variables: <all>}", #"{"query":"q","variables":{"a":1.0}}"#),
      ("{query: q, variables: <none>}", #"{"query":"q"}"#),
      ("{query: q, variables: {a: <none>, b: null}}", #"{"query":"q","variables":{"b":null}}"#),
      ("{query: q, variables: {}}", #"{"query":"q","variables":{}}"#),
      (
        "{operation_name: Op<id>, query: q, variables: {a: 1}}",
        #"{"query":"q","variables":{"a":1},"operationName":"Op7"}"#
      ),
      ("{query: q, operation_name: <none>}", #"{"query":"q"}"#),
      ("{query: {file: me.graphql}}", #"{"query":"{ me(a: \"<id>\") }\n"}"#),
      (
        "{query: {file: '<none | default(\"me\")>.graphql'}}", #"{"query":"{ me(a: \"<id>\") }\n"}"#
      ),
      ("{query: \"a\\tb\\n\\\\\"}", #"{"query":"a\tb\n\\"}"#),
    ])
  func body(_ graphql: String, _ sent: String) throws {
    let files = MemoryFiles(["me.graphql": "{ me(a: \"<id>\") }\n"])
    let body = try BodyText(Self.inputs + "graphql: " + graphql, files: files)
    #expect(body.text == sent)
    #expect(body.header("Content-Type") == "application/json" && body.request.method == "POST")
  }

  @Test("Secrets in variables are masked")
  func secrets() throws {
    let spec = "graphql: {query: q, variables: {k: <key>}, operation_name: x<key>}"
    let body = try BodyText(Self.inputs + spec)
    #expect(
      body.request.body?.masked
        == #"{"query":"q","variables":{"k":"***"},"operationName":"x***"}"#)
  }

  private func exchange(
    _ answer: String, _ status: Int = 200, format: String? = nil, print: [String] = [],
    isTerminal: Bool = false
  ) async throws -> Exchange {
    try await Exchange(
      ScriptedRequester(status, answer),
      "host: a.example\ngraphql: {query: q}\noutputs: {id: $.data.id}", format: format,
      print: print, isTerminal: isTerminal)
  }

  @Test(
    "Errors in a response with status 200 fail the expectation, unless their list is empty",
    arguments: [
      (#"{"data":{"id":1}}"#, 0), (#"{"data":{"id":1},"errors":[]}"#, 0),
      (#"{"data":{"id":1},"errors":null}"#, 0), (#"{"errors":{},"data":{}}"#, 0), ("[1]", 8),
      (#"{"errors":[{"message":"no"}],"data":null}"#, 9), (#"{"errors":[1]}"#, 9),
      (#"{"errors":"no"}"#, 9), (#"{"errors":{"a":1}}"#, 9), ("", 8), (#"{"errors":[1]"#, 8),
    ] as [(String, Int32)])
  func judged(_ answer: String, _ status: Int32) async throws {
    let result = try await exchange(answer)
    #expect(result.status == status)
    if status != 8 { #expect(result.text == answer && result.error.isEmpty) }
  }

  @Test("With --print, a failed response goes to standard error, and nothing to the output")
  func part() async throws {
    let bad = try await exchange(#"{"data":{"id":1},"errors":[1]}"#, print: ["id"])
    #expect(bad.status == 9 && bad.output.isEmpty)
    #expect(bad.error.text == "{\"data\":{\"id\":1},\"errors\":[1]}\n")
    let good = try await exchange(#"{"data":{"id":1}}"#, print: ["id"])
    #expect(good.status == 0 && good.text == "1\n")
  }

  @Test("A failed response is printed in the requested format")
  func format() async throws {
    let result = try await exchange(#"{"errors":[1]}"#, format: "json")
    #expect(result.status == 9 && result.text == "{\n  \"errors\": [\n    1\n  ]\n}\n")
  }

  @Test("An unexpected status is handled as usual")
  func status() async throws {
    let result = try await exchange(#"{"errors":[{"message":"no"}]}"#, 400)
    #expect(result.status == 4 && result.text == #"{"errors":[{"message":"no"}]}"#)
  }

  @Test("A response too long to be checked is refused")
  func tooLong() async throws {
    var requester = ScriptedRequester("x")
    requester.pieces = [[UInt8]](
      repeating: [UInt8](repeating: 0x20, count: 1 << 20), count: 65)
    let result = try await Exchange(requester, "host: a.example\ngraphql: {query: q}")
    #expect(result.status == 8 && result.output.isEmpty)
  }
}
