import APICallBase
import APICallLanguage
import APICallModel
import JSONText
import YAMLTree

/// The fields of `expect:`.
enum ExpectationFields {
  static let all: [Field<Expectation>] = [
    Field(
      "status", "a status, a class such as 2xx, or a list of them",
      .either([.status, .list(of: .status, isNeeded: true)]), "The expected statuses."
    ) { $2.statusExpectation($1, into: &$0.status) },
    Field(
      "headers", "a map of values or matchers",
      .map(of: .matchers, named: "NAME", keys: .receivedFields),
      "The expected header fields of the response."
    ) { $0.headers = $2.fieldExpectations($1, "header") },
    Field(
      "trailers", "a map of values or matchers",
      .map(of: .matchers, named: "NAME", keys: .receivedFields),
      "The expected trailer fields, which arrive after the body."
    ) { $0.trailers = $2.fieldExpectations($1, "trailer") },
    Field(
      "body", "text, or a map of JSONPaths and matchers", .bodyExpectation,
      "The expected body: its text, or parts of it by JSONPath."
    ) { $0.body = $2.bodyExpectations($1) },
    Field("bytes", "a map", .table(FactFields.ofBody), "The expected bytes of the body.") {
      $2.read($1.value, as: FactFields.ofBody, into: &$0, named: "'bytes'")
    },
    FactFields.version, FactFields.url, FactFields.redirects,
    Field(
      "time", "a duration, or a map", .either([.duration, .table(time)]),
      "The expected duration of the exchange."
    ) { $0.time = $2.timeExpectation($1) },
    Field("stop", "true or false", .boolean, "Whether a stream has to reach its stop.") {
      $0.stop = $2.boolean($1) == true ? $1.value.mark : nil
    },
  ]

  fileprivate static let time: [Field<TimeExpectation>] = [
    Field("min", "a duration", .duration, "The shortest accepted time.") {
      $0.min = $2.timeLimit($1)
    },
    Field("max", "a duration", .duration, "The longest accepted time.") {
      $0.max = $2.timeLimit($1)
    },
  ]
}

extension SpecReading {
  mutating func statusExpectation(_ entry: Node.Entry, into expectation: inout StatusExpectation) {
    expectation.patterns = statusPatterns(entry)
    expectation.mark = entry.value.mark
  }

  /// Reads a status, or a list of them.
  mutating func statusPatterns(_ entry: Node.Entry) -> [StatusExpectation.Pattern] {
    let nodes = entry.value.items ?? [entry.value]
    var patterns: [StatusExpectation.Pattern] = []
    for node in nodes {
      if let text = node.scalar?.text, let pattern = StatusExpectation.Pattern(text) {
        patterns.append(pattern)
      } else if node.scalar?.kind == .null {
        refuse(entry, takes: "a status")
      } else {
        report(
          "\(node.scalar.map { "'\($0.text)'" } ?? node.typeName) is not an HTTP status",
          at: node.mark, hint: "write 200, a class such as 2xx, or a list: [200, 404]")
      }
    }
    if nodes.isEmpty { report("'\(entry.key)' is an empty list", at: entry.value.mark) }
    return patterns
  }

  mutating func fieldExpectations(
    _ entry: Node.Entry, _ kind: String
  ) -> [FieldExpectation<Payload>] {
    let example = kind == "header" ? "Content-Type: application/json" : "Expires: {exists: true}"
    let fields = entries(
      entry, takes: "a map of \(kind) fields", hint: "as in '\(kind)s: {\(example)}'",
      most: Self.nameLimit)
    if fields?.isEmpty == true { refuseEmpty(entry) }
    return (fields ?? []).map { entry in
      let field = receivedField(entry.key, at: entry.keyMark)
      let matchers = matchers(entry)
      if field?.position == .all { checkNots(in: matchers, "[*] is the list of all fields") }
      return FieldExpectation(
        name: field?.name ?? entry.key, at: field?.position ?? .any, mark: entry.keyMark,
        matchers: matchers)
    }
  }

  private mutating func refuseEmpty(_ entry: Node.Entry) {
    let mark = entry.value.mark
    // One that only removes what it inherits is longer.
    guard mark.start.line == mark.end.line, mark.end.column - mark.start.column < 5 else { return }
    report(
      "'\(entry.key)' is an empty map, which checks nothing", at: mark,
      hint: "remove it, or write what is expected")
  }

  mutating func bodyExpectations(_ entry: Node.Entry) -> [BodyExpectation<Payload>] {
    guard let entries = entry.value.entries else {
      guard case .text = entry.value.scalar?.kind else {
        refuse(
          entry, takes: "text, or a map of JSONPaths and matchers",
          hint: "'$' is the whole body: 'body: {$: [1, 2]}'")
        return []
      }
      return [BodyExpectation(place: .text, mark: entry.value.mark, matchers: matchers(entry))]
    }
    guard isShort(entries.count, entry, most: Self.nameLimit) else { return [] }
    if entries.isEmpty { refuseEmpty(entry) }
    return entries.compactMap { bodyExpectation($0) }
  }

  private mutating func bodyExpectation(_ entry: Node.Entry) -> BodyExpectation<Payload>? {
    if entry.key.hasPrefix("$") {
      guard let path = path(entry.key, at: entry.keyMark, hasParameters: true) else { return nil }
      let matchers = matchers(entry)
      if !path.path.isSingular { checkNots(in: matchers, "the path selects a list") }
      return BodyExpectation(
        place: .path(path), path: Self.partsOfPath(in: entry.key).path, mark: entry.keyMark,
        matchers: matchers)
    }
    guard MatcherFields.names.contains(entry.key) else {
      return reject(
        "'\(entry.key)' is neither a JSONPath nor a matcher", at: entry.keyMark,
        hint: bodyKeyHint(entry.key))
    }
    let matchers = matcherMap([entry])
    return BodyExpectation(place: .text, mark: entry.keyMark, matchers: matchers)
  }

  private func bodyKeyHint(_ key: String) -> String {
    if let hint = MatcherFields.hint(for: key) { return hint }
    let path = "$.\(key)"
    let isNear = Nearest.word(to: key, among: MatcherFields.names) != nil
    if !isNear, (try? JSONPath(path)) != nil { return "did you mean '\(path)'?" }
    return Nearest.hint(for: key, among: MatcherFields.names, noun: "matchers")
  }

  /// Reads the expected time; a single duration is the longest accepted time.
  mutating func timeExpectation(_ entry: Node.Entry) -> TimeExpectation {
    var time = TimeExpectation()
    if let entries = entry.value.entries {
      if entries.isEmpty {
        report("'time' is an empty map", at: entry.value.mark, hint: "as in 'time: {max: 500ms}'")
      }
      read(entry.value, as: ExpectationFields.time, into: &time, named: "'time'")
    } else {
      time.max = timeLimit(entry)
    }
    return time
  }

  mutating func timeLimit(_ entry: Node.Entry) -> TimeExpectation.Limit? {
    duration(entry).map { ($0, entry.value.mark) }
  }
}
