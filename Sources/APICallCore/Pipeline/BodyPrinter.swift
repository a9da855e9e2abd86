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

  /// Prints the next piece, and lets it leave the process: what has arrived is seen.
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
    try printer.output.flush()
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

/// Hands the values of a decoder to a formatter.
private final class ValuePrinter: ValueReceiver {
  private var formatter: any OutputFormatter
  let output: any ByteSink

  init(formatter: any OutputFormatter, output: any ByteSink) {
    self.formatter = formatter
    self.output = output
  }

  func begin(_ kind: ValueKind) throws(DeliveryError) { try formatter.begin(kind, output) }
  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    try formatter.format(octets, output)
  }
  func end() throws(DeliveryError) { try formatter.end(output) }
}
