package import APICallLanguage
package import Patterns
package import YAMLTree

/// A condition on a value: apicall-expect(7).
///
/// Its operands are payloads, as in the file, or JSON values after the placeholders in them are
/// filled in.
package struct Matcher<Operand: Sendable>: Sendable {
  package var test: Test
  /// The place of its operand.
  package var mark: Mark
  /// Whether its operand contains a secret.
  package var isSecret = false

  package init(_ test: Test, at mark: Mark) {
    self.test = test
    self.mark = mark
  }

  /// The test of the value.
  package indirect enum Test: Sendable {
    /// The value is the same data.
    case equals(Operand)
    /// The value does not pass all of these.
    case not([Matcher])
    /// A text contains this text; a list has an item that equals or contains it; a map has all of
    /// its members.
    case contains(Operand)
    case startsWith(Operand)
    case endsWith(Operand)
    /// The regular expression matches somewhere in the text.
    case matches(Pattern)
    /// The value has one of these types.
    case type([JSONType])
    /// The number of characters, items or members passes these.
    case length([Matcher])
    case min(Operand)
    case max(Operand)
    /// The value equals one of these.
    case oneOf([Operand])
    /// The value exists, or does not.
    case exists(Bool)
    /// The value has no characters, items or members, or has some.
    case empty(Bool)
    /// Each item of the list passes these.
    case each([Matcher])
    /// The value passes all matchers of at least one group.
    case any([[Matcher]])
    /// The value passes all matchers of all groups.
    case all([[Matcher]])
  }
}

/// A type for the matcher `type`: the types of JSON, and integers.
package enum JSONType: String, Sendable, CaseIterable {
  case string, number, integer, boolean, array, object, null
}

extension Matcher<Payload> {
  /// The templates in its operands, in the order of the file.
  package var templates: [Template] {
    switch test {
    case .equals(let operand), .contains(let operand), .startsWith(let operand),
      .endsWith(let operand), .min(let operand), .max(let operand):
      operand.templates
    case .oneOf(let operands): operands.flatMap(\.templates)
    case .not(let matchers), .length(let matchers), .each(let matchers):
      matchers.flatMap(\.templates)
    case .any(let groups), .all(let groups): groups.flatMap { $0.flatMap(\.templates) }
    case .matches, .type, .exists, .empty: []
    }
  }
}

extension Matcher {
  /// The matcher's name in a file.
  package var name: String {
    switch test {
    case .equals: "equals"
    case .not: "not"
    case .contains: "contains"
    case .startsWith: "starts_with"
    case .endsWith: "ends_with"
    case .matches: "matches"
    case .type: "type"
    case .length: "length"
    case .min: "min"
    case .max: "max"
    case .oneOf: "one_of"
    case .exists: "exists"
    case .empty: "empty"
    case .each: "each"
    case .any: "any"
    case .all: "all"
    }
  }

  /// The value to compare with; nil if the matcher takes something else.
  package var operand: Operand? {
    switch test {
    case .equals(let operand), .contains(let operand), .startsWith(let operand),
      .endsWith(let operand), .min(let operand), .max(let operand):
      operand
    case .not, .matches, .type, .length, .oneOf, .exists, .empty, .each, .any, .all: nil
    }
  }
}
