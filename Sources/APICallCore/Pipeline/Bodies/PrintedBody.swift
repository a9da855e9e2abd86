/// A body that is decoded, formatted and printed while it arrives.
final class PrintedBody: BodyRoute {
  private let call: Call
  private let printer: BodyPrinter

  init(_ call: Call, printer: BodyPrinter) {
    self.call = call
    self.printer = printer
  }

  var wantsMore: Bool { printer.wantsMore }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) { try printer.print(octets) }

  func finish() throws(Failure) {
    do {
      try printer.finish()
    } catch {
      throw Failure(error, call: call)
    }
  }
}
