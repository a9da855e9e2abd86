/// Takes a body piece by piece through a decoder and a formatter to a sink.
final class BodyPrinter {
  private var decoder: DecodingStage?
  private let printer: ValuePrinter
  private var hasBegun = false

  /// Creates a printer for one body.
  ///
  /// - Parameters:
  ///   - decoder: the decoder; nil prints the octets as they come.
  ///   - mediaType: the body's media type, for its charset and what else the decoder wants to know.
  ///   - formatter: the formatter.
  ///   - output: where to write.
  init(
    decoder: (any ResponseDecoder.Type)?, mediaType: MediaType?, formatter: any OutputFormatter,
    output: any ByteSink
  ) {
    // What is printed as it is need not be clean.
    let isStrict = type(of: formatter).layout != .values || decoder?.kind == .json
    self.decoder = decoder.map { DecodingStage($0, mediaType: mediaType, isStrict: isStrict) }
    printer = ValuePrinter(
      formatter: formatter, output: output, isChecked: decoder?.checksJSON ?? false)
  }

  /// Prints the next piece.
  func print(_ octets: Span<UInt8>) throws(DeliveryError) {
    do {
      if !hasBegun {
        hasBegun = true
        if decoder == nil { try printer.begin(.octets) } else { try decoder?.begin(printer) }
      }
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
    try printer.finish()
    try printer.output.flush()
  }
}
