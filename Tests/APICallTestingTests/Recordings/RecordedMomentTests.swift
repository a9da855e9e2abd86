import APICallBase
import APICallLanguage
import APICallTesting
import APICallText
import TestWorlds
import Testing

@Suite("The moment of a recording")
struct RecordedMomentTests {
  private let moment = RecordedMoment(
    UTCTimestamp(seconds: 1_769_860_800, nanoseconds: 123_456_789))

  @Test("Time and randomness follow from its text")
  func frozen() throws {
    #expect(moment.text == "2026-01-31T12:00:00.123Z")
    let read = RecordedMoment(try #require(UTCTimestamp(iso8601: moment.text)))
    #expect(read == moment)
    let worlds = [
      moment.world(.fixed(seed: 1), waits: true), read.world(.fixed(seed: 2), waits: false),
    ]
    let bytes = worlds.map { world in [1, 31, 32, 33, 100].map { world.randomBytes($0) } }
    #expect(bytes[0] == bytes[1] && Set(bytes[0].map(\.count)).count == 5)
    #expect(worlds[0].now() == worlds[1].now())
    let other = RecordedMoment.unrecorded.world(.fixed(), waits: false)
    #expect(other.randomBytes(16) != moment.world(.fixed(), waits: false).randomBytes(16))
  }

  @Test("In a replay pauses take no time, and no time limit passes", .timeLimit(.minutes(10)))
  func waits() async throws {
    let world = moment.world(.fixed(), waits: false)
    // The time limit of the test would pass first.
    try await world.wait(.seconds(360_000))
    #expect(world.elapsed() == .seconds(360_000))
    let limit = try #require(world.waitForLimit)
    let task = Task { try await limit(.milliseconds(1)) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
