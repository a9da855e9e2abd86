import JSONText

/// A number of JSON with every digit that the server wrote.
///
/// Numbers are compared by value: `1`, `1.0` and `10e-1` are equal. Convert one with `Int(exactly:)`,
/// or with `Double(_:)`, which takes the nearest value.
public struct JSONNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  let number: JSONNumeral
  /// The number as it was written.
  public let description: String

  /// Creates a number.
  ///
  /// - Parameter text: a number of JSON (RFC 8259, section 6) and nothing else; nil for any other
  ///   text.
  public init?(_ text: String) {
    guard let number = JSONNumeral(text) else { return nil }
    self.number = number
    description = text
  }

  init?(_ value: JSONNode) {
    guard let number = value.number else { return nil }
    self.number = number
    description = value.text
  }

  /// Whether the number has no fraction, like `1.0` and `1e3`.
  public var isInteger: Bool { number.isInteger }

  /// Returns whether two numbers have the same value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.number == right.number
  }

  /// Returns whether one number is less than another.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool { left.number < right.number }

  /// Hashes the value of the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension JSONNumber: Decodable {
  /// Decodes a number; only ``Response/decode(_:at:using:)`` has its text.
  ///
  /// - Throws: a `DecodingError` for any other value, and by any other decoder.
  public init(from decoder: any Decoder) throws {
    let tape = try TapeDecoder(decoder, for: JSONNumber.self)
    guard let number = JSONNumber(tape.value) else {
      throw tape.mismatch(JSONNumber.self, wanted: "a number")
    }
    self = number
  }
}

extension FixedWidthInteger {
  /// Creates an integer from a number of JSON; nil if it has a fraction or does not fit.
  ///
  /// - Parameter number: the number.
  public init?(exactly number: JSONNumber) {
    guard let integer = number.number.integer(Self.self) else { return nil }
    self = integer
  }
}

extension Double {
  /// Creates the value that is nearest to a number of JSON; infinity if it is too large.
  ///
  /// - Parameter number: the number.
  public init(_ number: JSONNumber) {
    // Swift reads every number of JSON.
    self = Double(number.description) ?? .nan
  }
}
