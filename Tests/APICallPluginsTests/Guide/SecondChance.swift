package import APICallContracts
package import APICallHTTP
package import APICallRun

/// Retries a request once if the server reports that it was too early (RFC 8470, section 5.2).
package struct SecondChance: ExchangeMiddleware {
  package init() {}

  package func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    let gate = HeadGate(before: receiver) { $0.status != 425 }
    try await next.send(request, to: gate)
    guard let refused = gate.refused else { return }
    receiver.note(
      further: FurtherExchange(
        .retry(after: .zero, attempt: 2, of: 2), after: refused, request: request))
    try await next.send(request, to: receiver)
  }
}
