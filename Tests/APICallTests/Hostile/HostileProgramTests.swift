import APICall
import Synchronization
import TestServers
import Testing

@Suite("Programs whose code does not end, or calls back", .timeLimit(.minutes(15)))
struct HostileProgramTests {
  private static func endpoint(_ more: String = "") throws -> Endpoint {
    try Endpoint(yaml: "url: https://a.test/\n\(more)")
  }

  /// Waits for something that no test ever does.
  private static func never() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  private struct Source: SecretSource {
    let name = "source"
    let find: @Sendable () async -> Void
    func secret(named name: String) async throws(RequestError) -> Secret? {
      await find()
      return try Secret("s3cret-value", for: ["https://a.test"])
    }
  }

  private static let secretive = "auth: {type: bearer, token: <secret.a>}"

  @Test("A requester that never returns ends neither a time limit nor a cancellation")
  func endlessRequester() async throws {
    let requester = RespondingRequester { _ in
      await Self.never()
      return (.ok, "")
    }
    let client = Client(requester: requester)
    guard
      case .timedOut(.total, _)? = await client.start(try Self.endpoint("timeout: 50ms"))
        .result.error
    else {
      Issue.record("no time limit")
      return
    }
    let before = requester.requests.count
    let call = client.start(try Self.endpoint())
    #expect(await waits { requester.requests.count > before })
    call.cancel()
    #expect(await call.result.error?.isCancellation == true)
    await client.shutdown()
  }

  @Test("Nor does a source of secrets")
  func endlessSource() async throws {
    var configuration = ClientConfiguration()
    let isAsked = Flag()
    configuration.secrets = [
      Source {
        isAsked.raise()
        await Self.never()
      }
    ]
    let client = Client(
      configuration: configuration, requester: RespondingRequester { _ in (.ok, "") })
    let call = client.start(try Self.endpoint(Self.secretive))
    #expect(await waits { isAsked.isRaised })
    call.cancel()
    #expect(await call.result.error?.isCancellation == true)
    await client.shutdown()
  }

  @Test("A source of secrets may call the same client, which allows one call")
  func callingSource() async throws {
    let own = Mutex<Client?>(nil)
    var configuration = ClientConfiguration()
    configuration.maximumCalls = 1
    configuration.secrets = [
      Source {
        let client = own.withLock { $0 }
        _ = try? await client?.call(try Self.endpoint())
      }
    ]
    let requester = RespondingRequester { _ in (.ok, "") }
    let client = Client(configuration: configuration, requester: requester)
    own.withLock { $0 = client }
    _ = try await client.call(try Self.endpoint(Self.secretive))
    #expect(requester.requests.count == 2)
    own.withLock { $0 = nil }
  }

  @Test("Shutting down in the middle of a call does not wait for it")
  func shutdownWithin() async throws {
    let own = Mutex<Client?>(nil)
    let client = Client(
      requester: RespondingRequester { _ in
        let client = own.withLock { $0 }
        await client?.shutdown()
        return (.ok, "")
      })
    own.withLock { $0 = client }
    _ = await client.start(try Self.endpoint()).result
    #expect(await client.start(try Self.endpoint()).result.error?.isCancellation == true)
    own.withLock { $0 = nil }
  }

  @Test("A shared call within one with the same request is sent")
  func shareWithin() async throws {
    let own = Mutex<(client: Client, endpoint: Endpoint)?>(nil)
    let count = Atomic(0)
    var configuration = ClientConfiguration()
    configuration.duplicates = .share
    let requester = RespondingRequester { _ throws(RequestError) in
      let isFirst = count.add(1, ordering: .relaxed).newValue == 1
      if isFirst, let (client, endpoint) = own.withLock({ $0 }) {
        _ = try await client.call(endpoint)
      }
      return (.ok, "")
    }
    let client = Client(configuration: configuration, requester: requester)
    let endpoint = try Self.endpoint()
    own.withLock { $0 = (client, endpoint) }
    _ = try await client.call(endpoint)
    #expect(requester.requests.count == 2)
    own.withLock { $0 = nil }
  }

  @Test("After the end of a client, its streams, delegates and steps end")
  func afterShutdown() async throws {
    final class Ending: CallDelegate {
      let ends = Atomic(0)
      func call(_ id: CallID, ended result: Result<Response, RequestError>) async {
        ends.add(1, ordering: .relaxed)
      }
    }
    let client = Client(requester: SucceedingRequester())
    await client.shutdown()
    let endpoint = try Self.endpoint()
    let error = await #expect(throws: RequestError.self) {
      for try await _ in client.stream(endpoint) {}
    }
    #expect(error?.isCancellation == true)
    let delegate = Ending()
    let call = client.start(endpoint, delegate: delegate)
    #expect(await call.result.error?.isCancellation == true)
    #expect(delegate.ends.load(ordering: .relaxed) == 1)
    for await _ in client.run("none").steps {}
  }

  @Test("Texts and built endpoints name no files")
  func files() async throws {
    let requester = RespondingRequester { _ in (.ok, "") }
    let client = Client(requester: requester)
    for body in [
      "file: Package.swift", "multipart: {a: {file: Package.swift}}",
      "graphql: {query: {file: Package.swift}}",
    ] {
      var error: RequestError?
      do throws(RequestError) {
        _ = try await client.call(Endpoint(yaml: "url: http://a.test/\nmethod: POST\n\(body)\n"))
      } catch let found {
        error = found
      }
      #expect(
        error?.diagnostics.first?.message
          == "a text that is not in a file cannot name the file 'Package.swift'", "\(body)")
    }
    #expect(requester.requests.isEmpty)
  }

  @Test("Values that are too deep, or are not numbers, are errors")
  func values() {
    var deep = Endpoint.Value.list([])
    for _ in 0..<5_000 { deep = .list([deep]) }
    var found: [Diagnostic] = []
    do throws(RequestError) {
      _ = try Endpoint(.post, "http://a.test/") {
        $0.body = .json(deep)
        $0.query["n"] = .number(.nan)
      }
    } catch {
      found = error.diagnostics
    }
    #expect(
      found.map(\.message) == [
        "nan is not a number that can be sent", "a value is nested more than 64 deep",
      ])
  }

  @Test("A decoder that the program sets may decode its own type")
  func recursion() async throws {
    struct Name: Decodable, Equatable { var name: String }
    var decoding = JSONDecoding()
    decoding.setDecoder(for: Name.self) { decoder in
      var name = try decoder.singleValueContainer().decode(Name.self)
      name.name += "!"
      return name
    }
    let client = Client(requester: SucceedingRequester(#"[{"name": "a"}, {"name": "b"}]"#))
    let response = try await client.call(try Self.endpoint())
    #expect(
      try response.decode([Name].self, using: decoding) == [Name(name: "a!"), Name(name: "b!")])
  }

  @Test("A long body of lines is decoded without much more memory than it has")
  func lines() async throws {
    let body = String(repeating: "1\n", count: 1 << 19)
    let client = Client(
      requester: SucceedingRequester(body, contentType: "application/x-ndjson"))
    let numbers: [Int] = try await client.call(try Self.endpoint()).decode()
    #expect(numbers.count == 1 << 19)
  }
}
