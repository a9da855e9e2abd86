import YAMLTree

extension SpecReading {
  /// Reads how long the exchange may take: one length of time is the longest.
  mutating func timeExpectation(_ entry: Node.Entry) -> TimeExpectation {
    var time = TimeExpectation()
    if let entries = entry.value.entries {
      if entries.isEmpty {
        report("'time' is an empty map", at: entry.value.mark, hint: "as in 'time: {max: 500ms}'")
      }
      let fields = ExpectationFields.TimeFields.all
      read(entry.value, as: fields, into: &time, named: "'time'")
    } else {
      time.max = timeLimit(entry)
    }
    return time
  }

  mutating func timeLimit(_ entry: Node.Entry) -> TimeExpectation.Limit? {
    duration(entry).map { TimeExpectation.Limit(duration: $0, mark: entry.value.mark) }
  }
}
