import APICallBase
import APICallCurl
import APICallScripts
import Glibc
import Testing

@Suite("Things side by side on a loop", .timeLimit(.minutes(15)))
struct SideBySideTests {
  /// Waits a moment, and notes the thread on which it goes on.
  final class Wait: PoolItem {
    private let source: Waits

    init(_ source: Waits) { self.source = source }

    func begin() { note() }
    func perform() async -> Failure? {
      try? await source.loop.sleep(for: .milliseconds(1))
      note()
      return nil
    }
    func takeTurn() -> Failure? { nil }
    func finish(_ failure: Failure?) { note() }

    private func note() {
      (source.loop as any Actor).preconditionIsolated()
      source.notes.append(pthread_self())
    }
  }

  final class Waits: PoolSource {
    let loop: CurlLoop
    var notes: [pthread_t] = []

    init(_ loop: CurlLoop) { self.loop = loop }

    func next(_ index: Int) async -> (any PoolItem)? { index < 50 ? Wait(self) : nil }
    func stops(after failure: Failure) -> Bool { true }
    var holdsOutput: Bool { true }
    func flush() { notes.append(pthread_self()) }
  }

  @Test("all of it happens on the loop's thread, and is isolated to it", arguments: [1, 4, 30])
  func thread(parallel: Int) throws {
    let loop = CurlLoop()
    let notes = loop.run {
      let waits = Waits(loop)
      let pool = OrderedPool(
        of: waits, parallel: parallel, count: nil, permits: RoundPermits(), executor: loop)
      guard case .complete = await pool.perform() else { return [pthread_t]() }
      return waits.notes
    }
    #expect(notes.count > 150)
    #expect(Set(notes) == [pthread_self()])
  }

  @Test("who gives it up gives up all that is under way")
  func givenUp() {
    let loop = CurlLoop()
    let isCancelled = loop.run {
      let pool = OrderedPool(
        of: Waits(loop), parallel: 4, count: nil, permits: RoundPermits(), executor: loop)
      let task = Task.isolated(on: loop) {
        if case .cancelled = await pool.perform() { true } else { false }
      }
      try? await loop.sleep(for: .milliseconds(2))
      task.cancel()
      return await task.value
    }
    #expect(isCancelled)
  }
}
