import APICallText

extension ExpressionReader {
  /// Reads a map, `{name: value, "a b": value}`: `list(list("name", value), …) | from_entries`.
  mutating func map() throws(Found) -> Expression {
    let begin = position
    position += 1
    openBrackets += 1
    var pairs: [Expression] = []
    skipSpaces()
    while !take("}") {
      if !pairs.isEmpty {
        guard take(",") else { throw closing("}") }
        skipSpaces()
      }
      pairs.append(try pair())
      skipSpaces()
    }
    openBrackets -= 1
    let range = begin - start..<position - start
    let list = Expression(.call(.list, pairs), at: range)
    let use = Expression.FilterUse(
      filter: TemplateFilter.named("from_entries") ?? .unknown, arguments: [], range: range)
    return Expression(.filtered(list, use), at: range)
  }

  private mutating func pair() throws(Found) -> Expression {
    let begin = position
    guard let name = try quoted() ?? identifier() else { throw unexpected(at: position) }
    let key = Expression(.literal(.text(name)), at: begin - start..<position - start)
    skipSpaces()
    guard take(":") else { throw closing(":") }
    skipSpaces()
    let value = try expression()
    return Expression(.call(.list, [key, value]), at: begin - start..<position - start)
  }
}
