package import APICallCore
import JSONText

/// The octets as they came.
package struct RawFormatter: OutputFormatter {
  package static let name = "raw"
  package static let summary = "The octets as they came."

  /// JSON is written as it comes and checked on the way, so that a script learns of a broken one.
  private var validator: JSONValidator?

  package init() {}

  package mutating func begin(
    _ kind: ValueKind, _ output: any ByteSink
  ) throws(DeliveryError) {
    validator = kind == .json ? JSONValidator() : nil
  }

  package mutating func format(
    _ octets: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    try output.write(octets)
    do {
      try validator?.push(octets)
    } catch {
      throw .malformed(error.description)
    }
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    do {
      try validator?.finish()
    } catch {
      throw .malformed(error.description)
    }
  }
}
