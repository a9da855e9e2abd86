import APICall
import Synchronization
import TestServers
import Testing

@Suite("Requesters that are swapped", .timeLimit(.minutes(15)))
struct RequesterTests {
  private let endpoint: Endpoint

  init() throws {
    endpoint = try Endpoint(
      yaml: """
        host: http://a.test
        path: /users/{user}
        inputs:
          user: {type: integer}
          token: {type: string, secret: true}
        auth: {type: bearer, token: <token>}
        examples:
          ada:
            with: {user: 1, token: t0ken-value}
            response: {status: 200, json: {name: Ada}}
        """, named: "user.yaml")
  }

  @Test("Examples of the file respond")
  func fixture() async throws {
    let client = Client(requester: FixtureRequester())
    #expect(
      try await client.call(endpoint, ["user": 1, "token": "t0ken-value"]).text.contains("Ada"))
    let error = await client.start(endpoint, ["user": 2]).result.error
    guard case .transport(.noResponse, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.first?.message.contains("no example of user.yaml has these inputs") == true)
  }

  @Test("One response for every request, with its progress")
  func succeeding() async throws {
    let client = Client(requester: SucceedingRequester("[1]", status: .created))
    let events = client.events
    let response = try await client.call(endpoint, ["user": 1])
    #expect(response.status == .created && response.text == "[1]")
    #expect(response.url == "http://a.test/users/1")
    await client.shutdown()
    var received: [Int64] = []
    for await case .moved(_, let progress) in events { received.append(progress.received) }
    #expect(received == [0, 3])
  }

  @Test(
    "One error for every request",
    arguments: [
      RequestError.transport(.cannotConnect, []), .timedOut(.total, []), .cancelled,
      .noDataForTests, .transport(.tls, [Diagnostic("it has expired")]),
    ])
  func failing(_ error: RequestError) async throws {
    let found = await Client(requester: FailingRequester(error)).start(endpoint, ["user": 1])
      .result.error
    switch (error, found) {
    case (.transport(let one, _), .transport(let other, _)?): #expect(one == other)
    case (.timedOut(let one, _), .timedOut(let other, _)?): #expect(one == other)
    case (.cancelled, .cancelled?): break
    case (.other(let one), .other(let other)?): #expect(one.first?.message == other.first?.message)
    default: Issue.record("\(error) became \(String(describing: found))")
    }
  }

  @Test("Requests and responses are kept")
  func recording() async throws {
    let recorder = RecordingRequester(by: FixtureRequester())
    let client = Client(requester: recorder)
    _ = try await client.call(endpoint, ["user": 1, "token": "t0ken-value"])
    _ = await client.start(endpoint, ["user": 2, "token": "t0ken-value"]).result
    let exchanges = recorder.exchanges
    #expect(exchanges.count == 2)
    #expect(exchanges[0].request.method == .get)
    #expect(exchanges[0].request.url == "http://a.test/users/1")
    #expect(exchanges[0].request.headerFields[.authorization] == "Bearer t0ken-value")
    #expect(exchanges[0].head?.status == 200 && exchanges[0].error == nil)
    #expect(exchanges[1].head == nil && exchanges[1].error != nil)
    #expect("\(exchanges[0].request)" == "GET http://a.test/users/1")
  }

  @Test("A recorded response is passed on whole, however much of it is kept")
  func recordedWhole() async throws {
    struct Large: Requester {
      func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
        await receiver.receive(HTTPResponse(status: .ok))
        let piece = [UInt8](repeating: 65, count: 1 << 20)
        for _ in 0..<65 { await receiver.receive(piece) }
      }
    }
    let recorder = RecordingRequester(by: Large())
    let response = try await Client(requester: recorder).call(
      Endpoint(yaml: "url: http://a.test/\nmax_body: 80MiB\n"))
    #expect(response.body.count == 65 << 20)
    #expect(recorder.exchanges.first?.body.count == 64 << 20)
  }

  @Test("A requester of the program, on the main actor")
  @MainActor func own() async throws {
    let requester = Counter()
    let client = Client(requester: requester)
    let response = try await client.call(endpoint, ["user": 1, "token": "t0ken-value"])
    #expect(response.text == "1 http://a.test/users/1")
    #expect(requester.count == 1)
  }

  @Test("A cancelled call cancels its requester")
  func cancelled() async throws {
    struct Waiting: Requester {
      let begun: AsyncStream<Bool>.Continuation
      func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
        begun.yield(true)
        do { try await Task.sleep(for: .seconds(900)) } catch { throw .cancelled }
      }
    }
    let (begun, begin) = AsyncStream<Bool>.makeStream()
    let call = Client(requester: Waiting(begun: begin)).start(
      endpoint, ["user": 1, "token": "t0ken-value"])
    #expect(await begun.first() == true)
    call.cancel()
    #expect(await call.result.error?.isCancellation == true)
  }

  @Test("A call with a time limit that is cancelled half-way never succeeds")
  func cancelledWithLimit() async throws {
    struct Half: Requester {
      let begun: AsyncStream<Bool>.Continuation
      func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
        await receiver.receive(HTTPResponse(status: .ok))
        await receiver.receive(Array("half".utf8))
        begun.yield(true)
        do { try await Task.sleep(for: .seconds(900)) } catch { throw .cancelled }
      }
    }
    let limited = try Endpoint(.get, "http://a.test/") { $0.timeout = .seconds(900) }
    for _ in 0..<100 {
      let (begun, begin) = AsyncStream<Bool>.makeStream()
      let call = Client(requester: Half(begun: begin)).start(limited)
      #expect(await begun.first() == true)
      call.cancel()
      #expect(await call.result.error?.isCancellation == true)
    }
  }

  @Test("What a requester delivers after the end goes nowhere")
  func late() async throws {
    final class Late: Requester {
      let kept = Mutex<ResponseReceiver?>(nil)
      func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
        await receiver.receive(HTTPResponse(status: .ok))
        kept.withLock { $0 = receiver }
      }
    }
    let requester = Late()
    let client = Client(requester: requester)
    let response = try await client.call(endpoint, ["user": 1, "token": "t0ken-value"])
    let receiver = try #require(requester.kept.withLock { $0 })
    #expect(await receiver.receive(Array("late".utf8)) == .stop)
    #expect(response.body.isEmpty)
  }

  @Test("Retries see the errors of requesters")
  func retries() async throws {
    final class Flaky: Requester {
      let count = Mutex(0)
      func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number < 3 { throw .transport(.cannotConnect, []) }
        await receiver.receive(HTTPResponse(status: .ok))
      }
    }
    let requester = Flaky()
    let endpoint = try Endpoint(
      yaml: "url: http://a.test/\nretry: {times: 5, every: 1ms, on: [connect]}\n")
    #expect(try await Client(requester: requester).call(endpoint).status == 200)
    #expect(requester.count.withLock { $0 } == 3)
  }
}

/// Counts its requests.
@MainActor private final class Counter: Requester {
  private(set) var count = 0

  func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    count += 1
    await receiver.receive(HTTPResponse(status: .ok))
    await receiver.receive(Array("\(count) \(request.url)".utf8))
  }
}

extension RequestError {
  /// An error that the engine does not have.
  fileprivate static let noDataForTests = RequestError.other([Diagnostic("the tape is torn")])
}
