import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText

/// The rounds of a step that repeats with what its last response left; each is a row with its
/// number, counted from 1.
final class RoundRows: RowSource {
  let file: String? = nil
  let frame = Scope.Binding(nil, from: Provenance(.file))
  /// Ends the round with an index, and returns whether it was the last one.
  var endRound: (Int) async throws(Failure) -> Bool = { (_) throws(Failure) in false }

  private let rule: Loop.Rounds
  private let world: World
  private let start: Duration
  private var number = 0

  init(_ rule: Loop.Rounds, in world: World) {
    self.rule = rule
    self.world = world
    start = world.elapsed()
  }

  /// Waits for the next round; nil if there is none.
  ///
  /// Throws a ``Failure`` if there is none although the condition does not hold.
  func next() async throws(Failure) -> Row? {
    if number > 0 {
      if try await endRound(number - 1) { return nil }
      if let times = rule.times, number >= times {
        return try end(after: times == 1 ? "one round" : "\(times) rounds")
      }
      if let limit = rule.limit, world.elapsed() - start + rule.every >= limit {
        return try end(after: limit.written)
      }
      do throws(CancellationError) { try await world.wait(rule.every) } catch {
        throw Failure(.interrupted, [])
      }
    }
    number += 1
    return Row(value: .number(String(number)))
  }

  private func end(after bound: String) throws(Failure) -> Row? {
    guard rule.until != nil else { return nil }
    throw Failure(
      .incomplete, "the condition 'until' does not hold after \(bound)", at: rule.mark,
      hint: "'times' and 'for' limit the rounds; the next run goes on with what is kept")
  }
}
