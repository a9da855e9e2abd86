package import Patterns
package import YAMLTree

/// One thing that a value has to be like: apicall-spec(5), MATCHERS.
///
/// Its operands are payloads, as a file writes them, or JSON values once the placeholders in them
/// are filled in.
package struct Matcher<Operand: Sendable>: Sendable {
  package var test: Test
  /// Where its operand stands.
  package var mark: Mark
  /// Whether a secret went into what it compares with.
  package var isSecret = false

  package init(_ test: Test, at mark: Mark) {
    self.test = test
    self.mark = mark
  }

  /// What is asked of the value.
  package indirect enum Test: Sendable {
    /// It is the same data.
    case equals(Operand)
    /// It does not pass all of these.
    case not([Matcher])
    /// A text holds this one; a list an element that is or holds it; a map all of its members.
    case contains(Operand)
    case startsWith(Operand)
    case endsWith(Operand)
    /// A regular expression finds something in the text.
    case matches(Pattern)
    /// It is of one of these types.
    case type([JSONType])
    /// How many characters, elements or members there are passes these.
    case length([Matcher])
    case min(Operand)
    case max(Operand)
    /// It equals one of these.
    case oneOf([Operand])
    /// It is there, or is not.
    case exists(Bool)
    /// It has no characters, elements or members, or has some.
    case empty(Bool)
    /// Each element of the list passes these.
    case each([Matcher])
    /// It passes all matchers of at least one of these groups.
    case any([[Matcher]])
    /// It passes all matchers of all of these groups.
    case all([[Matcher]])
  }
}

/// A type that `type` asks for: those of JSON, and integers.
package enum JSONType: String, Sendable, CaseIterable {
  case string, number, integer, boolean, array, object, null
}

extension Matcher<Payload> {
  /// The templates in its operands, in the order they are written.
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

  /// The one value that it compares with; nil if it takes something else.
  package var operand: Operand? {
    switch test {
    case .equals(let operand), .contains(let operand), .startsWith(let operand),
      .endsWith(let operand), .min(let operand), .max(let operand):
      operand
    case .not, .matches, .type, .length, .oneOf, .exists, .empty, .each, .any, .all: nil
    }
  }
}
