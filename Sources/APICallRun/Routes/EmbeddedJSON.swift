import APICallBase
import APICallHTTP

/// Makes one JSON value of a body, whatever its decoder makes of it: text becomes a string, and a
/// stream a list.
struct EmbeddedJSON: OutputFormatter {
  static let name = "envelope"
  static let summary = "One JSON value, as it came."
  static let layout = OutputLayout.document
  static let takesText = false

  func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    if kind == .octets { throw .unsuitable("octets are no JSON") }
  }

  func format(_ octets: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    try output.write(octets)
  }

  func end(_ output: any ByteSink) {}
}
