package import APICallBase
package import APICallHTTP

/// The octets as they came.
package struct RawFormatter: OutputFormatter {
  package static let name = StandardFormat.raw
  package static let summary = "The octets as they came."

  package init() {}

  package func begin(_ kind: ValueKind, _ output: any ByteSink) {}

  package func format(
    _ octets: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    try output.write(octets)
  }

  package func end(_ output: any ByteSink) {}
}
