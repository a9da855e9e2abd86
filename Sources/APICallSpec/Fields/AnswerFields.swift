import JSONText
import YAMLTree

/// Fields about how an answer is read, and what of it is printed.
extension SpecReading {
  /// Reads a JSONPath; nil, with a problem, where it is none.
  mutating func jsonPath(_ entry: Node.Entry) -> JSONPath? {
    guard let scalar = entry.value.scalar, scalar.kind != .null else {
      refuse(entry, takes: "a JSONPath")
      return nil
    }
    return jsonPath(scalar.text, at: entry.value.mark)
  }

  /// Reads a JSONPath that stands at a place; nil, with a problem, where it is none.
  mutating func jsonPath(_ text: String, at mark: Mark) -> JSONPath? {
    do {
      return try JSONPath(text)
    } catch {
      let rooted = "$.\(text)"
      report(
        "cannot read the JSONPath '\(text)': \(error.message)", at: mark,
        hint: (try? JSONPath(rooted)) == nil ? nil : "did you mean '\(rooted)'?")
      return nil
    }
  }

  /// Reads `select`; nil, with a problem, where it is no path.
  mutating func selectDeclaration(_ entry: Node.Entry) -> SelectDeclaration? {
    jsonPath(entry).map { SelectDeclaration(path: $0, mark: entry.value.mark) }
  }

  /// Reads `stop`: a map from paths that lead to one place to the values that have to be there.
  mutating func stopCondition(_ entry: Node.Entry) -> StopCondition? {
    guard let entries = entry.value.entries else {
      refuse(
        entry, takes: "a map from JSONPaths to values", hint: "as in 'stop: {$.event: done}'")
      return nil
    }
    guard !entries.isEmpty else {
      report("'stop' is an empty map", at: entry.value.mark, hint: "as in 'stop: {$.event: done}'")
      return nil
    }
    guard isShort(entries.count, entry, most: Self.nameLimit) else { return nil }
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

  /// Reads a size; nil, with a problem, where it is none.
  mutating func sizeLimit(_ entry: Node.Entry) -> SizeLimit? {
    guard let scalar = entry.value.scalar, scalar.kind != .null else {
      refuse(entry, takes: "a size")
      return nil
    }
    guard let octets = WrittenSize.octets(of: scalar.text) else {
      report(
        "'\(scalar.text)' is not a size", at: entry.value.mark,
        hint: "write a number of octets, or one with a unit: 500KB, 10MiB, 1GiB")
      return nil
    }
    return SizeLimit(octets: octets, mark: entry.value.mark)
  }
}
