import APICallBase
import APICallHTTP
import APICallSpec

/// Holds back the answer to a call that may be made again, until it is known whether it is the last
/// one; any other is shown to nobody.
final class PollGate: ResponseReceiver {
  private let poll: AnswerPoll
  private let call: Call
  private let receiver: any ResponseReceiver
  private let registry: Registry
  private let error: any ByteSink
  private var body: IncomingBody?
  private var held: HeldOctets?
  private var failure: Failure?
  /// Whether the answer ends the polling, and is for the receiver as it comes.
  private var hasPassed = false

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - poll: what looks at the answer.
  ///   - call: the call.
  ///   - receiver: who gets the last answer.
  ///   - registry: the decoders to choose from.
  ///   - error: where the body of an answer is shown that ends all hope.
  init(
    _ poll: AnswerPoll, of call: Call, before receiver: any ResponseReceiver, registry: Registry,
    error: any ByteSink
  ) {
    self.poll = poll
    self.call = call
    self.receiver = receiver
    self.registry = registry
    self.error = error
  }

  func receive(_ head: ResponseHead) -> Demand {
    if !poll.rule.namesStatus, !call.endpoint.expectation.accepts(head.status) {
      hasPassed = true
      return receiver.receive(head)
    }
    do throws(Failure) {
      let body = try IncomingBody(after: head, of: call, registry: registry)
      self.body = body
      held = HeldOctets(body)
      return .more
    } catch {
      failure = error
      return .stop
    }
  }

  func receive(_ octets: Span<UInt8>) -> Demand {
    if hasPassed { return receiver.receive(octets) }
    guard let held else { return .stop }
    do {
      try held.receive(octets)
      return held.wantsMore ? .more : .stop
    } catch {
      failure = Failure(error, call: call)
      return .stop
    }
  }

  /// Judges the answer, and hands it on if it is the last one.
  ///
  /// - Returns: whether the receiver has it.
  /// - Throws: a ``Failure`` with exit status 9 where it is one of those that end all hope.
  func finish() throws(Failure) -> Bool {
    if let failure { throw failure }
    guard !hasPassed, let body, let held else { return true }
    let octets = held.octets
    poll.judge(body, octets)
    switch poll.verdict {
    case .wanted, nil:
      if receiver.receive(body.head) == .more, !octets.isEmpty {
        _ = receiver.receive(octets.span)
      }
      return true
    case .again:
      receiver.note(page: body.head)
      return false
    case .hopeless(let problems):
      receiver.note(page: body.head)
      // What went wrong is told there, most often.
      let shown = ErrorBody(body, output: error)
      try? shown.receive(octets.span)
      try? shown.finish()
      throw Failure(.expectation, problems)
    case .undecodable(let failure):
      receiver.note(page: body.head)
      throw failure
    }
  }

  func pause() -> Demand { hasPassed ? receiver.pause() : .more }

  var allowsSilence: Bool {
    hasPassed ? receiver.allowsSilence : body?.isLive == true && body?.stop != nil
  }

  var wantsProgress: Bool { receiver.wantsProgress }

  func note(_ peer: Peer) { receiver.note(peer) }

  func note(interim head: ResponseHead) { receiver.note(interim: head) }

  func note(trailers fields: [ResponseHead.Field]) { receiver.note(trailers: fields) }

  func note(_ progress: TransferProgress) { receiver.note(progress) }

  func note(_ timings: Timings) { receiver.note(timings) }

  func note(page head: ResponseHead) { receiver.note(page: head) }

  func note(further exchange: FurtherExchange) { receiver.note(further: exchange) }
}
