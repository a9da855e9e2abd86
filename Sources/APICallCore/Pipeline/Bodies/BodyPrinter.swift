/// Takes a body piece by piece through a decoder and a formatter to a sink.
final class BodyPrinter {
  private var decoder: (any ResponseDecoder)?
  private let printer: ValuePrinter
  private var hasBegun = false

  /// Creates a printer for one body.
  ///
  /// - Parameters:
  ///   - decoder: the decoder; nil prints the octets as they come.
  ///   - formatter: the formatter.
  ///   - output: where to write.
  init(decoder: (any ResponseDecoder)?, formatter: any OutputFormatter, output: any ByteSink) {
    self.decoder = decoder
    printer = ValuePrinter(formatter: formatter, output: output)
  }

  /// Prints the next piece.
  func print(_ octets: Span<UInt8>) throws(DeliveryError) {
    if !hasBegun {
      hasBegun = true
      if decoder == nil { try printer.begin(.octets) } else { try decoder?.begin(printer) }
    }
    do {
      if decoder == nil {
        try printer.receive(octets)
      } else {
        try decoder?.decode(octets, to: printer)
      }
    } catch {
      // What came before a fault is seen as well.
      if case .malformed = error { try printer.output.flush() }
      throw error
    }
  }

  /// Ends the body.
  ///
  /// One that never began is empty, and prints nothing.
  func finish() throws(DeliveryError) {
    guard hasBegun else { return }
    if decoder == nil { try printer.end() } else { try decoder?.end(printer) }
    try printer.output.flush()
  }
}
