import APICallModel
import YAMLTree

/// The fields of `each: {rounds: …}`.
enum RoundFields {
  static let shape = FieldShape.either([.number(isWhole: true, 1...most), .table(all)])

  static let all: [Field<Loop.Rounds>] = [
    Field(
      "times", "a whole number", .number(isWhole: true, 1...most), "The maximum number of rounds."
    ) { $0.times = $2.count($1, from: 1, upTo: Int(most)) },
    Field("for", "a duration", .duration, "The time after which no further round begins.") {
      $0.limit = $2.duration($1)
    },
    Field("every", "a duration", .duration, "The pause between two rounds; default 0s.") {
      if let every = $2.duration($1) { $0.every = every }
    },
    Field(
      "until", "a placeholder or a map", .condition,
      "The condition on the results of a round that makes it the last one."
    ) { $0.until = $2.condition($1) },
  ]

  private static let most = 1_000_000_000.0
}

extension SpecReading {
  mutating func rounds(_ entry: Node.Entry) -> Loop.Rounds? {
    var rounds = Loop.Rounds(mark: entry.keyMark)
    guard entry.value.entries != nil else {
      rounds.times = count(entry, from: 1, upTo: 1_000_000_000)
      return rounds.times.map { _ in rounds }
    }
    let before = problems.count
    read(entry.value, as: RoundFields.all, into: &rounds, named: "'rounds'")
    guard problems.count == before else { return nil }
    if rounds.times == nil, rounds.limit == nil, rounds.until == nil {
      return reject(
        "'rounds' has no end", at: entry.keyMark,
        hint: "add 'times', 'for' or 'until', as in 'rounds: {for: 1h}'")
    }
    return rounds
  }
}
