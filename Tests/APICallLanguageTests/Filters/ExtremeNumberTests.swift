import Testing

/// The numbers at the ends of the range of Int.
private let given = [
  ("low", "-9223372036854775808"), ("high", "9223372036854775807"), ("l", "[3,1,2]"),
  ("day", #""2026-01-31""#), ("huge", "1e6144"), ("tiny", "1e-6144"),
]

/// No number of a file or of a response may end the program, wherever a file computes with it.
@Suite("Numbers at the ends of their ranges")
struct ExtremeNumberTests {
  @Test(
    "A result is computed, or refused",
    arguments: [
      ("l | nth(low)", "null"), ("l | nth(high)", "null"), ("l[low] | default(0)", "0"),
      ("l[-9223372036854775808] | default(0)", "0"), ("l | slice(low, high)", "[3,1,2]"),
      ("l | slice(high, low)", "[]"), ("'abc' | slice(low, high)", "«abc»"),
      ("'abc' | slice(high)", "«»"), ("(-low)", "9223372036854775808"),
      ("low - high", "-18446744073709551615"),
      ("low * low", "8.5070591730234615865843651857942052864e+37"),
      ("low / -1", "9223372036854775808"), ("low % -1", "0"), ("low | abs", "9223372036854775808"),
      ("list(low, low, high) | sum", "-9223372036854775809"), ("list(low, high) | avg", "-0.5"),
      ("random(low, high) | type", "«number»"), ("random(low, low)", "-9223372036854775808"),
      ("huge | floor | type", "«number»"), ("huge | fixed(34) | length", "6180"),
      ("tiny | ceil", "1"), ("(-tiny) | floor", "-1"), ("tiny | round(34)", "0"),
      ("tiny | fixed(2)", "«0.00»"),
      ("huge | pow(1000)", "error: the result of the filter 'pow' would exceed 1000 digits"),
      ("tiny | pow(1000)", "error: the result of the filter 'pow' would exceed 1000 digits"),
      ("huge - tiny", "error: the result of 'huge - tiny' would exceed 1000 digits"),
      ("0e99999999999999999999 + 1", "1"),
      (
        "'a' | repeat(high)",
        "error: the filter 'repeat' takes a number from 0 to 1048576, not '9223372036854775807'"
      ),
      (
        "'a' | pad(low)",
        "error: the filter 'pad' takes a number from 0 to 1048576, not '-9223372036854775808'"
      ),
      (
        "day | add_months(low)",
        "error: the filter 'add_months' takes a number from -120000 to 120000, not '-9223372036854775808'"
      ),
      (
        "day | add_months(120000)",
        "error: the result of the filter 'add_months' would exceed the years 1 to 9999"
      ),
      (
        "day | add_months(-120000)",
        "error: the result of the filter 'add_months' would exceed the years 1 to 9999"
      ),
      (
        "low | date('unix_ns')",
        "error: the filter 'date' takes a number of seconds or a time such as 2026-01-31T12:00:00Z, not '-9223372036854775808'"
      ),
      (
        "high | date('%Y')",
        "error: the filter 'date' takes a number of seconds or a time such as 2026-01-31T12:00:00Z, not '9223372036854775807'"
      ),
      (
        "huge | date('unix')",
        "error: the filter 'date' takes a number of seconds or a time such as 2026-01-31T12:00:00Z, not '1e6144'"
      ),
      (
        "-170141183460469231731687303715.884105728 | date('unix')",
        "error: the filter 'date' takes a number of seconds or a time such as 2026-01-31T12:00:00Z, not '-170141183460469231731687303715.884105728'"
      ),
      ("253402300799.999 | date('unix_ns')", "253402300799999000000"),
      ("-62135596800 | date('unix_ns')", "-62135596800000000000"),
      (
        "-62135596800.1 | date('unix')",
        "error: the filter 'date' takes a number of seconds or a time such as 2026-01-31T12:00:00Z, not '-62135596800.1'"
      ),
      (
        "'999999999999' | strptime('%s')",
        "error: the filter 'strptime' takes text in the given format, not '999999999999'"
      ),
      (
        "'-999999999999' | strptime('%s', 'UTC')",
        "error: the filter 'strptime' takes text in the given format, not '-999999999999'"
      ),
      (
        "'9999-12-31T23:59:60Z' | date('unix')",
        "error: the filter 'date' takes a number of seconds or a time such as 2026-01-31T12:00:00Z, not '9999-12-31T23:59:60Z'"
      ),
      (
        "'0001-01-01T00:00:00+23:59' | date('%Y')",
        "error: the filter 'date' takes a number of seconds or a time such as 2026-01-31T12:00:00Z, not '0001-01-01T00:00:00+23:59'"
      ),
      ("'9999-12-31T23:59:59-23:59' + 1ms", "error: the result would exceed the years 1 to 9999"),
      ("'0001-01-01T00:00:00+23:59' - 1ms", "error: the result would exceed the years 1 to 9999"),
      ("'9999-12-31T23:59:59-23:59' - '0001-01-01T00:00:00+23:59'", "315538070279"),
    ])
  func results(_ text: String, _ value: String) {
    #expect(ExpressionProbe.result(of: text, given) == value)
  }
}
