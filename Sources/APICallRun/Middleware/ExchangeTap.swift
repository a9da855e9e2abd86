package import APICallRequests
package import APICallResponses

/// Sees every exchange of a run: what is sent to a server, and what comes back.
///
/// Its middleware is below retries, redirects, pages and signing. So it gets each request as the
/// requester gets it, also those of needed calls and of auth types.
package protocol ExchangeTap: Sendable {
  /// Returns the middleware for one call.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - place: the place of the call in the run.
  ///   - usesHeaders: whether other calls use header fields of the response.
  /// - Returns: the middleware, which may also respond itself.
  func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any Middleware
}
