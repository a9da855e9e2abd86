import APICallModel
import APICallRequests
import JSONText
import TestWorlds

/// Matchers as a file writes them, applied to values without a response.
enum JudgedSpec {
  /// Returns the matchers of a value or map at a JSONPath, with the values of its placeholders.
  static func matchers(
    _ yaml: String, inputs: String = "{}", _ given: [String] = []
  ) throws -> [Matcher<JSONNode>] {
    let spec = "host: a.example\ninputs: \(inputs)\nexpect:\n  body:\n    $: \(yaml)\n"
    return try SpecText.call(spec, given).expectation?.body.first?.matchers ?? []
  }

  /// Whether a value passes matchers.
  static func holds(_ matchers: [Matcher<JSONNode>], for value: JudgedValue) throws -> Bool {
    var evaluation = MatcherEvaluation()
    return try evaluation.holds(matchers, for: value)
  }

  /// Whether a value passes the matchers of a file; `judged(_:)` has the syntax of the value.
  static func holds(_ yaml: String, for value: String) throws -> Bool {
    try holds(matchers(yaml), for: judged(value))
  }

  /// A value as tests write it: JSON; or text, with `text ` in front of it; or `missing`.
  static func judged(_ value: String) throws -> JudgedValue {
    if value == "missing" { return .nothing }
    if value.hasPrefix("text ") { return .text(String(value.dropFirst(5))) }
    return .json(try JSONDocument(text: value).root)
  }
}
