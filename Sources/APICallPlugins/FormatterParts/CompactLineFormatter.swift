import APICallBase
import APICallContracts
import JSONText

/// A formatter that writes each value on a line of its own, without white space.
///
/// A type that adopts this protocol only sets its name and its layout.
protocol CompactLineFormatter: OutputFormatter {
  var line: CompactLine { get set }
}

extension CompactLineFormatter {
  package static var checksJSON: Bool { true }
  package static var takesText: Bool { false }

  package mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    try kind.requireJSON(for: Self.name)
    line.begin()
  }

  package mutating func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    try line.write(bytes, to: output)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    try line.end(to: output)
  }
}

/// A JSON value that is being written to a line.
struct CompactLine {
  private var compactor = JSONCompactor()
  /// The bytes to write next.
  ///
  /// The buffer is reused.
  private var buffer: [UInt8] = []

  mutating func begin() { compactor = JSONCompactor() }

  mutating func write(_ bytes: Span<UInt8>, to output: any ByteSink) throws(DeliveryError) {
    buffer.removeAll(keepingCapacity: true)
    do {
      try compactor.push(bytes, into: &buffer)
    } catch {
      try output.write(buffer.span)
      throw DeliveryError(error)
    }
    try output.write(buffer.span)
  }

  mutating func end(to output: any ByteSink) throws(DeliveryError) {
    buffer.removeAll(keepingCapacity: true)
    try rethrowing(compactor.finish(into: &buffer)) { DeliveryError($0) }
    buffer.append(UInt8(ascii: "\n"))
    try output.write(buffer.span)
  }
}
