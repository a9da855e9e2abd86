package import APICallModel
import APICallText
package import JSONText
import Patterns

extension MismatchWording {
  /// Why an existing value fails a matcher; the text follows the description of the value.
  package func refusal(of value: JudgedValue, by matcher: Matcher<JSONNode>) -> String {
    switch matcher.test {
    case .equals(let operand): return ", not \(expected(operand, beside: value.kind))"
    case .not(let matchers):
      return ", which must not \(matchers.map(verb).joined(separator: " and "))"
    case .contains(let operand):
      switch value.kind {
      case .string, .array: return ", which does not contain \(expected(operand, beside: nil))"
      case .object where operand.kind == .object:
        return ", which does not have the members \(expected(operand))"
      default: return ", which cannot contain anything"
      }
    case .startsWith(let operand): return textual(value, "does not start with \(plain(operand))")
    case .endsWith(let operand): return textual(value, "does not end with \(plain(operand))")
    case .matches(let pattern): return textual(value, "does not match \(quoted(pattern.text))")
    case .capture: return ", not text"
    case .type(let types): return ", not of type \(named(types))"
    case .length: return ", which has no length"
    case .each, .all: return ", not a list"
    case .min(let operand):
      return value.number == nil ? ", not a number" : ", which is less than \(plain(operand))"
    case .max(let operand):
      return value.number == nil ? ", not a number" : ", which is more than \(plain(operand))"
    case .oneOf(let operands): return ", not one of \(listed(operands))"
    case .exists: return ", but must not exist"
    case .empty(let isEmpty):
      if value.isEmpty == nil { return ", to which 'empty' does not apply" }
      return isEmpty ? ", but must be empty" : ", but must not be empty"
    case .any: return ", which passes none of the alternatives"
    }
  }

  /// The reason for matchers that only text can pass.
  private func textual(_ value: JudgedValue, _ refusal: String) -> String {
    value.text == nil ? ", not text" : ", which \(refusal)"
  }

  /// What a matcher demands of a value, as in `must not …`.
  private func verb(_ matcher: Matcher<JSONNode>) -> String {
    switch matcher.test {
    case .equals(let operand): "be \(plain(operand))"
    case .contains(let operand): "contain \(plain(operand))"
    case .startsWith(let operand): "start with \(plain(operand))"
    case .endsWith(let operand): "end with \(plain(operand))"
    case .matches(let pattern): "match \(quoted(pattern.text))"
    case .type(let types): "be of type \(named(types))"
    case .min(let operand): "be \(plain(operand)) or more"
    case .max(let operand): "be \(plain(operand)) or less"
    case .oneOf(let operands): "be one of \(listed(operands))"
    case .exists(let isThere): isThere ? "exist" : "be missing"
    case .empty(let isEmpty): isEmpty ? "be empty" : "be non-empty"
    case .not, .capture, .length, .each, .any, .all: "pass '\(matcher.name)'"
    }
  }

  private func named(_ types: [JSONType]) -> String {
    WordList.alternatives(types.map(\.rawValue))
  }
}
