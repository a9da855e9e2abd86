import APICallBase
import APICallCurl
import APICallScripts
import Glibc
import Testing

@Suite("Concurrent work on a loop", .timeLimit(.minutes(15)))
struct SideBySideTests {
  /// Waits a moment, and notes the thread on which it continues.
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

  @Test("Child tasks inherit the isolation, and so do their own child tasks")
  func isolation() {
    let loop = CurlLoop()
    let found = loop.run {
      let task = Task.isolated(on: loop) {
        let here: (any Actor)? = #isolation
        let next = Task.isolated(on: loop) {
          let there: (any Actor)? = #isolation
          return there === loop
        }
        return [here === loop, await next.value]
      }
      return await task.value
    }
    #expect(found == [true, true])
  }

  /// The third item never comes.
  final class Stalled: PoolSource {
    let loop: CurlLoop

    init(_ loop: CurlLoop) { self.loop = loop }

    func next(_ index: Int) async throws(Failure) -> (any PoolItem)? {
      if index < 2 { return Done() }
      do {
        try await loop.sleep(for: .seconds(60))
      } catch {
        throw Failure(.interrupted, [])
      }
      return nil
    }
    func stops(after failure: Failure) -> Bool { true }
    var holdsOutput: Bool { false }
    func flush() {}
  }

  final class Done: PoolItem {
    func begin() {}
    func perform() async -> Failure? { nil }
    func takeTurn() -> Failure? { nil }
    func finish(_ failure: Failure?) {}
  }

  @Test("A cancelled wait for an item ends and returns its permit")
  func parked() {
    let loop = CurlLoop()
    let permits = PoolPermits(3)
    let endings = loop.run {
      var endings: [Bool] = []
      for _ in 0..<3 {
        let pool = OrderedPool(
          of: Stalled(loop), parallel: 4, count: nil, permits: permits, executor: loop)
        let task = Task.isolated(on: loop) {
          if case .cancelled = await pool.perform() { true } else { false }
        }
        try? await loop.sleep(for: .milliseconds(5))
        task.cancel()
        endings.append(await task.value)
      }
      return endings
    }
    #expect(endings == [true, true, true])
    #expect(permits.take() && permits.take() && !permits.take())
  }

  @Test("All work runs on the loop's thread, isolated to it", arguments: [1, 4, 30])
  func thread(parallel: Int) throws {
    let loop = CurlLoop()
    let notes = loop.run {
      let waits = Waits(loop)
      let pool = OrderedPool(
        of: waits, parallel: parallel, count: nil, permits: PoolPermits(), executor: loop)
      guard case .complete = await pool.perform() else { return [pthread_t]() }
      return waits.notes
    }
    #expect(notes.count > 150)
    #expect(Set(notes) == [pthread_self()])
  }

  @Test("Cancelling the group cancels everything in progress")
  func givenUp() {
    let loop = CurlLoop()
    let isCancelled = loop.run {
      let pool = OrderedPool(
        of: Waits(loop), parallel: 4, count: nil, permits: PoolPermits(), executor: loop)
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
