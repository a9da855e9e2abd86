import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallText

/// Follows redirects: `redirects` and `--follow`.
///
/// The time limit applies to the chain as a whole.
struct RedirectFollower: ExchangeMiddleware {
  let rule: RedirectRule
  let call: Call

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    var chain = RedirectChain(from: request, by: rule, of: call)
    var current = request
    while true {
      let gate = HeadGate(before: receiver) { head in
        !RedirectRule.isRedirect(head) || call.endpoint.expectation.accepts(head.status)
      }
      do throws(ExchangeError) {
        try await next.send(current, to: gate)
      } catch {
        if case .timedOut(.total) = error { throw Self.outOfTime(request) ?? error }
        // What follows the header of a redirect does not matter.
        guard gate.refused != nil, error != .cancelled else { throw error }
      }
      guard let head = gate.refused else { return }
      let limits = try Self.limits(of: current, less: gate.timings.total, within: request)
      current = try chain.next(after: head)
      current.limits = limits
      receiver.note(further: FurtherExchange(.redirect, after: head, request: current))
    }
  }

  private static func limits(
    of request: OutgoingRequest, less time: Duration?, within first: OutgoingRequest
  ) throws(ExchangeError) -> TimeLimits {
    var limits = request.limits
    guard let total = limits.total, let time else { return limits }
    limits.total = total - time
    guard total > time else { throw outOfTime(first) ?? .timedOut(.total(after: total)) }
    return limits
  }

  /// The error names the limit of the whole chain, not the time that was left.
  private static func outOfTime(_ request: OutgoingRequest) -> ExchangeError? {
    request.limits.total.map { .timedOut(.total(after: $0)) }
  }
}
