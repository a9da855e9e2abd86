import APICallModel
import TestWorlds
import Testing

@Suite("The pauses of polling")
struct PollRuleTests {
  @Test(
    "Pauses grow by a factor, up to five minutes",
    arguments: [
      (.seconds(2), 1, [2, 2, 2]), (.seconds(2), 1.5, [2, 3, 4.5]),
      (.seconds(100), 10, [100, 300, 300]), (.seconds(600), 2, [600, 600]),
    ] as [(Duration, Double, [Double])])
  func pauses(_ every: Duration, _ backoff: Double, _ expected: [Double]) {
    var rule = PollRule(at: .nowhere)
    rule.every = every
    rule.backoff = backoff
    var pause = every
    for seconds in expected {
      #expect(pause == .seconds(seconds))
      pause = rule.pause(after: pause)
    }
  }
}
