package import APICallBase
import JSONText

extension InputType {
  /// Reads a value from text, as it is typed on a command line.
  ///
  /// - Parameter text: the literal text of a string, the path of a file, or JSON for the other types.
  /// - Returns: the value, or nil where the text is not of this type.
  package func value(from text: String) -> Value? {
    switch self {
    case .string: return .text(text)
    case .file: return text.isEmpty ? nil : .file(InputFile(path: text))
    case .integer, .number, .boolean, .array, .object:
      guard let value = try? Value(json: text), accepts(value) else { return nil }
      return value
    }
  }

  /// Tells whether a value is of this type.
  package func accepts(_ value: Value) -> Bool {
    switch value {
    case .text: self == .string
    case .file: self == .file
    case .octets: false
    case .json(let json):
      switch self {
      case .string, .file: false
      case .integer: json.kind == .number && json.octets.allSatisfy(Self.isSignOrDigit)
      case .number: json.kind == .number
      case .boolean: json.kind == .boolean
      case .array: json.kind == .array
      case .object: json.kind == .object
      }
    }
  }

  private static func isSignOrDigit(_ octet: UInt8) -> Bool {
    octet == UInt8(ascii: "-") || octet.isASCIIDigit
  }
}
