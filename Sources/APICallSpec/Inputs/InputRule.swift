package import APICallBase
package import JSONText
package import Patterns
package import YAMLTree

/// A rule that the values of an input keep to.
package struct InputRule: Sendable {
  package var kind: Kind
  /// The place of what the file says of it.
  package var mark: Mark

  /// The kinds of rule, in the order in which a value is held against them.
  package enum Kind: Sendable {
    /// A number is not below this one, which is exact.
    case minimum(JSONNumber, written: String)
    /// A number is not above this one, which is exact.
    case maximum(JSONNumber, written: String)
    /// Text has as many Unicode scalars, or a list as many items.
    case minimumLength(Int)
    /// Text has no more Unicode scalars, or a list no more items.
    case maximumLength(Int)
    /// A regular expression is found in text.
    case pattern(Pattern)
    /// Text has a format.
    case format(InputFormat)
    /// The value is one of these.
    case choices([Value])
  }

  /// The field that sets the rule.
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

  /// The types whose values the rule can be held against.
  package var types: [InputType] {
    switch kind {
    case .minimum, .maximum: [.integer, .number]
    case .minimumLength, .maximumLength: [.string, .array]
    case .pattern, .format: [.string]
    case .choices: [.string, .integer, .number]
    }
  }

  /// The rule in a few words, for the help of a file.
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
