package import APICallBase
package import APICallContracts

/// The bytes of the body, unchanged.
package struct RawFormatter: OutputFormatter {
  package static let name = StandardFormat.raw
  package static let summary = "The bytes of the body, unchanged."

  package init() {}

  package func begin(_ kind: ValueKind, _ output: any ByteSink) {}

  package func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    try output.write(bytes)
  }

  package func end(_ output: any ByteSink) {}
}
