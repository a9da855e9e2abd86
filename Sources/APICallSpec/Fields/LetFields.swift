import YAMLTree

extension SpecReading {
  /// Reads the lets: a map from names to any values with placeholders.
  mutating func lets(_ entry: Node.Entry) -> [LetDeclaration] {
    guard let entries = entry.value.entries else {
      refuse(entry, takes: "a map of values")
      knowsInputs = false
      return []
    }
    guard isShort(entries.count, entry, most: Self.nameLimit) else {
      knowsInputs = false
      return []
    }
    return entries.map { entry in
      checkName(entry, reserved: Self.reservedNames, kind: "a let")
      let value = payload(entry, placeholders: true)
      return LetDeclaration(name: entry.key, mark: entry.keyMark, value: value)
    }
  }
}
