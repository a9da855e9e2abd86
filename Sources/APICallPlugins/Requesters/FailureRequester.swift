import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallModel
import APICallRequests
import Synchronization

/// Fails in the way that --fail sets, without a network.
package struct FailureRequester: NamedRequester {
  package static let name = "failing"
  package static let summary = "Fails in the way that --fail sets, without a network."

  /// The entry without `--fail`, which is a mistake on the command line.
  static let entry = RequesterEntry(Self.self, isRemote: false) {
    (_) throws(Failure) in throw FailureMode.missingOption
  }

  package static func entry(_ failureMode: FailureMode) -> RequesterEntry {
    let count = SendingCount()
    return RequesterEntry(Self.self, isRemote: false) { (context) throws(Failure) in
      let index = try ExampleIndex(of: context)
      return Self(failureMode: failureMode, index: index, count: count, world: context.world)
    }
  }

  private let failureMode: FailureMode
  private let index: ExampleIndex
  private let count: SendingCount
  private let world: World

  package func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver
  ) async throws(ExchangeError) {
    if let times = failureMode.times, count.next() > times {
      return try await ExampleRequester(index).send(request, to: receiver)
    }
    if let error = failureMode.way.errorBeforeSending(request) { throw error }
    let received = try ReceivedRequest(reading: request)
    if let error = failureMode.way.errorInPlaceOfResponse(to: request) {
      let sent = Int64(received.body.count)
      if receiver.wantsProgress, sent > 0 {
        receiver.note(ExchangeProgress(sent: sent, toSend: sent))
      }
      throw error
    }

    let response =
      switch failureMode.way {
      case .status(let status): index.response(status, to: received)
      case .redirect: ExampleIndex.redirect(to: request)
      default: index.goodResponse(to: received)
      }
    var delivery = StagedDelivery(
      response, to: request, sent: received.body.count, receiver: receiver)
    switch failureMode.way {
    case .status, .redirect: delivery.bringWhole()
    case .truncated: try delivery.bringHalf()
    case .slow(let time): try await delivery.bring(over: time, in: world)
    case .unknownHost, .noConnection, .noTLS, .timeout, .reset, .garbage: break
    }
  }
}

/// Counts the requests of a run, also for concurrent calls.
private final class SendingCount: Sendable {
  private let sent = Atomic(0)

  /// The number of the next request, starting at 1.
  func next() -> Int { sent.add(1, ordering: .relaxed).newValue }
}
