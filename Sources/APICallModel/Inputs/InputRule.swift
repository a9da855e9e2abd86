import APICallBase
import APICallSafety
package import APICallText
package import JSONText
package import Patterns
package import YAMLTree

/// A rule for the values of an input.
package struct InputRule: Sendable {
  package var kind: Kind
  package var mark: Mark

  package init(kind: Kind, mark: Mark) {
    self.kind = kind
    self.mark = mark
  }

  /// The kinds of rule, in the order in which they are checked.
  package enum Kind: Sendable {
    case minimum(JSONNumeral, written: String)
    case maximum(JSONNumeral, written: String)
    /// Text has at least this many Unicode scalars, or a list this many items.
    case minimumLength(Int)
    /// Text has at most this many Unicode scalars, or a list this many items.
    case maximumLength(Int)
    case pattern(Pattern)
    case format(InputFormat)
    case choices([Value])
  }

  package var name: String {
    switch kind {
    case .minimum: "min"
    case .maximum: "max"
    case .minimumLength: "min_length"
    case .maximumLength: "max_length"
    case .pattern: "pattern"
    case .format: "format"
    case .choices: "enum"
    }
  }

  package var types: [InputType] {
    switch kind {
    case .minimum, .maximum: [.integer, .number]
    case .minimumLength, .maximumLength: [.string, .array]
    case .pattern, .format: [.string]
    case .choices: [.string, .integer, .number]
    }
  }

  package var words: String {
    switch kind {
    case .minimum(_, let written): "at least \(written)"
    case .maximum(_, let written): "at most \(written)"
    case .minimumLength(let count): "at least \(count) long"
    case .maximumLength(let count): "at most \(count) long"
    case .pattern(let pattern): "matches \(pattern.text)"
    case .format(let format): format.rawValue
    case .choices(let choices):
      "one of: " + choices.map { $0.plainText ?? "" }.joined(separator: " ")
    }
  }
}

extension InputRule {
  /// Why a value breaks a rule, in words that follow the value's name: `takes at least 1, not '0'`.
  package struct Refusal: Error {
    package var predicate: String
    package var hint: String?
  }

  package func check(_ value: Value, isSecret: Bool, steps: inout Int) throws(Refusal) {
    let shown = value.excerpt(isSecret: isSecret)
    switch kind {
    case .minimum(let least, let written):
      guard let number = value.number, number < least else { return }
      throw Refusal(predicate: "takes at least \(written), not '\(shown)'")
    case .maximum(let most, let written):
      guard let number = value.number, most < number else { return }
      throw Refusal(predicate: "takes at most \(written), not '\(shown)'")
    case .minimumLength(let least):
      guard let (length, noun) = value.length, length < least else { return }
      throw Refusal(
        predicate: "takes at least \(least.counted(noun))"
          + (isSecret ? " and has fewer" : ", not \(length)"))
    case .maximumLength(let most):
      guard let (length, noun) = value.length, length > most else { return }
      throw Refusal(
        predicate: "takes at most \(most.counted(noun))"
          + (isSecret ? " and has more" : ", not \(length)"))
    case .pattern(let pattern):
      guard case .text(let text) = value else { return }
      try check(text, shown, against: pattern, steps: &steps)
    case .format(let format):
      guard case .text(let text) = value, !format.accepts(text) else { return }
      throw Refusal(predicate: "takes \(format.words), not '\(shown)'")
    case .choices(let choices):
      guard !choices.contains(where: { $0.isSame(as: value) }) else { return }
      try refuse(value, shown, choices, isSecret: isSecret)
    }
  }

  private func check(
    _ text: String, _ shown: String, against pattern: Pattern, steps: inout Int
  ) throws(Refusal) {
    let isFound = try rethrowing(pattern.matches(in: text, steps: &steps)) {
      (error: PatternLimit) in
      Refusal(
        predicate: "cannot be checked: the pattern '\(pattern.text)' \(error.reason)",
        hint: "write a pattern that backtracks less: do not repeat a repetition")
    }
    guard !isFound else { return }
    throw Refusal(predicate: "takes text that matches '\(pattern.text)', not '\(shown)'")
  }

  private func refuse(
    _ value: Value, _ shown: String, _ choices: [Value], isSecret: Bool
  ) throws(Refusal) {
    let words = choices.map { $0.plainText ?? "" }
    let list = words.prefix(24).joined(separator: ", ") + (words.count > 24 ? ", …" : "")
    var near: String?
    if !isSecret, let text = value.plainText { near = Nearest.word(to: text, among: words) }
    throw Refusal(
      predicate: "takes \(words.count == 1 ? "" : "one of ")\(list), not '\(shown)'",
      hint: near.map { "did you mean '\($0)'?" })
  }

}

extension Value {
  /// The value as a message shows it: shortened, and masked if it is secret.
  package func excerpt(isSecret: Bool) -> String {
    if isSecret { return ProtectedText.mask }
    let text: String
    if case .text(let words) = self {
      text = words
    } else {
      text = String(decoding: jsonText.prefix(400), as: UTF8.self)
    }
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  var number: JSONNumeral? {
    if case .json(let json) = self { json.number } else { nil }
  }

  /// The number of Unicode scalars in text or of items in a list, and the noun for them.
  fileprivate var length: (Int, String)? {
    switch self {
    case .text(let text): (text.unicodeScalars.count, "character")
    case .json(let json): json.kind == .array ? (json.count, "item") : nil
    case .bytes, .file: nil
    }
  }

  /// Whether both are the same text, compared by scalars, or the same JSON value.
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.json(let left), .json(let right)): left.isEqual(to: right)
    default: false
    }
  }
}

extension Pattern {
  package var excerpt: String { Value.text(text).excerpt(isSecret: false) }
}
