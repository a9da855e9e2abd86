package import APICallLanguage
package import APICallSafety
package import APICallText
package import JSONText
package import Patterns
package import YAMLTree

/// A named value to take from a response.
package struct OutputDeclaration: Sendable {
  package var name: String
  package var mark: Mark
  package var place = Place.text
  /// Which header or trailer field of that name.
  package var position = FieldPosition.any
  /// The pattern that extracts part of the text; nil to use the whole text.
  package var pattern: Pattern?
  /// Whether the last of several fields in which the pattern finds a part counts, not the first: a
  /// server may set a cookie anew, and remove it elsewhere with an empty value (RFC 6265, section 5.3).
  package var takesLastMatch = false
  package var defaultValue: Value?
  /// Whether the value is masked wherever it is shown, except where it was requested.
  package var isSecret = false
  /// More origins that a secret value may go to, besides those of the stored secrets it was made
  /// with; they have an effect only in a trusted folder.
  package var origins: [Origin] = []
  /// The name of the stored secret under which the value is stored; nil for none.
  package var store: WrittenName?

  package init(name: String, mark: Mark) {
    self.name = name
    self.mark = mark
  }

  /// Where the value is in the response.
  package enum Place: Sendable {
    case body(ParameterPath)
    case header(String)
    /// In a trailer field, after the body (RFC 9110, section 6.5).
    case trailer(String)
    /// In the text of the body, at a match of a pattern.
    case text
  }
}

extension OutputDeclaration {
  package var fieldName: String? {
    switch place {
    case .header(let name), .trailer(let name): name
    case .body, .text: nil
    }
  }

  /// What the pattern extracts from several texts; nil without a pattern or a match.
  package func part(of texts: [String]) throws(PatternLimit) -> String? {
    guard takesLastMatch else { return try pattern?.firstPart(of: texts) }
    var last: String?
    for text in texts {
      let part = try pattern?.firstPart(of: [text])
      if last == nil || part?.isEmpty == false { last = part ?? last }
    }
    return last
  }

  package var templates: [Template] {
    if case .body(let path) = place { path.parameters } else { [] }
  }
}

/// `stop:`: what ends a stream, a value or a silence.
package struct StopCondition: Sendable {
  package var tests: [(path: JSONPath, value: JSONNode)]
  /// The silence after which the stream has ended; nil if none ends it.
  package var silence: Duration?
  /// Whether a value ends the stream.
  package var hasValue: Bool { !tests.isEmpty }
  /// The place of the expectation that a stream has such a value.
  package var requirement: Mark?

  package init(tests: [(path: JSONPath, value: JSONNode)], silence: Duration? = nil) {
    self.tests = tests
    self.silence = silence
  }

  /// Whether a value is the last one.
  ///
  /// Returns whether each path selects a value that equals the expected one as JSON: 1 equals 1.0,
  /// and the order of keys does not matter.
  package func holds(for value: JSONNode) -> Bool {
    hasValue
      && tests.allSatisfy { test in
        // A singular path has no filter expression, and visits only as many values as it has steps.
        let found = try? test.path.select(in: value).first
        return found?.isEqual(to: test.value) == true
      }
  }
}
