import APICallLanguage
import APICallText
import SeededNumbers
import Testing

@Suite("Comparing moments")
struct TimestampOrderTests {
  @Test("A moment is moved by a duration, forwards and backwards")
  func moving() {
    let start = UTCTimestamp(seconds: 100, nanoseconds: 250_000_000)
    let cases: [(Duration, Int, Int)] = [
      (.zero, 100, 250_000_000), (.seconds(5), 105, 250_000_000),
      (.seconds(-5), 95, 250_000_000), (.milliseconds(750), 101, 0),
      (.milliseconds(-250), 100, 0), (.milliseconds(-251), 99, 999_000_000),
      (.nanoseconds(-1), 100, 249_999_999), (.seconds(-101), -1, 250_000_000),
      (.seconds(Int64.max), .max, 0), (.seconds(Int64.min), Int(Int64.min) + 100, 250_000_000),
    ]
    for (duration, seconds, nanoseconds) in cases {
      let moved = start.advanced(by: duration)
      #expect(moved == UTCTimestamp(seconds: seconds, nanoseconds: nanoseconds), "\(duration)")
    }
  }

  @Test("Moments are compared to the nanosecond")
  func order() {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    for _ in 0..<5000 {
      let start = UTCTimestamp(
        seconds: numbers.below(1000) - 500, nanoseconds: numbers.below(1_000_000_000))
      let step = Duration.nanoseconds(numbers.below(4_000_000_000) + 1)
      let later = start.advanced(by: step)
      #expect(start.isBefore(later) && !later.isBefore(start) && !start.isBefore(start))
      #expect(later.advanced(by: .zero - step) == start)
      #expect((0..<1_000_000_000).contains(later.nanoseconds))
    }
  }

  @Test("A moment is written to the second or nanosecond, and read back")
  func text() {
    let cases: [(UTCTimestamp, String, String)] = [
      (
        UTCTimestamp(seconds: 0), "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000000Z"
      ),
      (
        UTCTimestamp(seconds: 1_769_860_800, nanoseconds: 1), "2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00.000000001Z"
      ),
      (
        UTCTimestamp(seconds: .max), "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000000000Z"
      ),
      (
        UTCTimestamp(seconds: .min), "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000000Z"
      ),
    ]
    for (moment, text, exact) in cases {
      #expect(moment.iso8601 == text && moment.iso8601Nanoseconds == exact)
      let isWritable = abs(moment.seconds / 2) < 1_000_000_000_000
      #expect((UTCTimestamp(iso8601: exact) == moment) == isWritable)
    }
  }
}
