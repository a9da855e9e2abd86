import Glibc
import Synchronization
import TestServers
import Testing

@testable import APICall

@Suite("Prepared endpoints", .timeLimit(.minutes(15)))
struct PreparedEndpointTests {
  @Test("Each endpoint is its own, even with the same name or after another one was released")
  func identity() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let client = Client()
    for number in 0..<600 {
      // The memory of the endpoint before it may be used again.
      let endpoint = try Endpoint(yaml: "url: \(server.url)/\(number)\n", named: "same.yaml")
      _ = try await client.call(endpoint)
    }
    let paths = server.requests.map { $0.split(separator: " ")[1] }
    #expect(paths == (0..<600).map { "/\($0)" })
    #expect(client.engine.endpoints.count <= PreparedEndpoints.most)
  }

  @Test("What calls of one endpoint take from inputs and variables is as it is at each call")
  func values() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let variable = Atomic(0)
    var configuration = ClientConfiguration()
    configuration.variables = { name in
      name == "APICALL_PREPARED_TEST" ? "v\(variable.load(ordering: .relaxed))" : nil
    }
    let client = Client(configuration: configuration)
    let yaml =
      "host: \(server.url)\npath: /<id>\nquery: {v: <v>}\n"
      + "inputs: {id: {type: integer}, v: {env: APICALL_PREPARED_TEST}}\n"
    let file = try ScratchFile(yaml)
    let endpoint = try Endpoint(contentsOf: file.path, trust: .trusted)
    for number in 0..<3 {
      variable.store(number, ordering: .relaxed)
      _ = try await client.call(endpoint, ["id": .integer(number)])
    }
    let paths = server.requests.map { $0.split(separator: " ")[1] }
    #expect(paths == ["/0?v=v0", "/1?v=v1", "/2?v=v2"])
    #expect(client.engine.endpoints.count == 1)
  }

  @Test("A trusted endpoint does not make others trusted")
  func trust() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let yaml =
      "host: \(server.url)\npath: /\nquery: {v: <v>}\ninputs: {v: {env: PATH}}\n"
    let file = try ScratchFile(yaml)
    let client = Client()
    _ = try await client.call(try Endpoint(contentsOf: file.path, trust: .trusted))
    await #expect(throws: RequestError.self) {
      _ = try await client.call(try Endpoint(contentsOf: file.path))
    }
    #expect(server.requests.count == 1)
  }

  @Test("Calls of one endpoint at the same time do not share their inputs")
  func concurrent() async throws {
    let server = try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      let value = text.split(separator: "\r\n").first { $0.hasPrefix("X-Value: ") } ?? ""
      let body = "\(text.split(separator: " ")[1]) \(value)"
      return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    defer { server.stop() }
    let yaml =
      "host: \(server.url)\npath: /<id>\nheaders: {X-Value: <value>}\n"
      + "inputs: {id: {type: integer}, value: {}}\n"
    let endpoint = try Endpoint(yaml: yaml)
    let client = Client()
    let wrong = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<500 {
        group.addTask {
          let response = try? await client.call(
            endpoint, ["id": .integer(number), "value": .text("v\(number)")])
          return response?.text == "/\(number) X-Value: v\(number)"
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
    }
    #expect(wrong == 0)
  }
}

/// A file with a text, which is removed with the value.
private final class ScratchFile {
  let path: String

  init(_ text: String) throws {
    path = "/tmp/apicall-prepared-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).yaml"
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }

  deinit { unlink(path) }
}
