package import APICallCore
import JSONText

/// JSON lines: each value, or each item of a list, without white space on a line of its own.
package struct NDJSONFormatter: OutputFormatter {
  package static let name = "ndjson"
  package static let summary =
    "JSON lines: each value, or each item of a list, without white space on a line of its own."
  package static let layout = OutputLayout.records
  package static let checksJSON = true
  package static let takesText = false

  private var compactor = JSONCompactor()
  private var buffer: [UInt8] = []

  package init() {}

  package mutating func begin(
    _ kind: ValueKind, _ output: any ByteSink
  ) throws(DeliveryError) {
    try kind.requireJSON(for: Self.name)
    compactor = JSONCompactor()
  }

  package mutating func format(
    _ octets: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    try compactor.write(octets, by: &buffer, to: output)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    try compactor.endLine(by: &buffer, to: output)
  }
}
