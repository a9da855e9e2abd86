package import APICallCore
import JSONText

/// YAML 1.2 in blocks: text in quotes only where it needs them, numbers and keys as they came.
package struct YAMLFormatter: OutputFormatter {
  package static let name = "yaml"
  package static let summary =
    "YAML 1.2 in blocks: text in quotes only where it needs them, numbers and keys as they came."
  package static let layout = OutputLayout.document
  package static let checksJSON = true
  package static let takesText = false

  private let held: BufferSink

  package init() { self.init(FormatSettings()) }

  /// Creates a formatter that holds so much of a value.
  package init(_ settings: FormatSettings) { held = BufferSink(limit: settings.limit) }

  package mutating func begin(
    _ kind: ValueKind, _ output: any ByteSink
  ) throws(DeliveryError) {
    try kind.requireJSON(for: Self.name)
  }

  package mutating func format(
    _ octets: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    try held.write(octets)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    var writer = YAMLWriter(output: output)
    try writer.write(JSONDocument(checking: held.take()).root)
  }
}
