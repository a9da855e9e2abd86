package import APICallBase
package import APICallContracts

/// The number of bytes of each value.
package struct CountFormatter: OutputFormatter {
  package static let name = "count"
  package static let summary = "The number of bytes of each value."

  private var count = 0

  package init() {}

  package mutating func begin(
    _ kind: ValueKind, _ output: any ByteSink
  ) throws(DeliveryError) {
    count = 0
  }

  package mutating func format(
    _ bytes: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    count += bytes.count
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    try output.write("\(count)\n")
  }
}
