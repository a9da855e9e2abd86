import APICallBase
import APICallHTTP

/// Sends requests to a mock server over plain HTTP, whatever their origin: `--mock`.
///
/// The innermost of all: what is outside of it goes by the true origins. The Host field names the
/// true host all the same.
struct MockDiversion: Middleware {
  private let mock: Origin

  init(to mock: Origin) { self.mock = mock }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    var request = request
    request.url.origin = mock
    try await next.send(request, to: receiver)
  }
}
