import APICallLanguage
import APICallModel
import JSONText
import YAMLTree

/// The fields of `since`, in the order of apicall-file(5).
enum SinceFields {
  private static let place = FieldShape.textMatching(SchemaPattern.requestPlace)
  private static let distance = FieldShape.either([.duration, .decimal])

  static let all: [Field<SinceRule>] = [
    Field(
      "field", "a name or a JSONPath", .text,
      "The value of an item that orders the list: a time, a number or a text that only grows."
    ) { $0.field = $2.itemPath($1) },
    Field(
      "key", "a name or a JSONPath, or a list of them",
      .either([.text, .list(of: .text, isNeeded: true)]),
      "What tells an item from all others; with $, the whole item."
    ) { since, entry, reading in
      since.keys = (entry.value.items ?? [entry.value]).compactMap {
        reading.itemPath(entry.holding($0))
      }
    },
    Field(
      "into", "a place in the request", place,
      "Where the request names the value from which on it asks, as in query.since."
    ) { $0.place = $2.requestPlace($1) },
    Field("first", "any value", .anything, "The value of the first run.") {
      $0.first = $2.payload($1, isMade: true)
    },
    Field(
      "lag", "a duration, or a number", distance,
      "How late an item may appear: each run asks again for this part."
    ) { $0.lag = $2.distance($1) },
    Field(
      "order", "asc", .words(["asc"]),
      "Says that items come in ascending order, so that the state moves with each page."
    ) {
      guard $1.value.scalar?.text == "asc" else { return $2.refuse($1, takes: "asc") }
      $0.isAscending = true
    },
    Field(
      "window", "a duration", .duration,
      "Request the list in ranges of this length, each of which is complete before the next."
    ) { $0.window = $2.longDuration($1).map { .time($0) } },
    Field(
      "until", "a place in the request", place, "Where the request names the end of a range."
    ) { $0.end = $2.requestPlace($1) },
    Field(
      "retention", "a duration", .duration,
      "How long the server knows of changes; an older state means a full read."
    ) { $0.retention = $2.longDuration($1) },
    Field(
      "items", "a JSONPath", .textMatching(SchemaPattern.jsonPath),
      "Where to find the items, if the list has no pages."
    ) { since, entry, reading in
      since.items = reading.parameterPath(entry, takesPlaceholders: false).map {
        ($0, entry.value.mark)
      }
    },
    Field(
      "per", "an input, or a list of them", .either([.text, .list(of: .text)]),
      "The inputs whose values have a state each; default: those of the path, query and body."
    ) { $0.per = $2.stateInputs($1) },
  ]
}

extension SpecReading {
  mutating func since(_ entry: Node.Entry) -> SinceRule? {
    var rule = SinceRule(mark: entry.keyMark)
    let before = problems.count
    read(
      entry.value, as: SinceFields.all, into: &rule, named: "'since'",
      form: "'since: {field: updated_at, key: id, into: query.since, first: 2026-01-01}'")
    guard problems.count == before else { return nil }
    if rule.field == nil {
      report(
        "'since' has no 'field'", at: entry.keyMark,
        hint: "name what orders the items, as in 'field: updated_at'")
    } else if rule.keys.isEmpty {
      report(
        "'since' has no 'key'", at: entry.keyMark,
        hint: "name what tells an item from all others, as in 'key: id': an item may come twice")
    }
    if (rule.window == nil) != (rule.end == nil) {
      report(
        "'window' and 'until' belong together", at: entry.keyMark,
        hint: "as in 'window: 1d' and 'until: query.to'")
    }
    return problems.count == before ? rule : nil
  }

  /// A path in an item, or the names on the way to a value in it.
  fileprivate mutating func itemPath(_ entry: Node.Entry) -> JSONPath? {
    guard let text = text(entry) else { return nil }
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    let path =
      text.hasPrefix("$") || names.contains("")
      ? text : "$" + names.map { "['\($0.replacing("'", with: "\\'"))']" }.joined()
    guard let found = jsonPath(path, at: entry.value.mark) else { return nil }
    if found.isSingular { return found }
    return reject(
      "'\(text)' can select several values", at: entry.value.mark,
      hint: "name one value of an item, as in 'updated_at' or '$.times[0]'")
  }

  /// A duration, or a number in the unit of the field.
  fileprivate mutating func distance(_ entry: Node.Entry) -> SinceRule.Distance? {
    if let text = entry.value.scalar?.text, JSONWriter.isNumber(text), !text.hasPrefix("-") {
      return .number(text)
    }
    return longDuration(entry).map { .time($0) }
  }

  /// A duration, which may be written in days.
  fileprivate mutating func longDuration(_ entry: Node.Entry) -> Duration? {
    if let text = entry.value.scalar?.text, text.hasSuffix("d"), let days = Int(text.dropLast()),
      (1...36_500).contains(days)
    {
      return .seconds(days * 86_400)
    }
    return duration(entry)
  }

  mutating func stateInputs(_ entry: Node.Entry) -> [WrittenName] {
    (entry.value.items ?? [entry.value]).compactMap { node in
      let item = entry.holding(node)
      return text(item).map { WrittenName(text: $0, mark: item.value.mark) }
    }
  }
}

extension EndpointSpec.Parts {
  /// Adds `since` to the state of the file, and makes a list of one page of a list without pages.
  mutating func addSince(_ since: SinceRule?) {
    guard let since else { return }
    var state = state ?? StateDeclaration(mark: since.mark)
    state.since = since
    if let per = since.per { state.per = (state.per ?? []) + per }
    self.state = state
    // Each item is printed as it arrives, also of a stream, which is a list otherwise.
    if format == nil { format = WrittenName(text: "ndjson", mark: since.mark) }
    guard pagination == nil else { return }
    var single = Pagination(style: .single, mark: since.mark)
    single.items = since.items
    pagination = single
  }
}
