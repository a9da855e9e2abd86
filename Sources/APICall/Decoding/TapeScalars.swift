import JSONText

/// Reads numbers, strings and booleans.
///
/// The path is listed only for an error, because most values fit.
extension JSONNode {
  func bool(_ path: @autoclosure () -> [any CodingKey]) throws -> Bool {
    guard let boolean else { throw mismatch(Bool.self, wanted: "a boolean", at: path()) }
    return boolean
  }

  func text(_ path: @autoclosure () -> [any CodingKey]) throws -> String {
    if let string { return string }
    guard kind == .string else { throw mismatch(String.self, wanted: "a string", at: path()) }
    throw DecodingError.dataCorrupted(
      .init(codingPath: path(), debugDescription: "the string has half a surrogate pair"))
  }

  func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, _ path: @autoclosure () -> [any CodingKey]
  ) throws -> Value {
    guard kind == .number else { throw mismatch(type, wanted: "a number", at: path()) }
    if let number = plainInteger.flatMap({ Value(exactly: $0) }) { return number }
    guard let number = number?.integer(type) else { throw unfit(type, path()) }
    return number
  }

  func float<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type, _ options: JSONDecoding, _ path: @autoclosure () -> [any CodingKey]
  ) throws -> Value {
    if kind == .string, case .strings(let infinity, let negative, let nan) = options.nonFinite {
      switch string {
      case infinity: return .infinity
      case negative: return -.infinity
      case nan: return .nan
      default: throw mismatch(type, wanted: "a number", at: path())
      }
    }
    guard kind == .number else { throw mismatch(type, wanted: "a number", at: path()) }
    if let number = plainInteger { return Value(number) }
    guard let number = Value(text), number.isFinite else { throw unfit(type, path()) }
    return number
  }

  private func unfit(_ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
    let shown = bytes.count > 40 ? "the number" : "the number \(text)"
    return .dataCorrupted(
      .init(codingPath: path, debugDescription: "\(shown) does not fit in \(type)"))
  }

  /// A number of at most 18 digits without a fraction and an exponent, as most are; nil for others.
  private var plainInteger: Int? {
    var digits = bytes
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard digits.count <= 18 else { return nil }
    var number = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    // A zero below zero is one only for a floating-point number.
    if isNegative, number == 0 { return nil }
    return isNegative ? -number : number
  }
}
