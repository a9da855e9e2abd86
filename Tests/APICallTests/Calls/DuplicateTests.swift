import APICall
import Glibc
import TestServers
import Testing

@Suite("Calls with the same request", .timeLimit(.minutes(15)))
struct DuplicateTests {
  private func client(_ policy: DuplicatePolicy) -> Client {
    var configuration = ClientConfiguration()
    configuration.duplicates = policy
    return Client(configuration: configuration)
  }

  /// Starts a server that responds once it is told to.
  private func heldServer() throws -> (server: ScriptedServer, release: Flag) {
    let flag = Flag()
    let server = try ScriptedServer { _, connection in
      flag.waits()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
    }
    return (server, flag)
  }

  @Test("The second is refused, until the first has ended")
  func refused() async throws {
    let (server, release) = try heldServer()
    defer { server.stop() }
    let (client, endpoint) = (client(.refuse), try server.root)
    let first = client.start(endpoint)
    #expect(await server.hasRequests())
    let error = await client.start(endpoint).result.error
    guard case .duplicateRequest? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error.map { "\($0)" }?.contains("the same request is already in progress") == true)
    release.raise()
    #expect(try await first.response.text == "{}")
    #expect(try await client.call(endpoint).text == "{}")
    #expect(server.requests.count == 2)
  }

  @Test("Calls with other inputs do not share, since they may expect another response")
  func expectations() async throws {
    let (server, release) = try heldServer()
    defer { server.stop() }
    let client = client(.share)
    let endpoint = try Endpoint(
      yaml: "url: \(server.url)/\ninputs: {want: {}}\nexpect: {headers: {Content-Length: <want>}}\n"
    )
    let calls = ["2", "2", "3"].map { client.start(endpoint, ["want": .text($0)]) }
    #expect(await server.hasRequests(2))
    release.raise()
    var results: [Bool] = []
    for call in calls { results.append(await call.result.error == nil) }
    #expect(results == [true, true, false])
    #expect(server.requests.count == 2)
  }

  @Test("All share one response; the last one that leaves ends it")
  func shared() async throws {
    let (server, release) = try heldServer()
    let (closing, closed) = try ScriptedServer.closing()
    defer {
      server.stop()
      closing.stop()
    }
    let (client, endpoint, hanging) = (client(.share), try server.root, try closing.root)
    let calls = (0..<10).map { _ in client.start(endpoint) }
    #expect(await server.hasRequests())
    // Calls begin in their order, so all of them wait once the last one was cancelled. A call that
    // leaves while it is alone would end the one that the others are to share.
    let last = client.start(endpoint)
    last.cancel()
    #expect(await last.result.error?.isCancellation == true)
    calls[0].cancel()
    calls[5].cancel()
    #expect(await calls[0].result.error?.isCancellation == true)
    #expect(await calls[5].result.error?.isCancellation == true)
    release.raise()
    for (number, call) in calls.enumerated() {
      let error = await call.result.error
      #expect((error == nil) == (number % 5 != 0))
    }
    #expect(server.requests.count == 1)

    let leaving = (0..<3).map { _ in client.start(hanging) }
    #expect(await closing.hasRequests())
    for call in leaving { call.cancel() }
    for call in leaving { #expect(await call.result.error?.isCancellation == true) }
    #expect(await closed.first() == true)
  }

  @Test("Calls by the same name share, too: a project reads a file once")
  func named() async throws {
    let (server, release) = try heldServer()
    defer { server.stop() }
    let folder = "/tmp/apicall-project-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try #require(mkdir(folder, 0o700) == 0 && mkdir("\(folder)/endpoints", 0o700) == 0)
    let file = "\(folder)/endpoints/get.yaml"
    defer {
      unlink(file)
      rmdir("\(folder)/endpoints")
      rmdir(folder)
    }
    let handle = try #require(fopen(file, "w"))
    fputs("url: \(server.url)/\n", handle)
    fclose(handle)
    var configuration = ClientConfiguration()
    configuration.duplicates = .share
    let client = Client(project: Project(at: folder), configuration: configuration)
    let calls = (0..<3).map { _ in client.start("get") }
    let last = client.start("get")
    last.cancel()
    #expect(await last.result.error?.isCancellation == true)
    release.raise()
    for call in calls { #expect(try await call.response.text == "{}") }
    #expect(server.requests.count == 1)
  }

  @Test("Requests that change something are not shared, and others are sent as often as asked")
  func sent() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let post = try Endpoint(yaml: "url: \(server.url)/\nmethod: POST\njson: {a: 1}\n")
    let sharing = client(.share)
    for call in (0..<2).map({ _ in sharing.start(post) }) { _ = try await call.response }
    let allowing = client(.allow)
    let endpoint = try server.root
    for call in (0..<2).map({ _ in allowing.start(endpoint) }) { _ = try await call.response }
    #expect(server.requests.count == 4)
  }
}
