package import JSONText
package import YAMLTree

/// What an answer has to be like: `expect:` of a file.
package struct Expectation: Sendable {
  /// The good statuses.
  package var status = StatusExpectation()
  /// What header fields have to be like, in the order of the file.
  package var headers: [FieldExpectation<Payload>] = []
  /// What parts of the body have to be like, in the order of the file.
  package var body: [BodyExpectation<Payload>] = []
  /// How long the exchange may take.
  package var time = TimeExpectation()

  package init() {}

  /// Tells whether a status is good.
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

/// What a header field of an answer has to be like.
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

/// What a part of an answer's body has to be like.
package struct BodyExpectation<Operand: Sendable>: Sendable {
  package var place: BodyPlace
  /// The path as it is written; empty where it is about the text.
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

/// A part of an answer's body.
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

  /// A length of time, and where it is written.
  package struct Limit: Sendable {
    package var duration: Duration
    package var mark: Mark

    package init(duration: Duration, mark: Mark) {
      self.duration = duration
      self.mark = mark
    }
  }

  package init() {}

  /// Whether any time is good.
  package var isEmpty: Bool { min == nil && max == nil }
}
