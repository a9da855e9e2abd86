import APICallBase

/// A body that goes where it goes, and is held besides.
final class CapturedBody: BodyRoute {
  private let body: IncomingBody
  private let route: any BodyRoute
  private let capture: AnswerCapture
  private var held: HeldOctets?
  private let wantsBody: Bool

  init(_ body: IncomingBody, holds: Bool, for capture: AnswerCapture, on route: any BodyRoute) {
    self.body = body
    self.route = route
    self.capture = capture
    wantsBody = holds
    held = holds ? HeldOctets(body) : nil
  }

  var wantsMore: Bool { route.wantsMore || held?.wantsMore == true }
  var envelopeBody: EnvelopeBody? { route.envelopeBody }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if route.wantsMore { try route.receive(octets) }
    try held?.receive(octets)
  }

  func finish() throws(Failure) {
    try route.finish()
    // What is not as it is expected leaves nothing.
    guard body.judge?.problems.isEmpty != false else { return }
    try capture.take(held?.octets ?? [], of: body)
  }
}
