/// Turns values into the octets that are printed, while they arrive.
///
/// A formatter is chosen by name (`format:` in a spec, `--format`). One that needs a whole value
/// collects its pieces up to a limit and reads it at the end. A complete one, which puts each
/// value into brackets:
///
/// ```swift
/// struct BracketsFormatter: OutputFormatter {
///   static let name = "brackets"
///   static let summary = "Each value in brackets."
///   init() {}
///   func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
///     try output.write("[")
///   }
///   func format(_ octets: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
///     try output.write(octets)
///   }
///   func end(_ output: any ByteSink) throws(DeliveryError) { try output.write("]\n") }
/// }
/// ```
public protocol OutputFormatter: SendableMetatype {
  /// The name by which it is asked for.
  static var name: String { get }
  /// One line that says what it prints.
  static var summary: String { get }

  /// Whether it reads JSON itself and throws ``DeliveryError/malformed(_:)`` where it is none; no
  /// unless it says so. For the others JSON is checked on the way.
  static var checksJSON: Bool { get }

  /// Creates a formatter for one answer.
  init()

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
}

extension OutputFormatter {
  /// No: what it is given as JSON is checked on the way.
  public static var checksJSON: Bool { false }
}
