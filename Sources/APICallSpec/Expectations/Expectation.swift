package import JSONText
package import YAMLTree

/// What a response has to be like: `expect:` of a file.
package struct Expectation: Sendable {
  /// The good statuses.
  package var status = StatusExpectation()
  /// What header fields have to be like, in the order of the file.
  package var headers: [FieldExpectation<Payload>] = []
  /// What parts of the body have to be like, in the order of the file.
  package var body: [BodyExpectation<Payload>] = []
  /// How long the exchange may take.
  package var time = TimeExpectation()

  /// Whether a status is good.
  package func accepts(_ status: Int) -> Bool { self.status.accepts(status) }

  /// Whether the status is all that is judged.
  package var isOfStatusAlone: Bool { headers.isEmpty && body.isEmpty && time.isEmpty }

  /// The templates in the values of its matchers.
  package var templates: [Template] {
    if isOfStatusAlone { return [] }
    let matchers = headers.flatMap(\.matchers) + body.flatMap(\.matchers)
    return matchers.flatMap(\.templates)
  }
}

/// What a header field of a response has to be like.
package struct FieldExpectation<Operand: Sendable>: Sendable {
  /// The field's name.
  package var name: String
  /// The place of the name.
  package var mark: Mark
  package var matchers: [Matcher<Operand>]

  package init(name: String, mark: Mark, matchers: [Matcher<Operand>]) {
    self.name = name
    self.mark = mark
    self.matchers = matchers
  }
}

/// What a part of a response's body has to be like.
package struct BodyExpectation<Operand: Sendable>: Sendable {
  package var place: BodyPlace
  /// The path as written; empty if it is about the text.
  package var path = ""
  /// The place of the path, or of the matcher where it is about the text.
  package var mark: Mark
  package var matchers: [Matcher<Operand>]

  package init(place: BodyPlace, path: String = "", mark: Mark, matchers: [Matcher<Operand>]) {
    self.place = place
    self.path = path
    self.mark = mark
    self.matchers = matchers
  }
}

/// A part of a response's body.
package enum BodyPlace: Sendable {
  /// What a path leads to in the value of the body: one value where the path is singular, else the
  /// list of all.
  case path(JSONPath)
  /// The text that the body is.
  case text
}

/// How long an exchange has to take: `expect.time`.
package struct TimeExpectation: Sendable {
  /// The shortest time.
  package var min: Limit?
  /// The longest time.
  package var max: Limit?

  /// A duration, and where it is written.
  package struct Limit: Sendable {
    package var duration: Duration
    package var mark: Mark
  }

  /// Whether any time is good.
  package var isEmpty: Bool { min == nil && max == nil }
}

/// The HTTP statuses that are good: numbers and classes such as `2xx`.
package struct StatusExpectation: Sendable {
  /// One number, or one class.
  package enum Pattern: Sendable, Hashable {
    case exactly(Int)
    /// The class's first digit, from 1 to 5.
    case anyOf(Int)

    /// Reads `404` or `4xx`.
    package init?(_ text: String) {
      let octets = Array(text.utf8)
      guard octets.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(octets[0])
      else { return nil }
      if let number = Int(text) {
        self = .exactly(number)
      } else if text.hasSuffix("xx") {
        self = .anyOf(Int(octets[0] - UInt8(ascii: "0")))
      } else {
        return nil
      }
    }

    /// Whether a status is meant.
    package func matches(_ status: Int) -> Bool {
      switch self {
      case .exactly(let expected): status == expected
      case .anyOf(let digit): status / 100 == digit
      }
    }

    /// The pattern as written.
    package var text: String {
      switch self {
      case .exactly(let status): String(status)
      case .anyOf(let digit): "\(digit)xx"
      }
    }
  }

  /// The patterns; 2xx where the file has none.
  package var patterns: [Pattern] = [.anyOf(2)]
  /// The place of the expectation; nil if the file has none.
  package var mark: Mark?

  /// Whether a status is good.
  package func accepts(_ status: Int) -> Bool {
    patterns.contains { $0.matches(status) }
  }

  /// What is expected, in words.
  package var text: String { patterns.map(\.text).joined(separator: " or ") }
}
