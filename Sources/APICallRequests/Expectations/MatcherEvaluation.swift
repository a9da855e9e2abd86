package import APICallModel
import APICallText
package import JSONText
package import Patterns

/// Evaluates matchers for the values of one response.
///
/// All regular expressions of the response share one limit on their steps.
package struct MatcherEvaluation {
  private var steps = Pattern.Limits.steps

  package init() {}

  /// The place of the part of a text that a pattern selects; nil if it selects nothing.
  package mutating func place(
    of pattern: Pattern, in text: String
  ) throws(PatternLimit) -> Range<Int>? {
    try pattern.firstPlace(in: Array(text.utf8), steps: &steps)
  }

  package mutating func holds(
    _ matchers: [Matcher<JSONNode>], for value: JudgedValue
  ) throws(PatternLimit) -> Bool {
    for matcher in matchers {
      if try !holds(matcher, for: value) { return false }
    }
    return true
  }

  package mutating func holds(
    _ matcher: Matcher<JSONNode>, for value: JudgedValue
  ) throws(PatternLimit) -> Bool {
    switch matcher.test {
    case .equals(let operand): return value.equals(operand)
    case .not(let matchers): return try !holds(matchers, for: value)
    case .contains(let operand): return value.contains(operand)
    case .startsWith(let operand):
      guard let text = value.text, let start = Value(operand).plainText else { return false }
      return text.utf8.starts(with: start.utf8)
    case .endsWith(let operand):
      guard let text = value.text, let end = Value(operand).plainText else { return false }
      return text.utf8.reversed().starts(with: end.utf8.reversed())
    case .matches(let pattern):
      guard let text = value.text else { return false }
      return try pattern.matches(in: text, steps: &steps)
    case .capture(let pattern, let matchers):
      guard let text = value.text else { return false }
      let part = try pattern.firstMatch(in: text, steps: &steps)
      return try holds(matchers, for: part.map { .text($0) } ?? .nothing)
    case .type(let types): return types.contains { value.isOf($0) }
    case .length(let matchers):
      guard let length = value.length else { return false }
      return try holds(matchers, for: .count(length))
    case .min(let operand):
      guard let number = value.number, let least = operand.number else { return false }
      return number >= least
    case .max(let operand):
      guard let number = value.number, let most = operand.number else { return false }
      return number <= most
    case .oneOf(let operands): return operands.contains { value.equals($0) }
    case .exists(let isThere): return value.isThere == isThere
    case .empty(let isEmpty): return value.isEmpty == isEmpty
    case .each(let matchers):
      guard let elements = value.elements else { return false }
      for element in elements {
        if try !holds(matchers, for: .json(element)) { return false }
      }
      return true
    case .any(let groups):
      for matchers in groups {
        if try holds(matchers, for: value) { return true }
      }
      return groups.isEmpty
    case .all(let groups):
      for matchers in groups {
        if try !holds(matchers, for: value) { return false }
      }
      return true
    }
  }
}

extension String {
  /// Returns whether this text contains another one, byte by byte; any text contains the empty
  /// text.
  package func holds(_ text: String) -> Bool {
    ByteSearch(for: Array(text.utf8)).matches(in: Array(utf8))
  }
}
