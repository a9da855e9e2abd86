import APICallContracts
import APICallHTTP
import APICallSafety
import Synchronization

/// Answers the challenges of the call's own origin: once, and once more if the server reports stale
/// credentials.
///
/// A challenge of another origin, to which a redirect led, is passed on unanswered. So are later
/// challenges of the own origin: the credentials are not meant for a server that led the way back.
struct ChallengeAnswering: ExchangeMiddleware {
  private static let mostRequests = 3

  private let memory: Memory
  private let origin: Origin

  init(by responder: any ChallengeResponder, for request: OutgoingRequest) {
    memory = Memory(responder)
    origin = request.url.origin
  }

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    guard request.isOwn(at: origin) else {
      return try await next.send(request, to: receiver)
    }
    if let objection = memory.responder.objection(to: request) { throw objection }
    for number in 1...Self.mostRequests {
      let isLast = number == Self.mostRequests
      let (authorized, before) = try memory.authorize(request)
      var judgement = Judgement.passed
      let gate = HeadGate(before: receiver) { head in
        judgement = memory.judge(head, of: authorized, isLast: isLast)
        return judgement == .passed
      }
      if let before {
        receiver.note(
          further: FurtherExchange(.challenge, after: before, request: authorized))
      }
      try await next.send(authorized, to: gate)
      switch judgement {
      case .passed: return
      case .forged: throw .authorization(.forgedAnswer(origin))
      case .challenged: continue
      }
    }
  }

  enum Judgement: Sendable {
    case passed
    /// The server demands other credentials, and gets them.
    case challenged
    /// It proves that the server does not know the secret.
    case forged
  }

  /// What the server has sent so far; it applies to all requests of a call.
  private final class Memory: Sendable {
    private let state: Mutex<State>

    private struct State {
      var responder: any ChallengeResponder
      var challenge: ResponseHead?
    }

    init(_ responder: any ChallengeResponder) { state = Mutex(State(responder: responder)) }

    var responder: any ChallengeResponder { state.withLock { $0.responder } }

    /// Adds credentials to a request, if there is a challenge or something else to make them of.
    ///
    /// Returns the request, and the challenge that it answers, which is reported once.
    func authorize(
      _ request: OutgoingRequest
    ) throws(ExchangeError) -> (request: OutgoingRequest, challenge: ResponseHead?) {
      try state.withLock { (state) throws(ExchangeError) in
        defer { state.challenge = nil }
        var request = request
        if let value = try state.responder.authorization(for: request) {
          request.headers.append(HeaderField("Authorization", value))
        }
        return (request, state.challenge)
      }
    }

    func judge(_ head: ResponseHead, of request: OutgoingRequest, isLast: Bool) -> Judgement {
      state.withLock { state in
        guard head.status == 401 else {
          return state.responder.trusts(head, to: request) ? .passed : .forged
        }
        guard state.responder.learn(head), !isLast else { return .passed }
        state.challenge = head
        return .challenged
      }
    }
  }
}
