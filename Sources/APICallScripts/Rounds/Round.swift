import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// One round of a step that is run several times.
final class Round: PoolItem {
  /// Its place among all of them, counted from 0.
  let index: Int
  /// What it is run for.
  let row: Row
  /// Keeps what it prints until its turn comes.
  let output: any HeldOutput
  /// Keeps what it has to tell.
  let errors: any HeldOutput
  /// What it left; nil where it was skipped, or failed.
  var record: ScopeRecord?

  private let loop: LoopRun

  init(
    _ index: Int, of loop: LoopRun, for row: Row, output: any HeldOutput, errors: any HeldOutput
  ) {
    self.index = index
    self.loop = loop
    self.row = row
    self.output = output
    self.errors = errors
  }

  /// The number of the round as people count.
  var number: Int { index + 1 }

  func begin() { loop.tell(.begun, of: self) }

  func perform() async -> Failure? {
    do throws(Failure) {
      try await loop.run(self)
      loop.tell(record == nil ? .skipped : .done, of: self)
      return nil
    } catch {
      loop.tell(.failed, of: self)
      return error
    }
  }

  /// Nothing: what it prints is seen when it is over.
  func takeTurn() -> Failure? { nil }

  func finish(_ failure: Failure?) throws(Failure) { try loop.take(self, failure) }
}
