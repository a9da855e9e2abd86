import JSONText
import YAMLTree

/// Fields about how an answer is read, and what of it is printed.
extension SpecReading {
  /// Reads `select`; nil, with a problem, where it is no path.
  mutating func selectDeclaration(_ entry: Node.Entry) -> SelectDeclaration? {
    jsonPath(entry).map { SelectDeclaration(path: $0, mark: entry.value.mark) }
  }

  /// Reads `stop`: a map from paths that lead to one place to the values that have to be there.
  mutating func stopCondition(_ entry: Node.Entry) -> StopCondition? {
    let hint = "as in 'stop: {$.event: done}'"
    guard
      let entries = entries(
        entry, takes: "a map from JSONPaths to values", hint: hint, most: Self.nameLimit)
    else { return nil }
    guard !entries.isEmpty else {
      report("'stop' is an empty map", at: entry.value.mark, hint: hint)
      return nil
    }
    var tests: [StopCondition.Test] = []
    for entry in entries {
      guard let path = jsonPath(entry.key, at: entry.keyMark) else { continue }
      guard path.isSingular else {
        report(
          "'\(entry.key)' may lead to several values, and 'stop' compares one", at: entry.keyMark,
          hint: "write names and positions alone, as in $.choices[0].finish_reason")
        continue
      }
      guard entry.value.entries == nil else {
        report(
          "'stop' takes a value to compare with, not a map", at: entry.value.mark,
          hint: "name the members: '\(entry.key).name: value'")
        continue
      }
      guard let octets = json(entry), let document = try? JSONDocument(octets) else { continue }
      tests.append(StopCondition.Test(path: path, value: document.root))
    }
    return StopCondition(tests: tests)
  }
}
