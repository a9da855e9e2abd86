import APICallBase
package import APICallContracts
import JSONText

/// YAML 1.2 in blocks, with quotes only where text needs them, and unchanged numbers and keys.
package struct YAMLFormatter: BufferedValueFormatter {
  package static let name = "yaml"
  package static let summary =
    "YAML 1.2 in blocks, with quotes only where text needs them, and unchanged numbers and keys."
  package static let layout = OutputLayout.document

  let held: BufferSink

  package init(_ settings: FormatSettings) { held = BufferSink(limit: settings.limit) }

  mutating func write(_ value: JSONNode, to output: any ByteSink) throws(DeliveryError) {
    var writer = YAMLWriter(output: output)
    try writer.write(value)
  }
}
