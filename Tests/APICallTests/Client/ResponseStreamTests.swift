import APICall
import Synchronization
import TestServers
import Testing

@Suite("Responses in pieces", .timeLimit(.minutes(15)))
struct ResponseStreamTests {
  @Test("The head comes first, then the pieces of the body")
  func pieces() async throws {
    let body = String(repeating: "abcdefghij", count: 300_000)
    let server = try ScriptedServer.responding("200 OK", body, type: "text/plain")
    defer { server.stop() }
    let stream = Client().stream(try server.root)
    #expect(try await stream.head.status == 200)
    var received: [UInt8] = []
    for try await piece in stream {
      #expect(!piece.isEmpty)
      received += piece
    }
    #expect(received == Array(body.utf8))
  }

  @Test("A slow reader makes the server wait")
  func backPressure() async throws {
    let sent = Mutex(0)
    let piece = [UInt8](repeating: 120, count: 64 << 10)
    let count = 640
    let server = try ScriptedServer { _, connection in
      let length = piece.count * count
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8)
      for _ in 0..<count {
        guard connection.send(piece) else { return }
        sent.withLock { $0 += 1 }
      }
    }
    defer { server.stop() }
    let stream = Client().stream(try server.root)
    _ = try await stream.head
    // The buffers of the sockets and of the stream hold some of it, but not 40 MiB.
    var before = -1
    while before != sent.withLock({ $0 }) {
      before = sent.withLock { $0 }
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(before < count / 2)
    var received = 0
    for try await piece in stream { received += piece.count }
    #expect(received == piece.count * count)
    #expect(sent.withLock { $0 } == count)
  }

  @Test("Leaving the loop closes the connection")
  func left() async throws {
    let (closed, close) = AsyncStream<Bool>.makeStream()
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc".utf8)
      close.yield(connection.receive().isEmpty)
    }
    defer { server.stop() }
    for try await piece in Client().stream(try server.root) {
      #expect(piece == Array("abc".utf8))
      break
    }
    #expect(await closed.first() == true)
  }

  @Test("A response that breaks off is an error after its pieces")
  func broken() async throws {
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc"))
    defer { server.stop() }
    var received: [UInt8] = []
    do throws(RequestError) {
      for try await piece in Client().stream(try server.rootOrFail) { received += piece }
      Issue.record("no error")
    } catch {
      guard case .transport(.interrupted, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(received == Array("abc".utf8))
  }

  @Test("Values can be read after the head, with keys in snake case, but not after pieces")
  func headThenValues() async throws {
    struct Item: Decodable, Equatable { var itemName: String }
    let text = "{\"item_name\": \"a\"}\n{\"item_name\": \"b\"}"
    let client = Client(
      requester: SucceedingRequester(text, contentType: "application/x-ndjson"))
    let endpoint = try Endpoint(yaml: "url: http://a.test/\n")
    let stream = client.stream(endpoint)
    var decoding = JSONDecoding()
    decoding.keys = .fromSnakeCase
    let values = stream.values(Item.self, using: decoding)
    #expect(try await stream.head.status == .ok)
    var items: [Item] = []
    for try await item in values { items.append(item) }
    #expect(items == [Item(itemName: "a"), Item(itemName: "b")])
    let other = client.stream(endpoint)
    _ = try await other.head
    let error = await #expect(throws: RequestError.self) {
      for try await _ in other.values(Item.self) {}
    }
    #expect(
      error?.description == """
        the body of this stream is read in pieces and as values
          hint: call values(_:using:) before anything of the response is read
        """)
  }

  @Test("A response that was cut stays an error for who reads it again")
  func again() async throws {
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"))
    defer { server.stop() }
    let stream = Client().stream(try server.root)
    for _ in 1...2 {
      let error = await #expect(throws: RequestError.self) {
        for try await _ in stream {}
      }
      guard case .transport = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("An unexpected status is an error with its body", arguments: [true, false])
  func unexpected(_ asksForHead: Bool) async throws {
    let server = try ScriptedServer.responding("500 Internal Server Error", "sorry")
    defer { server.stop() }
    let stream = Client().stream(try server.root)
    do throws(RequestError) {
      if asksForHead { _ = try await stream.head }
      for try await _ in stream { Issue.record("a piece") }
      Issue.record("no error")
    } catch {
      guard case .unexpectedStatus(let response, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(response.text == "sorry")
    }
  }

  @Test("Each line of JSON is decoded when it has arrived")
  func values() async throws {
    let server = try ScriptedServer(
      .read,
      .write("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"id\": 1}\n{\"id\""),
      .pause(.milliseconds(20)), .write(": 2}\n{\"id\": 3}"))
    defer { server.stop() }
    struct Item: Decodable, Equatable { var id: Int }
    var items: [Item] = []
    for try await item in Client().stream(try server.root).values(Item.self) { items.append(item) }
    #expect(items == [Item(id: 1), Item(id: 2), Item(id: 3)])
  }

  @Test("Server-sent events are decoded as they come")
  func events() async throws {
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
          + "event: tick\ndata: {\"n\": 1}\n\ndata: {\"n\": 2}\n\n"))
    defer { server.stop() }
    let client = Client()
    var texts: [String] = []
    struct Tick: Decodable {
      var event: String?
      var data: String
    }
    for try await tick in client.stream(try server.root).values(Tick.self) {
      texts.append("\(tick.event ?? "-") \(tick.data)")
    }
    #expect(texts == [#"tick {"n": 1}"#, #"message {"n": 2}"#])
  }
}

extension ScriptedServer {
  /// As ``root``, with the error of the library.
  fileprivate var rootOrFail: Endpoint {
    get throws(RequestError) { try Endpoint(yaml: "url: \(url)/\n") }
  }
}
