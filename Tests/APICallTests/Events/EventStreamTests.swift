import APICall
import Synchronization
import TestServers
import Testing

@Suite("Events of a client", .timeLimit(.minutes(15)))
struct EventStreamTests {
  @Test("Three observers see the same, with secrets masked")
  func three() async throws {
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Echo: s3cret-value\r\n"
          + "Set-Cookie: id=c00kie-value\r\n\r\n{}"))
    defer { server.stop() }
    let endpoint = try Endpoint(
      yaml: """
        url: \(server.url)/
        inputs:
          token: {type: string, secret: true}
        query:
          key: <token>
        """)
    let client = Client()
    let streams = [client.events, client.events, client.events]
    let call = client.start(endpoint, ["token": "s3cret-value"])
    _ = try await call.response
    await client.shutdown()
    var seen: [[String]] = []
    for stream in streams {
      var lines: [String] = []
      for await event in stream {
        if case .moved = event { continue }
        #expect(event.call == call.id)
        lines.append("\(event)")
      }
      seen.append(lines)
    }
    #expect(seen[0] == seen[1] && seen[1] == seen[2])
    #expect(seen[0].map { $0.prefix { $0 != "(" } } == ["sending", "responded", "ended"])
    #expect(seen[0][0].contains("\(server.url)/?key=***"))
    for line in seen[0] {
      #expect(!line.contains("s3cret-value") && !line.contains("c00kie-value"))
    }
  }

  @Test("A slow observer loses only its own events, and is told how many")
  func slow() async throws {
    var configuration = ClientConfiguration()
    configuration.maximumEvents = 4
    let client = Client(configuration: configuration, requester: SucceedingRequester())
    let slow = client.events
    let count = Mutex(0)
    let fast = Task { [events = client.events] in
      var ends = 0
      for await event in events {
        if case .ended = event { ends += 1 }
        count.withLock { $0 = ends }
        if case .dropped = event { return -1 }
        if ends == 10 { return ends }
      }
      return ends
    }
    let endpoint = try Endpoint(yaml: "url: http://a.test/\n")
    for number in 1...10 {
      _ = try await client.call(endpoint)
      // The fast one keeps up, however slow the machine is.
      #expect(await waits { count.withLock { $0 == number } })
    }
    #expect(await fast.value == 10)
    await client.shutdown()
    var events: [Event] = []
    for await event in slow { events.append(event) }
    guard case .dropped(let count)? = events.first else {
      Issue.record("nothing was dropped")
      return
    }
    #expect(count > 0 && events.count == 5)
  }

  @Test("Failures and redirects are events")
  func failures() async throws {
    let server = try ScriptedServer { request, connection in
      let moved = request.hasPrefix("GET / ")
      connection.send(
        (moved
          ? "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"
          : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n").utf8)
    }
    defer { server.stop() }
    let client = Client()
    let events = client.events
    let error = await client.start(try Endpoint(yaml: "url: \(server.url)/\nredirects: 3\n")).result
      .error
    #expect(error?.response?.status == 404)
    #expect(error?.response?.url == "\(server.url)/next")
    #expect(error?.response?.hops.map(\.status.code) == [302])
    await client.shutdown()
    var names: [String] = []
    for await event in events {
      switch event {
      case .moved: break
      case .continuing(_, let reason, let url): names.append("\(reason) \(url)")
      case .ended(_, .failure): names.append("failed")
      default: names.append(String("\(event)".prefix { $0 != "(" }))
      }
    }
    #expect(
      names == ["sending", "responded", "redirect \(server.url)/next", "responded", "failed"])
  }

  @Test("Progress is told from the first byte to the last")
  func progress() async throws {
    let body = String(repeating: "x", count: 3_000_000)
    let server = try ScriptedServer.responding("200 OK", body, type: "text/plain")
    defer { server.stop() }
    let client = Client()
    let total = Task { [events = client.events] in
      var counts: [Int64] = []
      for await case .moved(_, let progress) in events { counts.append(progress.received) }
      return counts
    }
    _ = try await client.call(server.root)
    await client.shutdown()
    let counts = await total.value
    #expect(counts == counts.sorted() && counts.last == 3_000_000)
  }
}
