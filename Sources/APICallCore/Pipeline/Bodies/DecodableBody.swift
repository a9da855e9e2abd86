/// The body of an unexpected answer: printed in the format if it decodes, and as it came if not.
final class DecodableBody: BodyRoute {
  private let call: Call
  private let printer: BodyPrinter
  private let formatted: BufferSink
  private let output: any ByteSink
  private var held: [UInt8] = []
  /// Whether the body is too long to be held, and goes out as it comes.
  private var isPassedOn = false

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - decoder: the decoder, if there is one.
  ///   - mediaType: the body's media type.
  ///   - formatter: the formatter.
  ///   - output: where to write.
  init(
    _ call: Call, decoder: (any ResponseDecoder.Type)?, mediaType: MediaType?,
    formatter: any OutputFormatter, output: any ByteSink
  ) {
    self.call = call
    self.output = output
    formatted = BufferSink(limit: HeldAnswer.limit, showsStyles: output.showsStyles)
    printer = BodyPrinter(
      decoder: decoder, mediaType: mediaType, formatter: formatter, output: formatted)
  }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if isPassedOn { return try output.write(octets) }
    octets.withUnsafeBufferPointer { held.append(contentsOf: $0) }
    guard held.count > HeldAnswer.limit else { return }
    isPassedOn = true
    let passed = held
    held = []
    try output.write(passed.span)
  }

  func finish() throws(Failure) {
    do {
      let body = held
      if isPassedOn || !isDecodable(body) {
        try output.write(body.span)
      } else {
        try formatted.copy(to: output)
      }
      try output.flush()
    } catch {
      throw Failure(error, call: call)
    }
  }

  /// Formats what was held, where it is what its media type says.
  private func isDecodable(_ body: [UInt8]) -> Bool {
    do {
      if !body.isEmpty { try printer.print(body.span) }
      try printer.finish()
      return true
    } catch {
      return false
    }
  }
}
