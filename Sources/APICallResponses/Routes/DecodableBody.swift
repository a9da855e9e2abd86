import APICallBase
import APICallContracts
import APICallRequests

/// The body of an unexpected response: printed in the format if it can be decoded, otherwise
/// unchanged.
final class DecodableBody: PieceRoute {
  let call: Call
  private let printer: BodyPrinter
  private let limit: Int
  private let formatted: BufferSink
  private let output: any ByteSink
  private var held: [UInt8] = []
  /// Whether the body is too long to be held, and is printed as it arrives.
  private var isPassedOn = false

  init(_ body: IncomingBody, formatter: any ValueFormatting, output: any ByteSink) {
    self.output = output
    call = body.call
    limit = body.settings.limit
    formatted = BufferSink(limit: limit, showsStyles: output.showsStyles)
    printer = BodyPrinter(
      decoder: body.decoder, body.settings, formatter: formatter, output: formatted)
  }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    if isPassedOn { return try output.write(bytes) }
    bytes.withUnsafeBufferPointer { held.append(contentsOf: $0) }
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

  private func isDecodable(_ body: [UInt8]) -> Bool {
    do {
      if !body.isEmpty { try printer.print(body.span) }
      try printer.finish()
      // An error page in place of rows may decode to an empty stream, which would show nothing.
      return printer.hasValues
    } catch {
      return false
    }
  }
}
