package import APICallCore

/// JSON (RFC 8259): one value, passed on as it came.
package struct JSONResponseDecoder: ResponseDecoder {
  package static let name = "json"
  package static let summary = "JSON (RFC 8259): one value, passed on as it came."
  package static let mediaTypes = ["application/json", "*/*+json", "text/json"]
  package static let kind = ValueKind.json

  package init() {}

  package func begin(_ values: any ValueReceiver) throws(DeliveryError) {
    try values.begin(.json)
  }

  package func decode(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    try values.receive(octets)
  }

  package func end(_ values: any ValueReceiver) throws(DeliveryError) {
    try values.end()
  }
}
