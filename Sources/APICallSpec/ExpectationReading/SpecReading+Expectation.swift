import APICallBase
import APICallHTTP
import JSONText
import YAMLTree

extension SpecReading {
  /// Reads the good statuses: one, a class, or a list of those.
  mutating func statusExpectation(
    _ entry: Node.Entry, into expectation: inout StatusExpectation
  ) {
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
    if nodes.isEmpty { report("'status' has an empty list", at: entry.value.mark) }
    expectation.patterns = patterns
    expectation.mark = entry.value.mark
  }

  /// Reads what header fields have to be like.
  mutating func fieldExpectations(_ entry: Node.Entry) -> [FieldExpectation<Payload>] {
    guard let entries = entry.value.entries else {
      refuse(
        entry, takes: "a map of header fields",
        hint: "as in 'headers: {Content-Type: application/json}'")
      return []
    }
    guard isShort(entries.count, entry, most: Self.nameLimit) else { return [] }
    return entries.map { entry in
      if !HeaderSyntax.isName(entry.key) {
        report(
          "'\(entry.key)' cannot be the name of a header field", at: entry.keyMark,
          hint: "a name is letters, digits and hyphens, without spaces or colons")
      }
      return FieldExpectation(name: entry.key, mark: entry.keyMark, matchers: matchers(entry))
    }
  }

  /// Reads what parts of the body have to be like: a text alone is what the whole of it has to be.
  mutating func bodyExpectations(_ entry: Node.Entry) -> [BodyExpectation<Payload>] {
    guard let entries = entry.value.entries else {
      guard case .text = entry.value.scalar?.kind else {
        refuse(
          entry, takes: "text, or a map of JSONPaths and matchers",
          hint: "'$' is the whole of it: 'body: {$: [1, 2]}'")
        return []
      }
      return [BodyExpectation(place: .text, mark: entry.value.mark, matchers: matchers(entry))]
    }
    guard isShort(entries.count, entry, most: Self.nameLimit) else { return [] }
    return entries.compactMap { bodyExpectation($0) }
  }

  private mutating func bodyExpectation(_ entry: Node.Entry) -> BodyExpectation<Payload>? {
    if entry.key.hasPrefix("$") {
      guard let path = jsonPath(entry.key, at: entry.keyMark) else { return nil }
      return BodyExpectation(
        place: .path(path), path: entry.key, mark: entry.keyMark, matchers: matchers(entry))
    }
    guard MatcherFields.names.contains(entry.key) else {
      report(
        "'\(entry.key)' is neither a JSONPath nor a matcher", at: entry.keyMark,
        hint: bodyKeyHint(entry.key))
      return nil
    }
    let matchers = matcherMap([entry])
    return BodyExpectation(place: .text, mark: entry.keyMark, matchers: matchers)
  }

  /// What is meant by a key that begins with no `$`: a matcher, or a path.
  private func bodyKeyHint(_ key: String) -> String {
    if let hint = MatcherFields.hint(for: key) { return hint }
    let path = "$.\(key)"
    let isNear = Nearest.word(to: key, among: MatcherFields.names) != nil
    if !isNear, (try? JSONPath(path)) != nil { return "did you mean '\(path)'?" }
    return Nearest.hint(for: key, among: MatcherFields.names, noun: "matchers")
  }
}
