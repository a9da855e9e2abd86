import YAMLTree

extension SpecReading {
  /// Reads how many of something there may be; nil, with a problem, where that is not said.
  mutating func count(_ entry: Node.Entry, upTo most: Int) -> Int? {
    guard let scalar = entry.value.scalar, scalar.kind == .integer, let count = Int(scalar.text),
      (0...most).contains(count)
    else {
      refuse(entry, takes: "a whole number from 0 to \(most)")
      return nil
    }
    return count
  }

  /// Reads a rule that is a map, or a number that is short for one of its fields.
  ///
  /// - Parameters:
  ///   - entry: the field.
  ///   - rule: the rule as it is without any of its fields.
  ///   - fields: the fields of the map.
  ///   - most: the largest number.
  ///   - hint: how the field is written in a file.
  ///   - example: a number, for an option that has the field's name.
  ///   - take: takes the number.
  /// - Returns: the rule; nil, with a problem, where it is neither.
  mutating func countedRule<Rule>(
    _ entry: Node.Entry, _ rule: Rule, as fields: [Field<Rule>], upTo most: Int, hint: String,
    example: Int, take: (inout Rule, Int) -> Void
  ) -> Rule? {
    var rule = rule
    if entry.value.entries != nil {
      read(entry.value, as: fields, into: &rule, named: "'\(entry.key)'")
      return rule
    }
    guard case .integer = entry.value.scalar?.kind else {
      let source = entry.value.mark.source
      // An option has room for the number alone.
      if Overrides.isOption(source), source.name != "--set" {
        refuse(entry, takes: "a whole number", hint: "as in \(source.name)=\(example)")
      } else {
        refuse(entry, takes: "a whole number or a map", hint: hint)
      }
      return nil
    }
    guard let count = count(entry, upTo: most) else { return nil }
    take(&rule, count)
    return rule
  }
}
