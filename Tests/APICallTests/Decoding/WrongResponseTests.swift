import APICall
import Foundation
import TestServers
import Testing

@Suite("Wrong responses in a program", .timeLimit(.minutes(15)))
struct WrongResponseTests {
  private struct Item: Decodable, Equatable { var id: Int }
  private struct List: Decodable { var items: [Item]? }

  private static let items = #"{"items": [{"id": 1}]}"#
  /// The items in gzip.
  private static let gzip = [UInt8](
    Data(base64Encoded: "H4sIAAAAAAACA6tWyixJzS1WslKIrlbKTAHShrWxtQArXAD+FgAAAA==") ?? Data())

  /// Calls a server that sends these bytes after the status line.
  private func call(
    _ fields: [String], _ body: [UInt8], yaml: String = ""
  ) async throws -> Response {
    let (server, endpoint) = try started(fields, body, yaml: yaml)
    defer { server.stop() }
    return try await Client().call(endpoint)
  }

  private func started(
    _ fields: [String], _ body: [UInt8], yaml: String
  ) throws -> (ScriptedServer, Endpoint) {
    let head = (["HTTP/1.1 200 OK", "Connection: close"] + fields + ["", ""])
      .joined(separator: "\r\n")
    let server = try ScriptedServer(.read, .write(Array(head.utf8) + body))
    return (server, try Endpoint(yaml: "url: \(server.url)/\n\(yaml)"))
  }

  @Test(
    "A response that is cut, or whose coding is broken, is none",
    arguments: [
      (["Content-Length: \(items.utf8.count + 1)"], Array(items.utf8), .interrupted),
      (
        ["Transfer-Encoding: chunked"],
        Array("\(String(items.utf8.count, radix: 16))\r\n\(items)\r\n".utf8), .interrupted
      ),
      (["Content-Encoding: gzip"], Array(gzip.dropLast(4)), .interrupted),
      (["Content-Encoding: gzip"], gzip + Array("junk".utf8), .protocolError),
    ] as [([String], [UInt8], TransportFailure)])
  func incomplete(_ fields: [String], _ body: [UInt8], _ failure: TransportFailure) async throws {
    let error = await #expect(throws: RequestError.self) {
      try await call(["Content-Type: application/json"] + fields, body)
    }
    guard case .transport(failure, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "A path that leads nowhere has no value, and so has an empty stream",
    arguments: [
      (#"{"error": "quota"}"#, "application/json"), ("[]", "application/json"),
      ("null", "application/json"), ("", "application/x-ndjson"), ("", "text/event-stream"),
    ])
  func missing(_ body: String, _ type: String) async throws {
    let response = try await call(
      ["Content-Type: \(type)"], Array(body.utf8), yaml: "outputs: {all: $.items}\n")
    #expect(throws: RequestError.self) { try response.decode([Item]?.self, at: "$.items") }
    #expect(throws: RequestError.self) { try response.output("all") }
  }

  @Test("Trailer fields are read like header fields, and their secrets are masked")
  func trailers() async throws {
    let body = #"{"items": [{"id": "abcdef-secret"}]}"#
    let size = String(body.utf8.count, radix: 16)
    let chunks = "\(size)\r\n\(body)\r\n0\r\nDigest: abcdef-secret\r\n\r\n"
    for isSecret in [false, true] {
      let response = try await call(
        ["Content-Type: application/json", "Transfer-Encoding: chunked"], Array(chunks.utf8),
        yaml: "outputs: {sum: {trailer: digest, secret: \(isSecret)}}\n")
      #expect(try response.output("sum") == "abcdef-secret")
      let error = #expect(throws: RequestError.self) { try response.decode(List.self) }
      #expect("\(try #require(error))".contains("abcdef-secret") == !isSecret)
    }
    let (server, endpoint) = try started(
      ["Content-Type: application/json", "Transfer-Encoding: chunked"], Array(chunks.utf8),
      yaml: "outputs: {sum: {trailer: digest}}\n")
    defer { server.stop() }
    let client = Client(requester: RecordingRequester(by: CurlRequester()))
    #expect(try await client.call(endpoint).output("sum") == "abcdef-secret")
  }

  @Test("The beginning of a body is masked in the error of an output")
  func cookie() async throws {
    let response = try await call(
      ["Content-Type: text/plain", "Set-Cookie: sid=topsecretcookie"],
      Array("sid is topsecretcookie".utf8), yaml: "outputs: {all: $.items}\n")
    let error = #expect(throws: RequestError.self) { try response.output("all") }
    let words = "\(try #require(error))"
    #expect(words.contains("begins with 'sid is") && !words.contains("topsecret"))
  }

  @Test("null at a path is a value")
  func null() async throws {
    let response = try await call(
      ["Content-Type: application/json"], Array(#"{"items": null}"#.utf8),
      yaml: "outputs: {all: $.items}\n")
    #expect(try response.decode([Item]?.self, at: "$.items") == nil)
    #expect(try response.decode(List.self).items == nil)
    #expect(try response.output("all") == "null")
    #expect(throws: RequestError.self) { try response.decode([Item].self, at: "$.items") }
  }

  @Test(
    "A stream of values ends without an error only if it is whole and of its kind",
    arguments: [
      ("", "application/x-ndjson", 0, true), ("", "text/event-stream", 0, true),
      ("{\"id\": 1}\n", "application/x-ndjson", 1, true),
      ("<!doctype html>", "application/x-ndjson", 0, false),
      ("<!doctype html>", "text/event-stream", 0, false),
      ("{\"id\": 1}\n", "application/x-ndjson", 1, false),
    ])
  func values(_ body: String, _ type: String, _ count: Int, _ isRight: Bool) async throws {
    let isCut = !isRight && body.hasPrefix("{")
    let length = body.utf8.count + (isCut ? 1 : 0)
    let (server, endpoint) = try started(
      ["Content-Type: \(type)", "Content-Length: \(length)"], Array(body.utf8), yaml: "")
    defer { server.stop() }
    var found: [Item] = []
    var error: RequestError?
    do throws(RequestError) {
      var values = Client().stream(endpoint).values(Item.self).makeAsyncIterator()
      while let value = try await values.next() { found.append(value) }
    } catch let problem {
      error = problem
    }
    #expect((error == nil) == isRight)
    #expect(found.count == count)
  }
}
