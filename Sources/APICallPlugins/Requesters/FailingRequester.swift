import APICallBase
package import APICallHTTP
import APICallRun
package import APICallSpec
import Synchronization

/// Fails in the way that --fail sets, without a network.
package struct FailingRequester: NamedRequester {
  package static let name = "failing"
  package static let summary = "Fails in the way that --fail sets, without a network."

  /// The entry without `--fail`, which is a mistake on the command line.
  static let entry = RequesterEntry(Self.self, isRemote: false) {
    (_) throws(Failure) in throw FailureMode.untold
  }

  /// The entry for a failure.
  ///
  /// - Parameter mishap: the failure. Its times are counted over all calls of the run.
  /// - Returns: the entry.
  package static func entry(_ mishap: FailureMode) -> RequesterEntry {
    let count = SendingCount()
    return RequesterEntry(Self.self, isRemote: false) { (context) throws(Failure) in
      let book = try ExampleIndex(
        context.endpoint, director: context.director, world: context.world)
      return Self(mishap, book: book, count: count, world: context.world)
    }
  }

  private let mishap: FailureMode
  private let book: ExampleIndex
  private let count: SendingCount
  private let world: World

  private init(
    _ mishap: FailureMode, book: ExampleIndex, count: SendingCount, world: World
  ) {
    self.mishap = mishap
    self.book = book
    self.count = count
    self.world = world
  }

  package func send(
    _ request: Request, to receiver: any ResponseReceiver
  ) async throws(RequestError) {
    if let times = mishap.times, count.next() > times {
      return try await FixtureRequester(book).send(request, to: receiver)
    }
    if let error = mishap.way.errorBeforeSending(request) { throw error }
    let received: ReceivedRequest
    do {
      received = try ReceivedRequest(request)
    } catch {
      throw .unreadableBody(error)
    }
    if let error = mishap.way.errorInPlaceOfAnswer(to: request) {
      let sent = Int64(received.body.count)
      if receiver.wantsProgress, sent > 0 {
        receiver.note(TransferProgress(sent: sent, toSend: sent))
      }
      throw error
    }

    let answers = StagedResponses(book)
    func delivery(_ answer: Response) -> StagedDelivery {
      StagedDelivery(answer, to: request, sent: received.body.count, receiver: receiver)
    }
    switch mishap.way {
    case .status(let status):
      var delivery = delivery(answers.answer(status, to: received))
      delivery.bringWhole()
    case .redirect:
      var delivery = delivery(answers.redirect(to: request))
      delivery.bringWhole()
    case .truncated:
      var delivery = delivery(answers.good(for: received))
      try delivery.bringHalf()
    case .slow(let time):
      var delivery = delivery(answers.good(for: received))
      try await delivery.bring(over: time, in: world)
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
