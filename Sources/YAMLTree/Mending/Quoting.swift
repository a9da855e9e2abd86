/// Text in the quotes that change least in it.
enum Quoting {
  /// Puts text into quotes: double ones, or single ones where a quote or backslash is in it.
  static func quoted(_ text: [Unicode.Scalar]) -> String {
    let needsSingle = text.contains { $0 == "\"" || $0 == "\\" || $0 == "\t" }
    var result = needsSingle ? "'" : "\""
    for scalar in text {
      if needsSingle, scalar == "'" { result += "'" }
      result.unicodeScalars.append(scalar)
    }
    return result + (needsSingle ? "'" : "\"")
  }

  /// Text without the quotes around it, where the same quote begins and ends it.
  static func stripped(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.count > 1, let first = text.first, first == text.last, first == "'" || first == "\""
    else { return text }
    return Array(text[1..<text.count - 1])
  }

  /// Where quoted text that begins at an index ends: behind its closing quote; nil where it does
  /// not end on the line.
  static func end(ofQuoteAt start: Int, in line: [Unicode.Scalar]) -> Int? {
    let quote = line[start]
    var index = start + 1
    while index < line.count {
      if quote == "\"", line[index] == "\\" {
        index += 2
      } else if line[index] == quote {
        guard quote == "'", index + 1 < line.count, line[index + 1] == "'" else { return index + 1 }
        index += 2
      } else {
        index += 1
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether the character is a space or a tab.
  var isBlank: Bool { self == " " || self == "\t" }
}
