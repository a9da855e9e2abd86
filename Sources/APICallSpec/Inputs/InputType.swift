package import APICallBase
import JSONText

/// The types of an input.
package enum InputType: String, Sendable, CaseIterable {
  case string, integer, number, boolean, array, object, file

  /// The type in the words of messages, with an article.
  package var words: String {
    switch self {
    case .string: "text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .array: "a list in JSON, such as [1, 2]"
    case .object: "a map in JSON, such as {\"a\": 1}"
    case .file: "the path of a file"
    }
  }

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

  /// The way out for a type's name in other formats and languages; nil for other words, and for
  /// those that are near to the right one.
  static func hint(for word: String) -> String? {
    let word = word.lowercased()
    if let type = type(meantBy: word) { return "write 'type: \(type.rawValue)'" }
    let format = word == "datetime" ? "date-time" : word == "url" ? "uri" : word
    return InputFormat(rawValue: format).map {
      "write 'type: string' and 'format: \($0.rawValue)'"
    }
  }

  private static func type(meantBy word: String) -> InputType? {
    switch word {
    case "text", "char", "varchar": .string
    case "long", "int32", "int64": .integer
    case "float", "double", "decimal", "real": .number
    case "list", "sequence": .array
    case "map", "dict", "dictionary": .object
    case "path", "upload", "binary": .file
    default: nil
    }
  }

  /// Reads a value that another call gave: one of the type as it is, a number as text and text as
  /// what it spells.
  ///
  /// - Parameter value: the value.
  /// - Returns: the value in this type; nil where it has none, as JSON's null has.
  package func value(given value: Value) -> Value? {
    if accepts(value) { return value }
    switch (self, value) {
    case (.string, .json): return value.plainText.map { .text($0) }
    case (.integer, .text(let text)), (.number, .text(let text)), (.boolean, .text(let text)):
      return self.value(from: text)
    default: return nil
    }
  }
}
