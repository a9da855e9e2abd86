package import APICallBase
package import JSONText
package import Patterns
package import YAMLTree

/// A named value to take from a response.
package struct OutputDeclaration: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var place: Place
  /// What takes a part of the text that stands there; all of it is the value where there is none.
  package var pattern: Pattern?
  /// The value where the response has none.
  package var defaultValue: Value?
  /// Whether the value is masked wherever it is shown, but for where it was asked for.
  package var isSecret = false
  /// The origins that a secret value may go to, beside those of the stored secrets that it was made
  /// with; they count in a folder that is trusted.
  package var origins: [Origin] = []
  /// The name of the stored secret that keeps the value; nil if none does.
  package var store: WrittenName?

  /// Where in the response the value stands.
  package enum Place: Sendable {
    /// In the body.
    case body(JSONPath)
    /// In a header field.
    case header(String)
    /// In the text of the body, where a pattern finds it.
    case text
  }
}

/// What of a response's values is printed: `select:`.
package struct SelectDeclaration: Sendable {
  /// Where in each value it stands.
  package var path: JSONPath
  /// Where that is written.
  package var mark: Mark
}

/// Which value of a stream is the last one that is wanted: `stop:`.
package struct StopCondition: Sendable {
  /// What has to stand where; all of it has to hold.
  var tests: [Test]

  /// A place in a value, and the value that has to be there.
  struct Test: Sendable {
    var path: JSONPath
    var value: JSONValue
  }

  /// Says whether a value is the last one.
  ///
  /// - Parameter value: a value of a stream.
  /// - Returns: whether each path leads to a value that equals its own, as JSON: 1 equals 1.0, and
  ///   the order of keys does not matter.
  package func holds(for value: JSONValue) -> Bool {
    tests.allSatisfy { test in
      // A singular path asks for no expression, and looks at no more than its own steps.
      let found = try? test.path.select(in: value).first
      return found?.isEqual(to: test.value) == true
    }
  }
}
