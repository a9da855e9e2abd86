import APICallBase
import APICallContracts
package import APICallHTTP
package import APICallModel
package import APICallRequests
import APICallText

/// The responses that are a cause for a retry: the maps in `on` of `retry`.
package struct RetryCauses {
  private let call: Call
  private let registry: Registry
  private let causes: [(rule: Expectation, expectation: CallExpectation?)]

  /// Nil if the file names none.
  package init?(of call: Call, registry: Registry) {
    guard !call.retryCauses.isEmpty, let retry = call.endpoint.retry else { return nil }
    // Each page is judged by itself, as the server sent it.
    self.call =
      call.endpoint.pagination == nil
      ? call : call.with(endpoint: call.endpoint.with { $0.pagination = nil })
    self.registry = registry
    causes = Array(zip(retry.responses, call.retryCauses)).map { ($0, $1) }
  }

  /// Whether a response with a head may be a cause; its body decides.
  package func mayInclude(_ head: ResponseHead) -> Bool {
    causes.contains { $0.rule.status.mark == nil || $0.rule.accepts(head.status) }
  }

  package func include(_ response: ReceivedResponse) -> Bool {
    let trailers = TrailerFields()
    trailers.fields = response.trailers
    guard
      let body = try? IncomingBody(
        after: response.head, of: call, registry: registry, trailers: trailers)
    else { return false }
    let held = BufferedBody(body, isWatched: false)
    guard (try? held.receive(response.body.span)) != nil else { return false }
    return causes.contains { rule, expectation in
      (try? PolledResponse(body: body, held: held).findings(of: rule, expectation)) != nil
    }
  }
}
