import APICallBase

/// A body that is passed on as it arrives, while other calls take what they use of it.
final class CapturedBody: BodyRoute {
  private let body: IncomingBody
  private let route: any BodyRoute
  private let capture: ResponseCapture
  private let held: BufferedBody?

  init(_ body: IncomingBody, holds: Bool, for capture: ResponseCapture, on route: any BodyRoute) {
    self.body = body
    self.route = route
    self.capture = capture
    held = holds ? BufferedBody(body) : nil
  }

  var wantsMore: Bool { route.wantsMore || held?.wantsMore == true }
  var envelopeBody: EnvelopeBody? { route.envelopeBody }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    if route.wantsMore { try route.receive(bytes) }
    try held?.receive(bytes)
  }

  func finish() throws(Failure) {
    try route.finish()
    try held?.finish()
    // Nothing is taken from an unexpected response.
    if body.judge?.problems.isEmpty != false { try capture.take(held, of: body) }
  }
}
