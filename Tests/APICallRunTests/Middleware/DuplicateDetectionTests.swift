import APICallContracts
import APICallHTTP
import APICallRequests
import APICallRun
import APICallSafety
import Synchronization
import TestWorlds
import Testing

@Suite("Detecting duplicate requests")
struct DuplicateDetectionTests {
  /// Sends the same request again, or another one, while the first is in progress.
  private struct Nested: RequestSender {
    static let name = "nested"
    static let summary = "Sends again while it sends."

    let again: OutgoingRequest
    let links: [any ExchangeMiddleware]
    let notes: Notes

    func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
      async throws(ExchangeError)
    {
      let inner = NextSender(through: links[...], to: ScriptedRequester(204))
      do throws(ExchangeError) {
        try await inner.send(again, to: HeadGate(before: receiver) { _ in false })
        notes.errors.withLock { $0.append(nil) }
      } catch {
        notes.errors.withLock { $0.append(error) }
      }
    }
  }

  @Test(
    "A request is refused while the same one is in progress, and not afterwards",
    arguments: [("/a", ExchangeError.duplicateRequest), ("/b", nil)])
  func refused(path: String, expected: ExchangeError?) async throws {
    let call = try SpecText.call("host: https://a.example\npath: /a")
    var resources = CallResources.fixed(SpecText.registry)
    resources.inFlight = InFlightRequests()
    let links = MiddlewareChain.links(for: call, in: resources)
    var again = call.request
    again.url.path = ProtectedText(path)
    let notes = Notes()
    let nested = Nested(again: again, links: links, notes: notes)
    let sender = NextSender(through: links[...], to: nested)
    for _ in 1...2 {
      try await sender.send(call.request, to: HeadGate(before: Sink()) { _ in false })
    }
    #expect(notes.errors.withLock { $0 } == [expected, expected])
  }

  private final class Notes: Sendable {
    let errors = Mutex<[ExchangeError?]>([])
  }

  private final class Sink: ExchangeReceiver {
    func receive(_ head: ResponseHead) -> Demand { .more }
    func receive(_ bytes: Span<UInt8>) -> Demand { .more }
  }
}
