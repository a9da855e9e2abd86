import APICallBase
import APICallHTTP
import JSONText

/// A formatter that needs a whole value: it holds the JSON of each, and writes when that is complete.
protocol HeldValueFormatter: OutputFormatter {
  /// What there is of the current value, within the limit of its settings.
  var held: BufferSink { get }

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - output: where to write.
  /// - Throws: ``DeliveryError/unsuitable(_:)`` where the format has no room for it, and what the
  ///   output throws.
  mutating func write(_ value: JSONValue, to output: any ByteSink) throws(DeliveryError)
}

extension HeldValueFormatter {
  package static var checksJSON: Bool { true }
  package static var takesText: Bool { false }

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
    try write(JSONDocument(checking: held.take()).root, to: output)
  }
}
