import APICallBase
import APICallLanguage
import APICallModel
import YAMLTree

extension SpecReading {
  private static let connectives = ["any", "all", "not"]
  private static let subject = "value"

  /// Reads a condition.
  ///
  /// It is one placeholder, a map with `value` and matchers, or a map of conditions.
  mutating func condition(_ entry: Node.Entry) -> Condition? {
    let words = "a placeholder or a map"
    if let entries = entry.value.entries { return condition(entry, of: entries) }
    guard entry.value.items == nil else {
      return reject(
        entry, takes: words, hint: "write several conditions as a list under 'all' or 'any'")
    }
    switch entry.value.scalar?.kind {
    case .boolean: return .holds(payload(entry), [], entry.value.mark)
    case .text:
      let before = problems.count
      let value = expression(entry)
      guard problems.count == before else { return nil }
      if case .text(let template) = value, template.sole != nil {
        return .holds(value, [], entry.value.mark)
      }
    default: break
    }
    return reject(
      entry, takes: words,
      hint: "as in '\(entry.key): <flag>', or '\(entry.key): {value: <count>, min: 1}'")
  }

  private mutating func condition(_ entry: Node.Entry, of entries: [Node.Entry]) -> Condition? {
    guard !entries.isEmpty else {
      return reject(
        "'\(entry.key)' is an empty map", at: entry.value.mark,
        hint: "as in '\(entry.key): {value: <count>, min: 1}'")
    }
    if let subject = entries.first(where: { $0.key == Self.subject }) {
      let matchers = matcherMap(entries.filter { $0.key != Self.subject })
      return .holds(expression(subject), matchers, subject.operandMark)
    }
    let conditions = entries.compactMap { connective($0) }
    guard conditions.count == entries.count else { return nil }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private mutating func connective(_ entry: Node.Entry) -> Condition? {
    switch entry.key {
    case "not": return condition(entry).map { .not($0) }
    case "any": return conditions(entry).map { .any($0) }
    case "all": return conditions(entry).map { .all($0) }
    default:
      if MatcherFields.names.contains(entry.key) {
        report(
          "'\(entry.key)' has no value to check", at: entry.keyMark,
          hint: "add it: '{value: <name>, \(entry.key): …}'")
      } else {
        report(
          "unknown field '\(entry.key)'", at: entry.keyMark,
          hint: Nearest.hint(
            for: entry.key, among: [Self.subject] + Self.connectives, noun: "fields"))
      }
      return nil
    }
  }

  private mutating func conditions(_ entry: Node.Entry) -> [Condition]? {
    guard let items = someItems(entry) else { return nil }
    let conditions = items.compactMap { condition(entry.holding($0)) }
    return conditions.count == items.count ? conditions : nil
  }
}
