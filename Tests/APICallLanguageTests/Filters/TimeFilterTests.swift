import Testing

@Suite("Filters of times")
struct TimeFilterTests {
  @Test(
    "Each filter does what its name says",
    arguments: [
      ("date('unix_ns')", "\"2026-01-31T12:00:00.123456789Z\"", "1769860800123456789"),
      ("date('unix_ns')", "1769860800.123456789", "1769860800123456789"),
      ("date('unix_ns')", "253402300799.999999999", "253402300799999999999"),
      ("date('unix_ns')", "-0.000000001", "-1"), ("date('unix_ms')", "1.001", "1001"),
      ("date('iso8601')", "-0.5", "«1969-12-31T23:59:59Z»"), ("date('unix')", "1e999", "refused"),
      ("strptime('%d.%m.%Y %H:%M')", "\"31.01.2026 12:30\"", "«2026-01-31T12:30:00Z»"),
      (
        "strptime('%Y-%m-%dT%H:%M:%S%z')", "\"2026-01-31T12:00:00.1250+01:00\"",
        "«2026-01-31T11:00:00.125Z»"
      ),
      (
        "strptime('%a, %d %b %Y %T %Z')", "\"Sat, 31 Jan 2026 12:00:00 GMT\"",
        "«2026-01-31T12:00:00Z»"
      ),
      ("strptime('%e %B %y %I:%M %p')", "\" 1 march 26 12:05 pm\"", "«2026-03-01T12:05:00Z»"),
      ("strptime('%Y-%j')", "\"2024-366\"", "«2024-12-31T00:00:00Z»"),
      ("strptime('%Y-%j')", "\"2026-366\"", "refused"),
      ("strptime('%s')", "\"-1\"", "«1969-12-31T23:59:59Z»"),
      ("strptime('%s')", "1769860800", "«2026-01-31T12:00:00Z»"),
      ("strptime('%F %T')", "\"2016-12-31 23:59:60\"", "«2016-12-31T23:59:59.999999999Z»"),
      ("strptime('%F')", "\"2026-02-29\"", "refused"),
      ("strptime('%F')", "\"2026-01-31x\"", "refused"),
      ("strptime('%F')", "\"\"", "refused"), ("strptime('%H')", "\"1\"", "refused"),
      ("strptime('%Q%Y')", "\"1\"", "refused"),
      ("strptime('%Y%%')", "\"2026%\"", "«2026-01-01T00:00:00Z»"),
      ("strptime('%F')", "[]", "refused"),
      ("add_months(1)", "\"2026-01-31T12:00:00.25+01:00\"", "«2026-02-28T11:00:00.25Z»"),
      ("add_months(1)", "\"2024-01-31\"", "«2024-02-29T00:00:00Z»"),
      ("add_months(-12)", "\"2024-02-29\"", "«2023-02-28T00:00:00Z»"),
      ("add_months(0)", "\"2026-01-31\"", "«2026-01-31T00:00:00Z»"),
      ("add_months(12)", "\"2026-12-31\"", "«2027-12-31T00:00:00Z»"),
      ("add_months(1)", "1769860800.25", "1772280000.25"),
      ("add_months(1)", "\"9999-12-01\"", "refused"),
      ("add_months(-1)", "\"0001-01-01\"", "refused"), ("add_months(1)", "\"x\"", "refused"),
      ("add_months(1)", "null", "refused"),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) {
    let result = try? FilterProbe.result(of: "<v | \(filters)>", ("v", value))
    #expect(result ?? "refused" == expected)
  }

  @Test(
    "A message names what is wrong",
    arguments: [
      (
        "strptime('%H:%M')",
        "the format '%H:%M' has no year; hint: write conversions such as %d.%m.%Y %H:%M"
      ),
      (
        "strptime('%F %I:%M')",
        "the format '%F %I:%M' has one of %I and %p; hint: an hour of 12 takes both, as in %I:%M %p;"
          + " an hour of 24 is %H"
      ),
      (
        "strptime('%F %H %p')",
        "the format '%F %H %p' has one of %I and %p; hint: an hour of 12 takes both, as in %I:%M %p;"
          + " an hour of 24 is %H"
      ),
      (
        "strptime('%F')",
        "the filter 'strptime' takes text in the given format, not '9999-12-01T00:00:00Z'"
      ),
      ("add_months(1)", "the result of the filter 'add_months' would exceed the years 1 to 9999"),
      (
        "add_months('1')",
        "the filter 'add_months' takes a whole number as 'count'; hint: such as 10, or a name"
      ),
    ])
  func messages(_ filters: String, _ expected: String) {
    #expect(
      FilterProbe.message(of: "<v | \(filters)>", ("v", "\"9999-12-01T00:00:00Z\"")) == expected)
  }
}
