package import APICallRequests
package import APICallResponses

/// Sees every exchange of a run: what is sent to a server, and what comes back.
///
/// Its middleware is below retries, redirects, pages and signing. So it gets each request as the
/// requester gets it, also those of needed calls, but not those that an auth type sends
/// for credentials.
package protocol ExchangeTap: Sendable {
  /// Returns the middleware for one call, which may also respond itself.
  func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any ExchangeMiddleware
}
