import APICall
import TestServers
import Testing

@Suite("Servers that send secrets back", .timeLimit(.minutes(15)))
struct HostileServerTests {
  private static let secret = "s3cr3tP4ssw0rdXYZ"

  private static func endpoint(_ url: String, _ more: String = "") throws -> Endpoint {
    try Endpoint(
      yaml: """
        url: \(url)
        inputs: {t: {secret: true}}
        headers: {Authorization: "Bearer <t>"}
        \(more)
        """, named: "e.yaml")
  }

  @Test("A secret in the URL of a redirect is shown neither by the response nor by the requests")
  func redirect() async throws {
    let server = try ScriptedServer { request, connection in
      let next = request.hasPrefix("GET /next") ? "last" : "next"
      connection.send(
        (request.hasPrefix("GET /last")
          ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
          : "HTTP/1.1 302 Found\r\nLocation: /\(next)?leak=\(Self.secret)\r\n"
            + "Content-Length: 0\r\n\r\n").utf8)
    }
    defer { server.stop() }
    let recorder = RecordingRequester(by: CurlRequester())
    let client = Client(requester: recorder)
    let response = try await client.call(
      Self.endpoint("\(server.url)/", "redirects: 5"), ["t": .text(Self.secret)])
    let shown = "\(response.url) \(response.hops) \(recorder.exchanges)"
    #expect(response.hops.count == 2)
    #expect(shown.contains("leak="))
    #expect(!shown.contains(Self.secret), "\(shown)")
  }

  @Test("Nor is one in the hint about a redirect, or in a reason phrase")
  func hints() async throws {
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 302 \(Self.secret)\r\nLocation: /next?leak=\(Self.secret)\r\nContent-Length: 0\r\n\r\n"
      ))
    defer { server.stop() }
    let client = Client()
    let events = client.events
    let error = await client.start(
      try Self.endpoint("\(server.url)/"), ["t": .text(Self.secret)]
    ).result.error
    await client.shutdown()
    var seen: [String] = []
    for await event in events { seen.append("\(event)") }
    #expect(error?.diagnostics.first?.hint?.contains("leak=***") == true)
    #expect("\(String(describing: error)) \(seen)".contains(Self.secret) == false)
    #expect(seen.count > 2)
  }

  @Test("A decoding error quotes no secret output")
  func decoding() async throws {
    struct Other: Decodable { var other: Int }
    let outputs = "outputs: {token: {from: $.token, secret: true}}"
    for body in [
      #"{"token": "\#(Self.secret)"}"#, #"{"token": "\#(Self.secret)""#,
      #"{"token": "\#(Self.secret)", "other": "x"}"#,
    ] {
      let client = Client(requester: RespondingRequester { _ in (.ok, body) })
      let response = try await client.call(
        try Self.endpoint("http://a.test/", outputs), ["t": "other-secret"])
      let error = #expect(throws: RequestError.self) { try response.decode(Other.self) }
      #expect(error?.description.contains(Self.secret) == false, "\(String(describing: error))")
      let path = #expect(throws: RequestError.self) { try response.value(at: "$.none") }
      #expect(path?.description.contains(Self.secret) == false)
    }
  }

  @Test("Unread events keep the beginning of a body only")
  func events() async throws {
    let body = String(repeating: "x", count: 3 << 20)
    let client = Client(requester: RespondingRequester { _ in (.badRequest, body) })
    let events = client.events
    _ = await client.start(try Endpoint(yaml: "url: http://a.test/")).result
    await client.shutdown()
    var sizes: [Int] = []
    for await case .ended(_, .failure(let error)) in events {
      sizes.append(error.response?.body.count ?? 0)
    }
    #expect(sizes == [1 << 20])
  }

  @Test("Places in a body of another format are not made up")
  func places() async throws {
    let client = Client(
      requester: SucceedingRequester("# comment\na: x\n", contentType: "application/yaml"))
    let response = try await client.call(try Endpoint(yaml: "url: http://a.test/"))
    let error = #expect(throws: RequestError.self) { try response.decode(Int.self, at: "$.a") }
    #expect(error?.description == "cannot decode $.a: a string is not a number")
    let documents = Client(
      requester: SucceedingRequester("--- 1\n--- 2\n", contentType: "application/yaml"))
    let all = try await documents.call(try Endpoint(yaml: "url: http://a.test/"))
    #expect(try all.decode([Int].self) == [1, 2])
  }
}
