/// The offsets of a time zone from UTC in the course of time.
struct ZoneRules: Sendable {
  /// The moments at which the offset changes, in order, in seconds since 1970.
  let transitions: [Int]
  /// For each transition, the index of the offset that it begins.
  let kinds: [UInt8]
  /// The offsets; the first applies before all transitions.
  let offsets: [ZoneOffset]
  /// The rule after the last transition; nil to keep the last offset.
  let tail: TailRule?

  static let utc = ZoneRules(transitions: [], kinds: [], offsets: [.utc], tail: nil)

  /// The offset at a moment, in seconds since 1970.
  func offset(at moment: Int) -> ZoneOffset {
    let count = countOfTransitions(upTo: moment)
    if count == transitions.count, let tail { return tail.offset(at: moment) }
    let index = count == 0 ? 0 : Int(kinds[count - 1])
    return offsets.indices.contains(index) ? offsets[index] : .utc
  }

  /// The first moment at which the clocks show a time, in seconds since 1970; nil if they skip it.
  func firstMoment(showing local: Int) -> Int? {
    let all = Set((offsets + (tail?.offsets ?? [])).map(\.seconds))
    return all.map { local - $0 }.filter { $0 + offset(at: $0).seconds == local }.min()
  }

  private func countOfTransitions(upTo moment: Int) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
