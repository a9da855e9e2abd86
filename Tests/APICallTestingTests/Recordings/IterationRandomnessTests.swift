import APICallBase
import APICallText
import TestWorlds
import Testing

@testable import APICallTesting

@Suite("Randomness of recorded iterations")
struct IterationRandomnessTests {
  private func draw(_ world: World, _ iterations: [Int]) -> [UInt8] {
    World.$iterations.withValue(iterations) { world.randomBytes(16) }
  }

  @Test("An iteration has the same bytes, whichever of several comes first")
  func order() {
    let moment = RecordedMoment(UTCTimestamp(seconds: 1_767_225_600))
    let one = moment.world(.fixed(), waits: false)
    let two = moment.world(.fixed(), waits: false)
    let places = [[], [1], [2], [1, 1], [11]]
    var first: [[Int]: [UInt8]] = [:]
    for place in places { first[place] = draw(one, place) }
    #expect(Set(first.values).count == places.count)
    for place in places.reversed() { #expect(draw(two, place) == first[place]) }
    #expect(draw(two, [1]) != first[[1]])
  }
}
