import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("Time zones of filters")
struct ZoneFilterTests {
  @Test(
    "Dates have the time and the offset of their zone",
    arguments: [
      (
        "date('%F %T %z %Z', 'Europe/Berlin')", "2026-01-31T12:00:00Z",
        "2026-01-31 13:00:00 +0100 CET"
      ),
      (
        "date('%F %T %z %Z', 'Europe/Berlin')", "2026-07-31T23:00:00Z",
        "2026-08-01 01:00:00 +0200 CEST"
      ),
      ("date('%T', 'Europe/Berlin')", "2026-03-29T00:59:59.5Z", "01:59:59"),
      ("date('%T', 'Europe/Berlin')", "2026-03-29T01:00:00Z", "03:00:00"),
      ("date('%T %Z', 'Europe/Berlin')", "2026-10-25T00:59:59Z", "02:59:59 CEST"),
      ("date('%T %Z', 'Europe/Berlin')", "2026-10-25T01:00:00Z", "02:00:00 CET"),
      ("date('iso8601', 'Europe/Berlin')", "2026-01-31T12:00:00Z", "2026-01-31T13:00:00+01:00"),
      ("date('iso8601', 'America/New_York')", "2026-07-01", "2026-06-30T20:00:00-04:00"),
      ("date('iso8601', 'Asia/Kolkata')", "2026-07-01", "2026-07-01T05:30:00+05:30"),
      ("date('iso8601', 'Australia/Lord_Howe')", "2026-01-01", "2026-01-01T11:00:00+11:00"),
      ("date('iso8601 %Z', 'Europe/Dublin')", "2026-01-01", "iso8601 GMT"),
      ("date('%H %Z', 'Europe/Dublin')", "2026-07-01", "01 IST"),
      ("date('%d %H %z', 'America/Santiago')", "2026-09-06T03:59:59Z", "05 23 -0400"),
      ("date('%d %H %z', 'America/Santiago')", "2026-09-06T04:00:00Z", "06 01 -0300"),
      ("date('iso8601', 'UTC')", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
      ("date('%z %Z', 'UTC')", "2026-01-31T12:00:00Z", "+0000 UTC"),
      ("date('http', 'Europe/Berlin')", "2026-01-31T12:00:00Z", "Sat, 31 Jan 2026 12:00:00 GMT"),
      ("date('%s', 'Europe/Berlin')", "2026-01-31T12:00:00Z", "1769860800"),
      ("date('%G-W%V-%u %j', 'America/New_York')", "2027-01-01", "2026-W53-4 365"),
      ("date('%Y', 'Europe/Berlin')", "9999-07-01", "9999"),
      ("strptime('%F %H:%M', 'Europe/Berlin')", "2026-01-31 12:00", "2026-01-31T11:00:00Z"),
      ("strptime('%F %H:%M', 'Europe/Berlin')", "2026-07-31 12:00", "2026-07-31T10:00:00Z"),
      ("strptime('%F %T', 'Europe/Berlin')", "2026-07-31 12:00:00.25", "2026-07-31T10:00:00.25Z"),
      ("strptime('%F %H:%M', 'Europe/Berlin')", "2026-10-25 02:30", "2026-10-25T00:30:00Z"),
      ("strptime('%F %H:%M', 'Europe/Berlin')", "2026-10-25 03:00", "2026-10-25T02:00:00Z"),
      ("strptime('%F %H:%M', 'Europe/Berlin')", "2026-03-29 03:00", "2026-03-29T01:00:00Z"),
      (
        "strptime('%F %H:%M %z', 'Europe/Berlin')", "2026-03-29 02:30 -0500", "2026-03-29T07:30:00Z"
      ),
      ("strptime('%F %H:%M %Z', 'Europe/Berlin')", "2026-03-29 02:30 UTC", "2026-03-29T02:30:00Z"),
      ("strptime('%s', 'Europe/Berlin')", "1769860800", "2026-01-31T12:00:00Z"),
      ("strptime('%F', 'UTC')", "2026-01-31", "2026-01-31T00:00:00Z"),
      ("strptime('%F %H', 'Australia/Lord_Howe')", "2026-04-05 01", "2026-04-04T14:00:00Z"),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) throws {
    #expect(
      try FilterProbe.result(of: "<v | \(filters)>", ("v", "\"\(value)\"")) == "«\(expected)»")
  }

  @Test(
    "A message names the zone or the time that is wrong",
    arguments: [
      (
        "strptime('%F %H:%M', 'Europe/Berlin')", "2026-03-29 02:30",
        "the filter 'strptime' takes a time that exists in the time zone, not '2026-03-29 02:30'; "
          + "hint: clocks skip it when they are set forward; write a later time, or one with %z"
      ),
      (
        "date('%F', 'Europe/Berln')", "2026-01-31",
        "unknown time zone 'Europe/Berln'; hint: did you mean 'Europe/Berlin'?"
      ),
      (
        "date('%F', 'europe/berlin')", "2026-01-31",
        "unknown time zone 'europe/berlin'; hint: did you mean 'Europe/Berlin'?"
      ),
      (
        "strptime('%F', 'Berlin')", "2026-01-31",
        "unknown time zone 'Berlin'; hint: did you mean 'Europe/Berlin'?"
      ),
      (
        "date('%F', 'PST')", "2026-01-31",
        "unknown time zone 'PST'; hint: write a name of the time zone database, such as "
          + "Europe/Berlin, or UTC"
      ),
      (
        "date('%Y', 'America/New_York')", "0001-01-01",
        "the result of the filter 'date' would exceed the years 1 to 9999"
      ),
      (
        "date('%F', 1)", "0001-01-01",
        "the filter 'date' takes text in quotes as 'zone'; hint: or the name of a value, without quotes"
      ),
    ])
  func messages(_ filters: String, _ value: String, _ expected: String) {
    #expect(FilterProbe.message(of: "<v | \(filters)>", ("v", "\"\(value)\"")) == expected)
  }

  @Test(
    "A name that leads elsewhere is not looked up",
    arguments: [
      "../zoneinfo/Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin", "Europe//Berlin",
      "Europe/Berlin/", "./Europe/Berlin", "Europe/../Europe/Berlin", "", ".", "..", "Europe",
      "Europe\\0/Berlin", "Europe/Berlin\\0", "Europe/Berlin\\n", "-x", "Europe/Berlin.bak",
      "+01:00", "Ünknown",
    ])
  func names(_ name: String) {
    let message = FilterProbe.message(
      of: "<v | date('%F', z)>", ("v", "0"),
      ("z", "\"\(name.replacing("\\0", with: "\\u0000"))\""))
    #expect(message.hasPrefix("unknown time zone '"), "\(message)")
  }

  @Test("A secret name of a zone is not shown")
  func secret() throws {
    var scope = Scope(World.fixed(MemoryFiles.withZones))
    scope["z"] = Scope.Binding(.text("hunter2"), isSecret: true)
    let template = try Template("<now() | date('%F', z)>", at: .nowhere)
    let problem = try #require(throws: TemplateProblem.self) { try template.render(in: scope) }
    #expect(problem.diagnostic.message == "the filter 'date' takes a time zone, not '***'")
  }

  @Test("Without a database, only UTC is known")
  func missing() throws {
    let template = try Template("<v | date('%F', z)>", at: .nowhere)
    var scope = Scope(World.fixed())
    scope["v"] = Scope.Binding(.number("0"))
    scope["z"] = Scope.Binding(.text("UTC"))
    #expect(try template.render(in: scope).revealed == "1970-01-01")
    scope["z"] = Scope.Binding(.text("Etc/UTC"))
    let problem = try #require(throws: TemplateProblem.self) { try template.render(in: scope) }
    #expect(
      problem.diagnostic.message
        == "this machine has no time zone database in /usr/share/zoneinfo")
  }
}
