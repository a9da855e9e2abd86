package import APICallLanguage
package import Patterns
package import YAMLTree

/// A condition on a value: apicall-expect(7).
///
/// Its operands are payloads, as in the file, or JSON values after the placeholders in them are
/// filled in.
package struct Matcher<Operand: Sendable>: Sendable {
  package var test: Test
  package var mark: Mark
  package var isSecret = false

  package init(_ test: Test, at mark: Mark) {
    self.test = test
    self.mark = mark
  }

  /// The test of the value.
  package indirect enum Test: Sendable {
    case equals(Operand)
    case not([Matcher])
    /// A text contains this text; a list has an item that equals or contains it; a map has all of
    /// its members.
    case contains(Operand)
    case startsWith(Operand)
    case endsWith(Operand)
    case matches(Pattern)
    /// The group of the pattern in the text, or its match, passes these.
    case capture(Pattern, [Matcher])
    case type([JSONType])
    case length([Matcher])
    case min(Operand)
    case max(Operand)
    case oneOf([Operand])
    case exists(Bool)
    case empty(Bool)
    /// Each item of the list passes these.
    case each([Matcher])
    case any([[Matcher]])
    case all([[Matcher]])
  }
}

/// A type for the matcher `type`: the types of JSON, and integers.
package enum JSONType: String, Sendable, CaseIterable {
  case string, number, integer, boolean, array, object, null
}

extension Matcher<Payload> {
  package var templates: [Template] {
    switch test {
    case .equals(let operand), .contains(let operand), .startsWith(let operand),
      .endsWith(let operand), .min(let operand), .max(let operand):
      operand.templates
    case .oneOf(let operands): operands.flatMap(\.templates)
    case .not(let matchers), .length(let matchers), .each(let matchers),
      .capture(_, let matchers):
      matchers.flatMap(\.templates)
    case .any(let groups), .all(let groups): groups.flatMap { $0.flatMap(\.templates) }
    case .matches, .type, .exists, .empty: []
    }
  }
}

extension Matcher {
  package var name: String {
    switch test {
    case .equals: "equals"
    case .not: "not"
    case .contains: "contains"
    case .startsWith: "starts_with"
    case .endsWith: "ends_with"
    case .matches: "matches"
    case .capture: "capture"
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

  package var operand: Operand? {
    switch test {
    case .equals(let operand), .contains(let operand), .startsWith(let operand),
      .endsWith(let operand), .min(let operand), .max(let operand):
      operand
    case .not, .matches, .capture, .type, .length, .oneOf, .exists, .empty, .each, .any, .all: nil
    }
  }
}
