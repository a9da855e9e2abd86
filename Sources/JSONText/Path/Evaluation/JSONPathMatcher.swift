/// The expressions that a walk has met, so that each is read and compiled once.
struct JSONPathMatcher {
  typealias Search = @Sendable (String) throws(JSONPathPatternError) -> Bool

  /// How many expressions are remembered.
  private static let limit = 64

  let engine: (any JSONPathPatterns)?
  private var searches: [String: Search] = [:]
  private var expressions: [ArraySlice<UInt8>: IRegexp?] = [:]

  init(engine: (any JSONPathPatterns)?) {
    self.engine = engine
  }

  /// The expression that a text of the document is; nil where it is none.
  mutating func expression(_ octets: ArraySlice<UInt8>) -> IRegexp? {
    if let known = expressions[octets] { return known }
    if expressions.count == Self.limit { expressions.removeAll(keepingCapacity: true) }
    let text = String(validating: octets, as: UTF8.self)
    let expression = text.flatMap { try? IRegexp($0) }
    expressions.updateValue(expression, forKey: octets)
    return expression
  }

  /// Says whether an expression matches the whole of a text, or some part.
  mutating func matches(
    _ expression: IRegexp, isWhole: Bool, in text: String
  ) throws(JSONPathEvaluationError) -> Bool {
    guard let engine else { throw .noPatterns }
    let pattern = isWhole ? expression.wholePerlSyntax : expression.perlSyntax
    do {
      if let search = searches[pattern] { return try search(text) }
      if searches.count == Self.limit { searches.removeAll(keepingCapacity: true) }
      let search = try engine.compile(pattern)
      searches[pattern] = search
      return try search(text)
    } catch {
      throw .pattern(expression.text, error)
    }
  }
}
