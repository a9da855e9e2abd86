/// The body of an unexpected answer: printed in the format if it decodes, and as it came if not.
final class DecodableBody: BodyRoute {
  private let call: Call
  private let printer: BodyPrinter
  private let values: ValuePrinter
  private let limit: Int
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
    limit = call.endpoint.heldLimit
    formatted = BufferSink(limit: limit, showsStyles: output.showsStyles)
    values = ValuePrinter(
      formatter: formatter, output: formatted, isChecked: decoder?.checksJSON ?? false)
    let settings = DecodeSettings(mediaType: mediaType, limit: limit)
    let isStrict = type(of: formatter).layout != .values || decoder?.kind == .json
    printer = BodyPrinter(
      decoder.map { DecodingStage($0, settings, isStrict: isStrict) }, to: values)
  }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if isPassedOn { return try output.write(octets) }
    octets.withUnsafeBufferPointer { held.append(contentsOf: $0) }
    guard held.count > limit else { return }
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
      // An error page in place of rows may be a stream of none: that it is read is no use.
      return values.count > 0
    } catch {
      return false
    }
  }
}
