package import APICallBase
package import YAMLTree

/// An input: a typed, documented parameter of a call.
package struct InputDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var type: InputType = .string
  /// What its values keep to.
  package var rules: [InputRule] = []
  /// The value where none is given.
  package var defaultValue: Value?
  /// The place of the default.
  package var defaultMark: Mark?
  /// Whether the call cannot do without: true unless there is a default, `optional: true` or
  /// `required: false`.
  package var isRequired = true
  /// Whether the value is masked wherever it is shown.
  package var isSecret = false

  /// The provenance of a value that it has of somebody who is not a server.
  package func provenance(_ writers: Provenance.Writers) -> Provenance {
    Provenance(writers, isSecret ? .masked : .open)
  }
  /// The variable of the environment that may hold the value.
  package var variable: WrittenName?
  /// How the value is asked for on a terminal; nil where it is not.
  package var prompt: Prompt?
  /// One line that says what it is for.
  package var help: String?

  /// How a value is asked for.
  package enum Prompt: Sendable, Hashable {
    /// By the input's name and its help.
    case byName
    /// With a question of its own.
    case question(String)
  }

  /// Holds a value of the input's type against its rules.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - steps: the steps that searches may take together: those that are left.
  /// - Returns: every rule that it breaks, in the order of the file.
  package func refusals(of value: Value, steps: inout Int) -> [InputRule.Refusal] {
    var refusals: [InputRule.Refusal] = []
    for rule in rules {
      do {
        try rule.check(value, isSecret: isSecret, steps: &steps)
      } catch {
        refusals.append(error)
      }
    }
    return refusals
  }
}
