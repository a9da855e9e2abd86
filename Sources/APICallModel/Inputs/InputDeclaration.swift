package import APICallSafety
package import APICallText
import JSONText
package import YAMLTree

/// An input: a typed, documented parameter of a call.
package struct InputDeclaration: Sendable {
  package var name: String
  package var mark: Mark
  package var type: InputType = .string
  package var rules: [InputRule] = []
  package var defaultValue: Value?
  package var defaultMark: Mark?
  /// Whether a value is needed: true unless there is a default, `optional: true` or
  /// `required: false`.
  package var isRequired = true
  package var isSecret = false

  /// The provenance of a value that does not come from a server.
  package func provenance(_ writers: Provenance.Writers) -> Provenance {
    Provenance(writers, isSecret ? .masked : .open)
  }
  package var variable: WrittenName?
  package var prompt: Prompt?
  package var help: String?

  package init(name: String, mark: Mark) {
    self.name = name
    self.mark = mark
  }

  /// How to prompt for a value.
  package enum Prompt: Sendable, Hashable {
    case byName
    case question(String)
  }

  /// Checks a value of the input's type against its rules.
  ///
  /// Returns a refusal for every rule that the value breaks, in the order of the file.
  package func refusals(of value: Value, steps: inout Int) -> [InputRule.Refusal] {
    var refusals: [InputRule.Refusal] = []
    for rule in rules {
      do {
        try rule.check(value, isSecret: isSecret, steps: &steps)
      } catch {
        refusals.append(error)
      }
    }
    return refusals
  }
}

/// The types of an input.
package enum InputType: String, Sendable, CaseIterable {
  case string, integer, number, boolean, array, object, file

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
  /// Returns the value, or nil if the text is not of this type.
  package func value(from text: String) -> Value? {
    switch self {
    case .string: return .text(text)
    case .file: return text.isEmpty ? nil : .file(InputFile(path: text))
    case .integer, .number, .boolean, .array, .object:
      guard let value = try? Value(json: text), accepts(value) else { return nil }
      return value
    }
  }

  package func accepts(_ value: Value) -> Bool {
    switch value {
    case .text: self == .string
    case .file: self == .file
    case .bytes: false
    case .json(let json):
      switch self {
      case .string, .file: false
      case .integer: json.kind == .number && json.bytes.allSatisfy(Self.isSignOrDigit)
      case .number: json.kind == .number
      case .boolean: json.kind == .boolean
      case .array: json.kind == .array
      case .object: json.kind == .object
      }
    }
  }

  private static func isSignOrDigit(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte.isASCIIDigit
  }

  /// The hint for the name of a type in other formats and languages; nil for other words, and for
  /// words close to the right one.
  package static func hint(for word: String) -> String? {
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

  /// Converts a value from another call: a value of the type is unchanged, a number becomes text,
  /// and text is parsed.
  ///
  /// Returns the value in this type; nil if it cannot be converted, as for JSON's null.
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
