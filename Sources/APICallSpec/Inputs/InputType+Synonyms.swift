extension InputType {
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
}
