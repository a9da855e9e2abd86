import Testing

/// The values of the tests.
private let given = [
  ("z", "0"), ("n", "2"), ("yes", "true"), ("no", "false"), ("nul", "null"), ("s", #""abc""#),
  ("l", "[3,1,2]"), ("e", "[]"), ("t", #""2026-01-31T12:00:00.5+02:00""#),
  ("m", #"{"a":1,"b":{"c":[1,{"d":null}]},"n":null,"a b":2}"#), ("unset", ""),
]

private func result(_ expression: String) -> String {
  ExpressionProbe.result(of: expression, given)
}

private func ofDefault(_ value: String) -> String {
  "hint: write | default(\(value)) after it for a value in its place"
}

@Suite("Values of expressions")
struct ExpressionValueTests {
  @Test(
    "Numbers are decimals",
    arguments: [
      ("digits that nobody computes with", "1.10", "1.10"), ("computed digits", "1.10 + 0", "1.1"),
      ("tenths", "0.1 + 0.2", "0.3"), ("a quotient without end", "2 / 3", "0.\(sixes)7"),
      ("one that ends", "1 / 8", "0.125"), ("a whole one", "10 / 5", "2"),
      ("half to even, down", "1 / 8 * 1e-34 + 0", "1.25e-35"),
      ("a remainder", "5.9 % 3", "2.9"), ("its sign", "-7 % 3", "-1"),
      ("the sign of the left", "7 % -3", "1"),
      (
        "large numbers", "9223372036854775807 + 1",
        "9223372036854775808"
      ),
      (
        "large products", "9223372036854775807 * 9223372036854775807",
        "8.5070591730234615847396907784232501249e+37"
      ),
      ("the smallest whole number", "-9223372036854775807 - 1", "-9223372036854775808"),
      ("divided by -1", "(-9223372036854775807 - 1) / -1", "9223372036854775808"),
      ("its remainder", "(-9223372036854775807 - 1) % -1", "0"),
      ("21 digits", "1e20 * 1", "100000000000000000000"), ("22 digits", "1e21 * 1", "1e+21"),
      ("small", "1e-7 * 1", "0.0000001"), ("smaller", "1e-8 * 1", "1e-8"),
      ("no negative zero", "0 * -1", "0"), ("a sign", "(-n)", "-2"),
      ("the sign of zero", "(-z)", "0"),
    ])
  func numbers(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "What a number cannot be is refused",
    arguments: [
      (
        "1 / z",
        "error: '1 / z' divides by zero; "
          + "hint: write if(divisor == 0, other, …) for another value"
      ),
      (
        "5 % z",
        "error: '5 % z' divides by zero; "
          + "hint: write if(divisor == 0, other, …) for another value"
      ),
      ("1 / 0", "error: a division by zero has no result"),
      (
        "l | map(. / z)",
        "error: '. / z' divides by zero; "
          + "hint: write if(divisor == 0, other, …) for another value"
      ),
      ("1e6000 * 1e6000", "error: the result would exceed 1000 digits"),
      (
        "n * 1e6144 * 1e6144", "error: the result of 'n * 1e6144 * 1e6144' would exceed 1000 digits"
      ),
      ("n + 1e-1100", "error: the result of 'n + 1e-1100' would exceed 1000 digits"),
    ])
  func refusals(_ text: String, _ message: String) {
    #expect(result(text) == message)
  }

  @Test(
    "A condition is true or false",
    arguments: [
      ("the chosen value", "if(yes, 1, 2)", "1"), ("the other", "if(no, 1, 2)", "2"),
      ("a missing value is false", "if(m.x, 1, 2)", "2"),
      ("only the chosen value is computed", "if(yes, 1, 1 / z)", "1"),
      ("nor the other way", "if(no, 1 / z, 2)", "2"),
      ("the second operand of and", "no and 1 / z", "false"),
      ("the second operand of or", "yes or 1 / z", "true"),
      ("nor is its type seen", "no and 1", "false"), ("a missing operand", "m.x or m.y", "false"),
      ("a missing second operand", "yes and m.x", "false"), ("not", "m.x | not", "true"),
      ("not of a filtered missing value", "m.x | lower | not", "true"),
      ("a number", "if(1, 1, 2)", takes("the function 'if'", "the number '1'", "1 == …")),
      ("a text", "if(s, 1, 2)", takes("the function 'if'", "the text 'abc'", "s == …")),
      ("the first operand", "1 and yes", takes("'and'", "the number '1'", "1 == …")),
      ("the second one", "no or s", takes("'or'", "the text 'abc'", "s == …")),
      (
        "a list", "yes and l",
        "error: 'and' takes true or false, not a list; "
          + "hint: write (l | any(…)), in parentheses, for one of its items"
      ),
      ("null", "yes and nul", "false"), ("not of null", "nul | not", "true"),
      ("null as a condition", "if(nul, 1, 2)", "2"),
    ])
  func conditions(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "A missing value flows up to default, and is an error elsewhere",
    arguments: [
      ("a member", "m.x | default(4)", "4"), ("deep", "m.x.y.z | default(4)", "4"),
      ("of null", "m.n.x.y | default(4)", "4"), ("null itself", "m.n | default(4)", "4"),
      ("an item", "m.b.c[7].d | default(4)", "4"),
      ("of null in a list", "m.b.c[1].d.e | default(4)", "4"),
      ("a computed key", "m[s] | default(4)", "4"),
      ("a computed index", "l[n + 5] | default(4)", "4"),
      ("through filters", "m.x | lower | trim | default('')", "«»"),
      ("through a list filter", "m.x | map(.y) | first | default(4)", "4"),
      ("an input", "unset | default(4)", "4"), ("false stays", "no | default(4)", "false"),
      ("zero stays", "z | default(4)", "0"), ("an empty text stays", "'' | default(4)", "«»"),
      ("the default may be missing", "m.x | default(m.y) | default(4)", "4"),
      ("and null", "m.x | default(nul)", "null"), ("equal to nothing", "m.x == m.y", "true"),
      ("equal to null", "m.x == nul", "true"), ("and not unequal", "m.x != null", "false"),
      ("unequal", "m.x != m.y", "false"),
      ("in order", "m.x < 1 or 1 < m.x or m.x >= m.x", "false"),
      ("null in order", "nul < 1 or 1 < nul or nul >= nul", "false"),
      ("as a result", "m.x", "nothing"),
      ("filtered", "m.x | upper", "nothing"), ("as an input", "unset", "nothing"),
      ("in a sum", "m.x + 1", noMember("x", "m", "a map", "0")),
      ("on the right", "1 + m.x.y", noMember("x", "m", "a map", "0")),
      ("in null", "m.n.x + 1", noMember("x", "m.n", "null", "0")),
      ("after the end", "l[3] * 2", noMember("[3]", "l", "a list of 3 items", "0")),
      ("with a sign", "(-m.x)", noMember("x", "m", "a map", "…")),
      ("as an argument", "l | join(m.x)", noMember("x", "m", "a map", "…")),
      ("as a key", "l[m.x]", noMember("x", "m", "a map", "…")),
      ("as the end of a range", "range(0, m.x)", noMember("x", "m", "a map", "…")),
      (
        "a computed part", "(l | first | json | fromjson) + (e | map(.) | first).x.y",
        "error: there is no 'x' for '(e | map(.) | first).x' in null; \(ofDefault("0"))"
      ),
      (
        "an unset input", "unset + 1",
        "error: the optional input 'unset' has no value here; "
          + "hint: pass it, as in unset=VALUE, or declare a default:"
      ),
    ])
  func missing(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "A part of text or of a number, and a key of another type, is an error even before default",
    arguments: [
      ("s.x | default(1)", "error: there is no 'x' in the value of 's', which is text"),
      ("n.x | default(1)", "error: there is no 'x' in the value of 'n', which is a number"),
      (
        "yes.x | default(1)", "error: there is no 'x' in the value of 'yes', which is true or false"
      ),
      ("l.x | default(1)", "error: there is no 'x' in the value of 'l', which is a list"),
      ("m[0] | default(1)", "error: there is no '[0]' in the value of 'm', which is a map"),
      ("(l | first).x | default(1)", "error: there is no 'x' for '(l | first).x' in a number"),
      ("m[nul] | default(1)", "error: the key 'nul' is null, not text or a whole number"),
      ("m[no] | default(1)", "error: the key 'no' is 'false', not text or a whole number"),
      ("m[l] | default(1)", "error: the key 'l' is a list, not text or a whole number"),
      (
        "l[n / 4] | default(1)",
        "error: the key 'n / 4' is the number '0.5', not text or a whole number"
      ),
      (
        "l[n * 1e30] | default(1)",
        "error: the key 'n * 1e30' is the number '2e+30', not text or a whole number"
      ),
      ("l[s] | default(1)", "error: there is no 'abc' for 'l[s]' in a list"),
      ("s[n] | default(1)", "error: there is no '[2]' for 's[n]' in text"),
    ])
  func wrongParts(_ text: String, _ message: String) {
    #expect(result(text) == message)
  }

  @Test(
    "Keys and indexes are computed",
    arguments: [
      ("m['a b']", "2"), ("l[n]", "2"), ("l[-n]", "1"), ("l[n - 2]", "3"), ("l[l[2]]", "2"),
      ("m[if(yes, 'a', 'n')]", "1"), ("m.b.c[n - 1]", #"{"d":null}"#), ("(l | sort)[0]", "1"),
      ("range(5, 9)[-1]", "8"), ("if(yes, m, l).a", "1"), ("l[n - 5]", "3"),
      ("m[n] | default(1)", "1"), ("(l | index_by(.))[n]", "2"),
    ])
  func keys(_ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "Lists are joined, and lose the items of another one",
    arguments: [
      ("l + l", "[3,1,2,3,1,2]"), ("l + e", "[3,1,2]"), ("l - e", "[3,1,2]"), ("e - l", "[]"),
      ("(l + l) - (l | slice(0, 1))", "[1,2,1,2]"), ("l - ('[1.0,3e0]' | fromjson)", "[2]"),
      (
        #"('[{"a":1,"b":2},"1",null]' | fromjson) - ('[{"b":2,"a":1.0},1]' | fromjson)"#,
        #"["1",null]"#
      ),
    ])
  func lists(_ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "range gives whole numbers",
    arguments: [
      ("range(0, 3)", "[0,1,2]"), ("range(-2, 1)", "[-2,-1,0]"), ("range(3, 0)", "[]"),
      ("range(1, 1)", "[]"), ("range(0, n)", "[0,1]"), ("range(0, 1000000) | length", "1000000"),
      (
        "range(0, 1000001)",
        "error: the result of the function 'range' would exceed 1,000,000 items"
      ),
      (
        "range(-9223372036854775808, 9223372036854775807)",
        "error: the result of the function 'range' would exceed 1,000,000 items"
      ),
      ("range(9223372036854775807, -9223372036854775808)", "[]"),
      ("range(s, 2)", "error: the function 'range' takes a whole number, not 'abc'"),
      ("range(0, l)", "error: the function 'range' takes a whole number, not a list"),
      ("range(0, n / 4)", "error: the function 'range' takes a whole number, not '0.5'"),
    ])
  func ranges(_ text: String, _ value: String) {
    #expect(result(text) == value)
  }

  @Test(
    "Times and durations",
    arguments: [
      ("a time in UTC", "t + 1d", "«2026-02-01T10:00:00.5Z»"),
      ("before it", "t - 90m", "«2026-01-31T08:30:00.5Z»"),
      ("a fraction", "t + 1ms", "«2026-01-31T10:00:00.501Z»"),
      ("nanoseconds", "'2026-01-31T12:00:00.123456789Z' + 1s", "«2026-01-31T12:00:01.123456789Z»"),
      ("a duration first", "1h + t", "«2026-01-31T11:00:00.5Z»"),
      ("now", "now() - 1w", "«2026-01-24T12:00:00.25Z»"),
      ("a day alone", "'2026-02-28' + 1d", "«2026-03-01T00:00:00Z»"),
      ("two times", "t - '2026-01-31T10:00:00Z'", "0.5"),
      ("the other way", "'2026-01-31T10:00:00Z' - t", "-0.5"),
      ("all times", "'9999-12-31T23:59:59Z' - '0001-01-01T00:00:00Z'", "315537897599"),
      ("the first time", "'0001-01-01T00:00:00Z' + 1ms", "«0001-01-01T00:00:00.001Z»"),
      ("the last time", "'9999-12-31T23:59:59Z' + 999ms", "«9999-12-31T23:59:59.999Z»"),
      ("sums of durations", "now() + (1h + 30m)", "«2026-01-31T13:30:00.25Z»"),
      ("products of durations", "now() + 1h * n", "«2026-01-31T14:00:00.25Z»"),
      ("a part of a duration", "now() + 1h / 4", "«2026-01-31T12:15:00.25Z»"),
      ("a duration with a sign", "now() + -(1h)", "«2026-01-31T11:00:00.25Z»"),
      ("a chosen duration", "now() + if(yes, 1h, 1d)", "«2026-01-31T13:00:00.25Z»"),
      ("the difference of times as a duration", "now() + (t - t)", "«2026-01-31T12:00:00.25Z»"),
      ("seconds", "1000 + 1h", "4600"), ("a number of durations", "1d / 1h", "24"),
      ("a rest", "1d % 7h", "10800"), ("a comparison", "t - now() < 5m", "true"),
      (
        "a fraction of a nanosecond is dropped", "'2026-01-31T12:00:00Z' + 1ms / 3000000",
        "«2026-01-31T12:00:00Z»"
      ),
      (
        "before the first time", "'0001-01-01T00:00:00Z' - 1ms",
        "error: the result would exceed the years 1 to 9999"
      ),
      (
        "after the last time", "(n | json | replace('2', '9999-12-31T23:59:59Z')) + 1s",
        "error: the result of '(n | json | replace('2', '9999-12-31T23:59:59Z')) + 1s' "
          + "would exceed the years 1 to 9999"
      ),
      (
        "a long duration", "now() + 1d * 1e30",
        "error: the result of 'now() + 1d * 1e30' would exceed the years 1 to 9999"
      ),
      (
        "the longest duration before", "now() - 1s * -\(longest)728",
        "error: the result of 'now() - 1s * -\(longest)728' would exceed the years 1 to 9999"
      ),
      (
        "and after", "now() + 1s * \(longest)727",
        "error: the result of 'now() + 1s * \(longest)727' would exceed the years 1 to 9999"
      ),
      (
        "longer than that", "now() - 1s * 9\(longest)",
        "error: the result of 'now() - 1s * 9\(longest)' would exceed the years 1 to 9999"
      ),
      (
        "a number that is none", "now() + 5",
        "error: '+' takes two numbers, two lists, or a time and a duration, not the text "
          + "'2026-01-31T12:00:00.250Z' and the number '5'; hint: a duration has a unit, as in 5m"
      ),
      (
        "neither a number nor a duration", "now() + (1h - 5)",
        "error: '+' takes two numbers, two lists, or a time and a duration, not the text "
          + "'2026-01-31T12:00:00.250Z' and the number '3595'; hint: a duration has a unit, as in 5m"
      ),
      (
        "another text", "s + 1h",
        "error: '+' takes two numbers, two lists, or a time and a duration, not the text 'abc' "
          + "and the number '3600'; hint: a time is written as 2026-01-31T12:00:00Z"
      ),
    ])
  func times(_ name: String, _ text: String, _ value: String) {
    #expect(result(text) == value)
  }
}

/// The seconds that 128 bits of nanoseconds can have, without the last digits.
private let longest = "170141183460469231731687303715.884105"

private let sixes = String(repeating: "6", count: 33)

private func takes(_ callee: String, _ found: String, _ hint: String) -> String {
  "error: \(callee) takes true or false, not \(found); hint: compare it, as in \(hint)"
}

private func noMember(
  _ step: String, _ path: String, _ type: String, _ value: String = #""""#
) -> String {
  "error: there is no '\(step)' in the value of '\(path)', which is \(type); \(ofDefault(value))"
}
