package import APICallCore
import JSONText

/// JSON without white space between its tokens, and not altered otherwise.
package struct CompactFormatter: OutputFormatter {
  package static let name = "compact"
  package static let summary =
    "JSON without white space between its tokens, and not altered otherwise."
  package static let layout = OutputLayout.document
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

extension JSONCompactor {
  /// Writes a piece of a value without its white space.
  mutating func write(
    _ octets: Span<UInt8>, by buffer: inout [UInt8], to output: any ByteSink
  ) throws(DeliveryError) {
    buffer.removeAll(keepingCapacity: true)
    do {
      try push(octets, into: &buffer)
    } catch {
      try output.write(buffer.span)
      throw .malformed(error.description)
    }
    try output.write(buffer.span)
  }

  /// Ends a value, and the line that it stands on.
  mutating func endLine(
    by buffer: inout [UInt8], to output: any ByteSink
  ) throws(DeliveryError) {
    buffer.removeAll(keepingCapacity: true)
    do {
      try finish(into: &buffer)
    } catch {
      throw .malformed(error.description)
    }
    buffer.append(UInt8(ascii: "\n"))
    try output.write(buffer.span)
  }
}
