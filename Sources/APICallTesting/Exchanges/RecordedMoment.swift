package import APICallBase
import APICallLanguage
package import APICallText
import Synchronization

/// The moment at which a recording begins, and the time and the randomness of its run.
///
/// The clock stands still at that moment, and random bytes follow from it. So a replay makes the
/// same requests as the recorded run, also where they contain `now()`, `uuid()`, `random()` or
/// `fake()`.
package struct RecordedMoment: Sendable, Hashable {
  /// The moment: `2026-01-31T10:12:13.123Z`.
  package let text: String
  private let timestamp: UTCTimestamp

  /// The moment of cases that have no recording.
  package static let unrecorded = RecordedMoment(UTCTimestamp(seconds: 1_767_225_600))

  /// Takes a moment, to the millisecond.
  package init(_ moment: UTCTimestamp) {
    timestamp = UTCTimestamp(
      seconds: moment.seconds, nanoseconds: moment.nanoseconds / 1_000_000 * 1_000_000)
    text = timestamp.iso8601Milliseconds
  }

  /// Changes a world so that its clock and its randomness depend on this moment alone.
  package func world(_ world: World, waits: Bool) -> World {
    var changed = world
    let (timestamp, text, sha256) = (timestamp, text, world.digests.sha256)
    changed.now = { timestamp }
    let source = RandomSource(seed: Array(text.utf8), digest: sha256)
    changed.randomBytes = { source.bytes($0, for: World.iterations) }
    guard !waits else { return changed }
    let clock = VirtualClock()
    changed.elapsed = { clock.elapsed }
    changed.wait = { (time) throws(CancellationError) in
      clock.advance(by: time)
      await Task.yield()
      if Task.isCancelled { throw CancellationError() }
    }
    changed.waitForLimit = { (_) throws(CancellationError) in try await Self.untilCancelled() }
    return changed
  }

  private static func untilCancelled() async throws(CancellationError) {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
    throw CancellationError()
  }
}

/// Random bytes that follow from a seed: SHA-256 of the seed, the iterations and a counter.
///
/// Each iteration has bytes of its own, since parallel iterations take theirs in any order.
private final class RandomSource: Sendable {
  private typealias State = (count: UInt64, rest: [UInt8])

  private let seed: [UInt8]
  private let digest: @Sendable ([UInt8]) -> [UInt8]?
  private let states = Mutex<[[Int]: State]>([:])

  init(seed: [UInt8], digest: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
    self.seed = seed
    self.digest = digest
  }

  func bytes(_ count: Int, for iterations: [Int]) -> [UInt8] {
    let seed = seed + iterations.flatMap { Array("/\($0)".utf8) }
    return states.withLock { states in
      var state = states[iterations] ?? (0, [])
      while state.rest.count < count {
        let counter = withUnsafeBytes(of: state.count.bigEndian) { Array($0) }
        // Without SHA-256, zeros still are the same each time.
        state.rest += digest(seed + counter) ?? [UInt8](repeating: 0, count: 32)
        state.count += 1
      }
      defer { states[iterations] = (state.count, Array(state.rest.dropFirst(count))) }
      return Array(state.rest.prefix(count))
    }
  }
}

/// A clock that only pauses move.
private final class VirtualClock: Sendable {
  private let time = Mutex(Duration.zero)

  var elapsed: Duration { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
