import YAMLTree

/// The fields of `expect:`.
enum ExpectationFields {
  static let all: [Field<Expectation>] = [
    Field(
      "status", "a status, a class such as 2xx, or a list of those",
      .either([.status, .list(of: .status, isNeeded: true)]), "The good statuses."
    ) {
      $2.statusExpectation($1, into: &$0.status)
    },
    Field(
      "headers", "a map of values or matchers", .map(of: .matchers, named: "NAME", keys: .headers),
      "What header fields of the answer have to be like."
    ) {
      $0.headers = $2.fieldExpectations($1)
    },
    Field(
      "body", "text, or a map of JSONPaths and matchers", .bodyExpectation,
      "What parts of the body have to be like, and its text."
    ) {
      $0.body = $2.bodyExpectations($1)
    },
    Field(
      "time", "a length of time, or a map", .either([.duration, .table(TimeFields.all)]),
      "How long the exchange may take."
    ) {
      $0.time = $2.timeExpectation($1)
    },
  ]

  /// The fields of `expect.time` where it is a map.
  enum TimeFields {
    /// The field that one length of time is short for.
    static let shorthand = "max"
    static let all: [Field<TimeExpectation>] = [
      Field("min", "a length of time", .duration, "The shortest time.") {
        $0.min = $2.timeLimit($1)
      },
      Field("max", "a length of time", .duration, "The longest time.") {
        $0.max = $2.timeLimit($1)
      },
    ]
  }
}
