import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import Foundation
import SeededNumbers
import TestWorlds
import Testing

@Suite("Dates")
struct DateTests {
  private func written(_ value: String, _ format: String) -> String? {
    var scope = Scope(World.fixed())
    scope["v"] = Scope.Binding((try? Value(json: value)) ?? .text(value))
    return try? Template("<v | date(\"\(format)\")>", at: .nowhere).render(in: scope).revealed
  }

  @Test(
    "Every strftime conversion works, in English and UTC",
    arguments: [
      ("%Y-%m-%d %H:%M:%S", "2009-02-03 04:05:06"), ("%C|%y|%e|%j", "20|09| 3|034"),
      ("%B %b %h %A %a", "February Feb Feb Tuesday Tue"),
      ("%u %w %U %W %V %G %g", "2 2 05 05 06 2009 09"),
      ("%I %k %l %p %P", "04  4  4 AM am"), ("%s %z %Z", "1233633906 +0000 UTC"),
      ("%D %x %F %R %T %X", "02/03/09 02/03/09 2009-02-03 04:05 04:05:06 04:05:06"),
      ("%r", "04:05:06 AM"), ("%c", "Tue Feb  3 04:05:06 2009"), ("%n%t%%", "\n\t%"),
      ("é%Y", "é2009"), ("unix", "1233633906"), ("unix_ms", "1233633906000"),
      ("iso8601", "2009-02-03T04:05:06Z"), ("http", "Tue, 03 Feb 2009 04:05:06 GMT"),
    ])
  func formats(_ format: String, _ expected: String) {
    #expect(written("1233633906", format) == expected)
  }

  @Test(
    "Moments are numbers of seconds, dates, and dates with a time",
    arguments: [
      ("0", "1970-01-01T00:00:00Z"), ("-1", "1969-12-31T23:59:59Z"),
      ("1.9", "1970-01-01T00:00:01Z"),
      ("-0.5", "1969-12-31T23:59:59Z"), ("1e9", "2001-09-09T01:46:40Z"),
      ("-62135596800", "0001-01-01T00:00:00Z"), ("253402300799", "9999-12-31T23:59:59Z"),
      ("2026-01-31", "2026-01-31T00:00:00Z"), ("2024-02-29T23:59:60Z", "2024-03-01T00:00:00Z"),
      ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
      ("2026-01-31 12:00", "2026-01-31T12:00:00Z"),
      ("2026-01-31t12:00:00.123456789123z", "2026-01-31T12:00:00Z"),
      ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"),
      ("2026-01-01T00:30:00-0130", "2026-01-01T02:00:00Z"),
      ("1970-01-01T00:00", "1970-01-01T00:00:00Z"),
    ])
  func moments(_ value: String, _ expected: String) {
    #expect(written(value, "iso8601") == expected)
  }

  @Test(
    "A text that is not a moment is refused",
    arguments: [
      "", "yesterday", "2026-", "2026-1-1", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29",
      "2026-01-32", "2026-01-00", "0000-01-01", "2026-01-31T", "2026-01-31T24:00", "2026-01-31T12",
      "2026-01-31T12:60", "2026-01-31T12:00:61", "2026-01-31T12:00:00.", "2026-01-31T12:00:00+1",
      "2026-01-31T12:00:00+01:60", "2026-01-31T12:00:00Zx", "2026-01-31x", "0001-01-01T00:00+00:01",
      "9999-12-31T23:59-00:01", "1e12", "-1e12", "1e400", "253402300800", "-62135596801", "[]",
      "99999999999999999999",
    ])
  func refusals(_ value: String) { #expect(written(value, "iso8601") == nil) }

  @Test("Milliseconds are kept")
  func milliseconds() {
    #expect(written("2026-01-31T12:00:00.0625Z", "unix_ms") == "1769860800062")
    #expect(written("-0.25", "unix_ms") == "-250")
  }

  @Test("Thousands of days have the same dates as in the system's calendar")
  func days() {
    var random = SeededGenerator(seed: 7)
    for iteration in 0..<5_000 {
      // From the year 1 to 9999.
      let seconds = -62_135_596_800 + Int(random.next() % 315_537_897_600)
      var moment = time_t(seconds)
      var fields = tm()
      gmtime_r(&moment, &fields)
      var buffer = [CChar](repeating: 0, count: 100)
      strftime(&buffer, buffer.count, "%G-W%V-%u %U %W %j %a %d %b %H:%M:%S %I %p", &fields)
      let year = String(Int(fields.tm_year) + 1900)
      let expected = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      let found = written("\(seconds)", "%Y|%G-W%V-%u %U %W %j %a %d %b %H:%M:%S %I %p")
      // glibc writes the year of %G without leading zeros.
      let zeros = String(repeating: "0", count: 4 - year.count)
      let padding = String(repeating: "0", count: max(0, 4 - expected.prefix { $0 != "-" }.count))
      #expect(
        found == "\(zeros)\(year)|\(padding)\(expected)",
        "seed 7, iteration \(iteration): \(seconds)")
    }
  }
}
