import JSONText

/// Regular expressions of the standard library, which has no limits and is for tests only.
struct TestPatterns: JSONPathPatterns {
  private struct Expression: @unchecked Sendable {
    let regex: Regex<AnyRegexOutput>
  }

  func compile(
    _ pattern: String
  ) throws(JSONPathPatternError) -> @Sendable (String) throws(JSONPathPatternError) -> Bool {
    guard let regex = try? Regex(pattern) else { throw JSONPathPatternError("no regex") }
    let expression = Expression(regex: regex.matchingSemantics(.unicodeScalar))
    return { text in (try? expression.regex.firstMatch(in: text)) != nil }
  }
}

/// Returns the selected values as they are written in the document, or the error's message.
func selection(_ path: String, _ document: String) -> [String] {
  do {
    let root = try JSONDocument(text: document).root
    return try JSONPath(path).select(in: root, patterns: TestPatterns()).map(\.text)
  } catch {
    return ["\(error)"]
  }
}
