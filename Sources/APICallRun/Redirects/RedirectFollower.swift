import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallText

/// Follows redirects: `redirects` and `--follow`.
///
/// The time limit applies to the chain as a whole.
struct RedirectFollower: Middleware {
  let rule: RedirectRule
  let call: Call

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    var chain = RedirectChain(from: request, by: rule, of: call)
    var current = request
    while true {
      let gate = HeadGate(before: receiver) { head in
        !RedirectRule.isRedirect(head) || call.endpoint.expectation.accepts(head.status)
      }
      do throws(RequestError) {
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
    of request: Request, less time: Duration?, within first: Request
  ) throws(RequestError) -> TimeLimits {
    var limits = request.limits
    guard let total = limits.total, let time else { return limits }
    limits.total = total - time
    guard total > time else { throw outOfTime(first) ?? .timedOut(.total(after: total)) }
    return limits
  }

  /// The error names the limit of the whole chain, not the time that was left.
  private static func outOfTime(_ request: Request) -> RequestError? {
    request.limits.total.map { .timedOut(.total(after: $0)) }
  }
}
