import APICall
import Synchronization
import TestServers
import Testing

@Suite("Delegates of calls", .timeLimit(.minutes(15)))
struct CallDelegateTests {
  @Test("The result is there after the delegate has heard the end, except for the delegate itself")
  func resultAfterEnd() async throws {
    let client = Client(requester: SucceedingRequester())
    let endpoint = try Endpoint(yaml: "url: http://a.test/\n")
    for _ in 0..<200 {
      let delegate = EndingDelegate()
      let call = client.start(endpoint, delegate: delegate)
      delegate.call.withLock { $0 = call }
      _ = await call.result
      #expect(delegate.ends.withLock { $0 } == 1)
    }
  }

  @Test("A class of the main actor hears of the head, the bytes, the progress and the end")
  @MainActor func download() async throws {
    let body = String(repeating: "0123456789", count: 100_000)
    let server = try ScriptedServer.responding("200 OK", body, type: "text/plain")
    defer { server.stop() }
    let download = Download()
    let call = Client().start(try server.root, delegate: download)
    let response = try await call.response
    await download.hasEnded()
    #expect(response.body.isEmpty)
    #expect(
      download.head?.status == 200 && download.head?.headerFields[.contentType] == "text/plain")
    #expect(download.bytes == Array(body.utf8))
    #expect(download.progress.last?.received == 1_000_000)
    #expect(download.progress.last?.toReceive == 1_000_000)
    #expect(download.order.first == "head" && download.order.last == "end")
    #expect(download.order.filter { $0 == "end" }.count == 1)
  }

  @Test("An unexpected status is an error with its body, and no piece of it is delivered")
  @MainActor func unexpected() async throws {
    let server = try ScriptedServer.responding("404 Not Found", "gone")
    defer { server.stop() }
    let download = Download()
    let call = Client().start(try server.root, delegate: download)
    guard case .unexpectedStatus(let response, _)? = await call.result.error else {
      Issue.record("no unexpected status")
      return
    }
    await download.hasEnded()
    #expect(response.text == "gone")
    #expect(download.order.filter { $0 != "progress" } == ["end"])
  }

  @Test("A delegate is not kept alive, and its call goes on")
  func released() async throws {
    let (answering, answer) = AsyncStream<Bool>.makeStream()
    let server = try ScriptedServer { _, connection in
      answer.yield(true)
      _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
    }
    defer { server.stop() }
    let (call, reference) = begin(try server.root, by: Client())
    #expect(await answering.first() == true)
    #expect(try await call.response.status == 200)
    #expect(await waits { reference.delegate == nil })
  }

  private func begin(
    _ endpoint: Endpoint, by client: Client
  ) -> (call: PendingCall, reference: Reference) {
    let delegate = Quiet()
    return (client.start(endpoint, delegate: delegate), Reference(delegate: delegate))
  }

  @Test("Two calls have a delegate each")
  @MainActor func two() async throws {
    let (one, other) = (
      try ScriptedServer.responding("200 OK", "1"), try ScriptedServer.responding("200 OK", "22")
    )
    defer {
      one.stop()
      other.stop()
    }
    let (first, second) = (Download(), Download())
    let client = Client()
    let calls = [
      client.start(try one.root, delegate: first), client.start(try other.root, delegate: second),
    ]
    for call in calls { _ = try await call.response }
    await first.hasEnded()
    await second.hasEnded()
    #expect(first.bytes == Array("1".utf8) && second.bytes == Array("22".utf8))
  }

  private final class Quiet: CallDelegate {}

  private struct Reference {
    weak var delegate: Quiet?
  }
}

/// What a screen does with a download.
@MainActor private final class Download: CallDelegate {
  private(set) var order: [String] = []
  private(set) var head: HTTPResponse?
  private(set) var bytes: [UInt8] = []
  private(set) var progress: [TransferProgress] = []
  private var waiting: CheckedContinuation<Void, Never>?

  func call(_ id: CallID, received head: HTTPResponse) async {
    order.append("head")
    self.head = head
  }

  func call(_ id: CallID, received bytes: [UInt8]) async {
    order.append("bytes")
    self.bytes += bytes
  }

  func call(_ id: CallID, moved progress: TransferProgress) async {
    order.append("progress")
    self.progress.append(progress)
  }

  func call(_ id: CallID, ended result: Result<Response, RequestError>) async {
    order.append("end")
    waiting?.resume()
    waiting = nil
  }

  func hasEnded() async {
    if order.last == "end" { return }
    await withCheckedContinuation { waiting = $0 }
  }
}

/// Counts ends, and waits for the result of its own call.
private final class EndingDelegate: CallDelegate {
  let call = Mutex<PendingCall?>(nil)
  let ends = Mutex(0)

  func call(_ id: CallID, ended result: Result<Response, RequestError>) async {
    if let call = call.withLock({ $0 }) { _ = await call.result }
    await Task.yield()
    ends.withLock { $0 += 1 }
  }
}
