import APICallModel
import YAMLTree

/// The fields of a map in `timeout:`.
enum TimeoutFields {
  static let all: [Field<TimeoutDeclaration>] = [
    Field(
      "connect", "a duration", .duration,
      "The time limit for connecting, including TLS; default 10s."
    ) { $0.connect = $2.timeLimit($1, field: "timeout.connect") },
    Field(
      "idle", "a duration", .duration,
      "The time limit for silence from the other side; default 60s."
    ) {
      $0.idle = $2.timeLimit($1, field: "timeout.idle")
    },
    Field("total", "a duration", .duration, "The time limit for the whole exchange; default none.")
    {
      $0.total = $2.timeLimit($1, field: "timeout.total")
    },
  ]
}

extension SpecReading {
  mutating func timeout(_ entry: Node.Entry) -> TimeoutDeclaration {
    var timeout = TimeoutDeclaration()
    if let entries = entry.value.entries {
      if entries.isEmpty {
        report(
          "'timeout' is an empty map", at: entry.value.mark,
          hint: "as in 'timeout: {connect: 10s, idle: 60s, total: 2m}'")
      }
      read(entry.value, as: TimeoutFields.all, into: &timeout, named: "'timeout'")
    } else if entry.value.items != nil {
      refuse(entry, takes: "a duration or a map")
    } else {
      timeout.total = timeLimit(entry, field: "timeout")
    }
    return timeout
  }

  fileprivate mutating func timeLimit(
    _ entry: Node.Entry, field: String
  ) -> TimeoutDeclaration.Limit? {
    duration(entry).map { .init(duration: $0, mark: entry.value.mark, field: field) }
  }
}
