import APICallBase

/// A body that is held for its parts to be printed.
final class SelectedBody: BodyRoute {
  private let body: IncomingBody
  private let printer: SelectionPrinter
  private let held: HeldOctets

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - printer: what prints the parts.
  init(_ body: IncomingBody, printer: SelectionPrinter) {
    self.body = body
    self.printer = printer
    held = HeldOctets(body)
  }

  var wantsMore: Bool { held.wantsMore }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) { try held.receive(octets) }

  func finish() throws(Failure) {
    try printer.print(HeldAnswer(body, held.octets), of: body.call)
  }
}
