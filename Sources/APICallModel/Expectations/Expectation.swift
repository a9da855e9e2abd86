package import APICallLanguage
package import YAMLTree

/// `expect:`: the expectations that a response must meet.
package struct Expectation: Sendable {
  package var status = StatusExpectation()
  package var headers: [FieldExpectation<Payload>] = []
  package var trailers: [FieldExpectation<Payload>] = []
  package var body: [BodyExpectation<Payload>] = []
  package var facts: [FactExpectation<Payload>] = []
  package var time = TimeExpectation()
  /// The place of `stop: true`, with which a stream has to reach its `stop`; nil without it.
  package var stop: Mark?

  package init() {}

  package func accepts(_ status: Int) -> Bool { self.status.accepts(status) }

  package var isOfStatusAlone: Bool {
    headers.isEmpty && trailers.isEmpty && body.isEmpty && facts.isEmpty && time.isEmpty
  }

  /// The place of the first expectation of the body or its bytes; nil without any.
  package var markOfBody: Mark? {
    body.first?.mark ?? facts.first { $0.fact.isOfBody }?.matchers.first?.mark
  }

  package var templates: [Template] {
    if isOfStatusAlone { return [] }
    let matchers =
      (headers + trailers).flatMap(\.matchers) + body.flatMap(\.matchers)
      + facts.flatMap(\.matchers)
    return body.flatMap(\.place.templates) + matchers.flatMap(\.templates)
  }
}

/// An expected header or trailer field of a response.
package struct FieldExpectation<Operand: Sendable>: Sendable {
  package var name: String
  package var position = FieldPosition.any
  package var mark: Mark
  package var matchers: [Matcher<Operand>]

  package init(
    name: String, at position: FieldPosition = .any, mark: Mark, matchers: [Matcher<Operand>]
  ) {
    self.name = name
    self.position = position
    self.mark = mark
    self.matchers = matchers
  }
}

/// An expected part of a response body.
package struct BodyExpectation<Operand: Sendable>: Sendable {
  package var place: BodyPlace
  /// The path as written; empty for the text of the body.
  package var path = ""
  /// The place of the path, or of the matcher if the text is checked.
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
  /// The values at a path of the body: one value if the path is singular, otherwise a list of all
  /// values.
  case path(ParameterPath)
  case text

  package var templates: [Template] {
    if case .path(let path) = self { path.parameters } else { [] }
  }
}

/// `expect.time`: the expected time of an exchange.
package struct TimeExpectation: Sendable {
  package typealias Limit = (duration: Duration, mark: Mark)

  package var min: Limit?
  package var max: Limit?

  package init() {}

  package var isEmpty: Bool { min == nil && max == nil }
}

/// The expected HTTP statuses: numbers and classes such as `2xx`.
package struct StatusExpectation: Sendable {
  /// A number or a class.
  package enum Pattern: Sendable, Hashable {
    case exactly(Int)
    /// A class, by its first digit from 1 to 5.
    case anyOf(Int)

    package init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard bytes.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(bytes[0])
      else { return nil }
      if let number = Int(text) {
        self = .exactly(number)
      } else if text.hasSuffix("xx") {
        self = .anyOf(Int(bytes[0] - UInt8(ascii: "0")))
      } else {
        return nil
      }
    }

    package func matches(_ status: Int) -> Bool {
      switch self {
      case .exactly(let expected): status == expected
      case .anyOf(let digit): status / 100 == digit
      }
    }

    package var text: String {
      switch self {
      case .exactly(let status): String(status)
      case .anyOf(let digit): "\(digit)xx"
      }
    }
  }

  /// The patterns; 2xx if the file has none.
  package var patterns: [Pattern] = [.anyOf(2)]
  /// The place of the expectation; nil if the file has none.
  package var mark: Mark?

  package func accepts(_ status: Int) -> Bool {
    patterns.contains { $0.matches(status) }
  }

  package var text: String { patterns.map(\.text).joined(separator: " or ") }
}
