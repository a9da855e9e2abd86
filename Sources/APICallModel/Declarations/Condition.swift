package import APICallLanguage
package import YAMLTree

/// `if:` and `where:`: the condition for running a step, or for keeping a row.
package indirect enum Condition: Sendable {
  case holds(Payload, [Matcher<Payload>], Mark)
  case any([Condition])
  case all([Condition])
  /// The condition does not hold.
  case not(Condition)
}

extension Condition {
  package var templates: [Template] {
    switch self {
    case .holds(let value, let matchers, _): value.templates + matchers.flatMap(\.templates)
    case .any(let conditions), .all(let conditions): conditions.flatMap(\.templates)
    case .not(let condition): condition.templates
    }
  }
}
