import APICallLanguage
import APICallText
import JSONText

extension Placeholder {
  /// The placeholder in one form, in which each operation has parentheses.
  package var canonicalText: String { "<\(keepsSlashes ? "+" : "")\(expression.canonicalText)>" }
}

extension Expression {
  /// The expression in one form; it is read as the same expression.
  var canonicalText: String {
    switch form {
    case .literal(.text(let text)): return Self.quoted(text)
    case .literal(let value): return String(decoding: value.jsonText, as: UTF8.self)
    case .duration(let seconds):
      let milliseconds = seconds.split(separator: ".", maxSplits: 1)
      guard milliseconds.count == 2, let whole = Int(milliseconds[0]),
        let rest = Int(milliseconds[1])
      else { return "\(seconds)s" }
      return "\(whole * 1_000 + rest)ms"
    case .reference(let reference):
      return reference.steps.reduce(reference.name) { $0 + Self.text(of: $1) }
    case .item: return "."
    case .part(let whole, let step):
      let text = Self.text(of: step)
      switch whole.form {
      case .item where text.first == ".": return text
      case .literal, .duration: return "(\(whole.canonicalText))\(text)"
      default: return whole.canonicalText + text
      }
    case .call(let function, let arguments):
      return "\(function.rawValue)(\(Self.list(arguments)))"
    case .filtered(let input, let use):
      let arguments = use.arguments.isEmpty ? "" : "(\(Self.list(use.arguments)))"
      return "(\(input.canonicalText) | \(use.filter.name)\(arguments))"
    case .operation(let infix, let left, let right):
      return "(\(left.canonicalText) \(infix.rawValue) \(right.canonicalText))"
    case .negated(let number):
      let text = number.canonicalText
      // A minus directly before a digit belongs to the number.
      return text.utf8.first?.isASCIIDigit == true ? "(-(\(text)))" : "(-\(text))"
    }
  }

  private static func list(_ arguments: [Expression]) -> String {
    var text = ""
    for argument in arguments { text += (text.isEmpty ? "" : ", ") + argument.canonicalText }
    return text
  }

  private static func text(of step: Step) -> String {
    switch step {
    case .fixed(let step): text(of: step)
    case .computed(let key): "[\(key.canonicalText)]"
    }
  }

  private static func text(of step: Reference.Step) -> String {
    switch step {
    case .item(let index): "[\(index)]"
    case .member(let name): Identifier.isValid(name) ? ".\(name)" : "[\(quoted(name))]"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
