package import APICallLanguage
package import APICallSafety
package import APICallText
package import JSONText
package import Patterns
package import YAMLTree

/// A named value to take from a response.
package struct OutputDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var place: Place
  /// The pattern that extracts part of the text; nil to use the whole text.
  package var pattern: Pattern?
  /// The value if the response has none.
  package var defaultValue: Value?
  /// Whether the value is masked wherever it is shown, except where it was requested.
  package var isSecret = false
  /// More origins that a secret value may go to, besides those of the stored secrets it was made
  /// with; they have an effect only in a trusted folder.
  package var origins: [Origin] = []
  /// The name of the stored secret under which the value is stored; nil for none.
  package var store: WrittenName?

  package init(
    name: String, mark: Mark, place: Place, pattern: Pattern? = nil, defaultValue: Value? = nil,
    isSecret: Bool = false, origins: [Origin] = [], store: WrittenName? = nil
  ) {
    self.name = name
    self.mark = mark
    self.place = place
    self.pattern = pattern
    self.defaultValue = defaultValue
    self.isSecret = isSecret
    self.origins = origins
    self.store = store
  }

  /// Where the value is in the response.
  package enum Place: Sendable {
    /// In the body.
    case body(ParameterPath)
    /// In a header field.
    case header(String)
    /// In a trailer field, after the body (RFC 9110, section 6.5).
    case trailer(String)
    /// In the text of the body, at a match of a pattern.
    case text
  }
}

extension OutputDeclaration {
  /// The header or trailer field that it is taken from; nil if it is taken from the body.
  package var fieldName: String? {
    switch place {
    case .header(let name), .trailer(let name): name
    case .body, .text: nil
    }
  }

  /// The templates in its path.
  package var templates: [Template] {
    if case .body(let path) = place { path.parameters } else { [] }
  }
}

/// A path that selects values of a response.
package struct SelectDeclaration: Sendable {
  /// The path in each value.
  package var path: ParameterPath
  /// The place of the path.
  package var mark: Mark

  package init(path: ParameterPath, mark: Mark) {
    self.path = path
    self.mark = mark
  }
}

/// `stop:`: the last value to read from a stream.
package struct StopCondition: Sendable {
  /// The tests, all of which have to hold.
  package var tests: [Test]
  /// The place of the expectation that a stream has such a value.
  package var requirement: Mark?

  package init(tests: [Test], requirement: Mark? = nil) {
    self.tests = tests
    self.requirement = requirement
  }

  /// A path in a value, and the value that is expected there.
  package struct Test: Sendable {
    package var path: JSONPath
    package var value: JSONValue

    package init(path: JSONPath, value: JSONValue) {
      self.path = path
      self.value = value
    }
  }

  /// Whether a value is the last one.
  ///
  /// Returns whether each path selects a value that equals the expected one as JSON: 1 equals 1.0,
  /// and the order of keys does not matter.
  package func holds(for value: JSONValue) -> Bool {
    tests.allSatisfy { test in
      // A singular path has no filter expression, and visits only as many values as it has steps.
      let found = try? test.path.select(in: value).first
      return found?.isEqual(to: test.value) == true
    }
  }
}
