import JSONText

extension InputType {
  /// Reads a value from text, as it is typed on a command line.
  ///
  /// - Parameter text: the literal text of a string, or JSON for the other types.
  /// - Returns: the value, or nil where the text is not of this type.
  package func value(from text: String) -> Value? {
    if self == .string { return .text(text) }
    guard let value = try? Value(json: text), accepts(value) else { return nil }
    return value
  }

  /// Tells whether a value is of this type.
  package func accepts(_ value: Value) -> Bool {
    guard case .json(let json) = value else { return self == .string }
    return switch self {
    case .string: false
    case .integer: json.kind == .number && json.octets.allSatisfy(Self.isSignOrDigit)
    case .number: json.kind == .number
    case .boolean: json.kind == .boolean
    case .array: json.kind == .array
    case .object: json.kind == .object
    }
  }

  private static func isSignOrDigit(_ octet: UInt8) -> Bool {
    octet == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
  }
}
