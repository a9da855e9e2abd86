import APICallModel
import Testing

@testable import APICallScripts

@Suite("The rate of iterations")
struct RatePacerTests {
  @Test(
    "A rate is a number per second, minute or hour",
    arguments: [
      ("10/s", .milliseconds(100)), ("1/s", .seconds(1)), ("1000/s", .milliseconds(1)),
      ("90/m", .nanoseconds(666_666_666)), ("500/h", .milliseconds(7200)),
    ] as [(String, Duration)])
  func written(_ text: String, _ interval: Duration) throws {
    let found = try #require(Loop.Rate(written: text)).interval
    #expect(found >= interval && found - interval < .nanoseconds(1))
  }

  @Test(
    "Any other text is not a rate",
    arguments: [
      "0/s", "1001/s", "10", "10/", "/s", "1.5/s", "-1/s", "+1/s", "01/s", "1/d", "1/s/s",
    ]
  )
  func refused(_ text: String) { #expect(Loop.Rate(written: text) == nil) }

  @Test("Starts are evenly spaced, however late each of them is")
  func evenly() {
    var pacer = RatePacer(Loop.Rate(10, per: .seconds(1)))
    var now = Duration.seconds(7)
    var begins: [Duration] = []
    for late in [0, 30, 5, 0, 60, 0] {
      now += pacer.pause(at: now) + .milliseconds(late)
      begins.append(now - .milliseconds(late))
    }
    #expect(begins == (0..<6).map { .seconds(7) + .milliseconds(100 * $0) })
  }

  @Test("Missed starts are not made up for")
  func stall() {
    var pacer = RatePacer(Loop.Rate(10, per: .seconds(1)))
    #expect(pacer.pause(at: .seconds(1)) == .zero)
    #expect(pacer.pause(at: .seconds(9)) == .zero)
    #expect(pacer.pause(at: .seconds(9)) == .milliseconds(100))
    #expect(pacer.pause(at: .seconds(9)) == .milliseconds(200))
  }
}
