package import APICallBase
import APICallContracts
import APICallModel
import APICallRequests
package import APICallText
package import JSONText

/// A body that is held for the envelope, whatever the status is, and the outputs of an expected
/// response.
package final class EnvelopeBody: BodyReader {
  private let body: IncomingBody
  private let held: BufferedBody
  /// The body as one JSON value; nil if it is not JSON, or is incomplete.
  private var decoded: [UInt8]?
  package private(set) var outputs: [(name: String, value: Value)] = []

  init(_ body: IncomingBody, heldBy held: BufferedBody) {
    self.body = body
    self.held = held
  }

  package func read(_ held: BufferedBody) throws(Failure) {
    do {
      if let document = held.document?.document {
        decoded = document.bytes
      } else if let decoder = body.decoder {
        decoded = try json(by: decoder)
      }
    } catch {
      // An error page that cannot be decoded is not the failure of the run.
      guard body.isExpected else { return }
      throw Failure(error, call: body.call)
    }
    if body.isExpected { try takeOutputs() }
  }

  /// JSON is unchanged, text is a string, other bytes are in Base64, and an empty body is null.
  package var member: (key: String, value: BuiltJSON) {
    if let decoded { return ("body", .json(decoded)) }
    // The items of the received pages are complete, even if the next page is missing.
    if body.isOfPages, let items = try? json(by: PageItemsDecoder.entry) {
      return ("body", .json(items))
    }
    // So are the values of a stream before one that is not as expected.
    if body.judge?.problems.isEmpty == false, let decoder = body.decoder,
      let values = try? json(by: decoder)
    {
      return ("body", .json(values))
    }
    if held.bytes.isEmpty { return ("body", .null) }
    guard let text = String(validating: held.bytes, as: UTF8.self) else {
      return ("body_base64", .text(Base64.encode(held.bytes)))
    }
    return ("body", .text(text))
  }

  private func json(by decoder: DecoderEntry) throws(DeliveryError) -> [UInt8]? {
    let bytes = held.bytes
    let json = BufferSink(limit: 4 * body.settings.limit)
    let printer = BodyPrinter(
      decoder: decoder, body.settings, formatter: EmbeddedJSON(), output: json)
    if !bytes.isEmpty { try printer.print(bytes.span) }
    try printer.finish()
    return json.bytes.isEmpty ? nil : json.bytes
  }

  /// Takes the available outputs: a missing output does not affect the others.
  private func takeOutputs() throws(Failure) {
    let declared = body.call.endpoint.outputs
    guard !declared.isEmpty else { return }
    let response = try held.response()
    var problems: [Message] = []
    for output in declared {
      do {
        let value = try response.value(of: .output(output.name), in: body.call.endpoint)
        outputs.append((output.name, value))
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }
  }
}

/// Makes one JSON value of a body, whatever its decoder: text becomes a string, and a stream a
/// list.
struct EmbeddedJSON: OutputFormatter {
  static let name = "envelope"
  static let summary = "One JSON value, as it came."
  static let layout = OutputLayout.document
  static let takesText = false

  func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    if kind == .bytes { throw .unsuitable("bytes are not JSON") }
  }

  func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    try output.write(bytes)
  }

  func end(_ output: any ByteSink) {}
}
