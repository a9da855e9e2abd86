package import APICallBase

/// A formatter at work on one answer: ``OutputFormatter`` says how.
package protocol ValueFormatting {
  /// Whether it reads JSON itself and throws ``DeliveryError/malformed(_:)`` where it is none.
  var checksJSON: Bool { get }
  /// How values become a whole.
  var layout: OutputLayout { get }
  /// Whether it takes text as text; others get it as a JSON string.
  var takesText: Bool { get }

  /// A value begins: the first one, or another behind it.
  ///
  /// - Parameters:
  ///   - kind: what its octets are.
  ///   - output: where to write.
  /// - Throws: ``DeliveryError/unsuitable(_:)`` for a kind that the format has no room for, and what the
  ///   output throws.
  mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError)

  /// Takes the next piece of the value.
  ///
  /// - Parameters:
  ///   - octets: the piece; valid only during the call.
  ///   - output: where to write.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the octets are not of their kind, and what the output
  ///   throws.
  mutating func format(_ octets: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError)

  /// The value is complete.
  ///
  /// - Parameter output: where to write.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the value is not complete, and what the output throws.
  mutating func end(_ output: any ByteSink) throws(DeliveryError)

  /// All values are complete; called once, and not where there was none.
  ///
  /// - Parameter output: where to write.
  /// - Throws: what the output throws.
  mutating func finish(_ output: any ByteSink) throws(DeliveryError)
}

extension ValueFormatting {
  /// Does nothing: each value was written when it was complete.
  ///
  /// - Parameter output: where nothing is written.
  package func finish(_ output: any ByteSink) {}
}

extension OutputFormatter {
  /// What its type says.
  package var checksJSON: Bool { Self.checksJSON }
  /// What its type says.
  package var layout: OutputLayout { Self.layout }
  /// What its type says.
  package var takesText: Bool { Self.takesText }
}
