/// The rounds that have begun, in their order: each waits for its turn when it is over.
struct RoundQueue {
  /// The rounds from the one whose turn it is; nil for one that is under way.
  private var waiting: [(round: Round, outcome: RoundOutcome)?] = []
  /// Where in the list the turn is: those before are gone.
  private var head = 0
  /// The number of rounds whose turn is over.
  private(set) var turn = 0

  /// How many have begun and not had their turn.
  var count: Int { waiting.count - head }

  /// Adds the next round.
  ///
  /// - Returns: its place among all of them, counted from 0.
  mutating func begin() -> Int {
    waiting.append(nil)
    return turn + count - 1
  }

  /// Notes how a round ended.
  mutating func end(_ round: Round, _ outcome: RoundOutcome) {
    waiting[head + round.index - turn] = (round, outcome)
  }

  /// Takes out the round whose turn it is; nil where it is under way, or has not begun.
  mutating func next() -> (round: Round, outcome: RoundOutcome)? {
    guard head < waiting.count, let first = waiting[head] else { return nil }
    waiting[head] = nil
    head += 1
    turn += 1
    // Room is made now and then, not each time.
    if head == waiting.count || head >= 512 {
      waiting.removeFirst(head)
      head = 0
    }
    return first
  }
}
