import APICallLanguage
import APICallModel
import APICallText
import TestWorlds
import Testing

@Suite("Types of inputs, durations, statuses")
struct InputTypeTests {
  @Test(
    "Text on a command line becomes a value of the type, with the same spelling",
    arguments: [
      (.string, "", ""), (.string, " 1 ", " 1 "), (.string, "null", "null"),
      (.string, "\"a\"", "\"a\""),
      (.integer, "0", "0"), (.integer, "-7", "-7"),
      (.integer, "12345678901234567890", "12345678901234567890"),
      (.number, "1.10", "1.10"), (.number, "1E400", "1E400"), (.number, "-0", "-0"),
      (.boolean, "true", "true"), (.boolean, "false", "false"),
    ] as [(InputType, String, String)])
  func scalars(_ type: InputType, _ text: String, _ value: String) {
    #expect(type.value(from: text)?.plainText == value)
  }

  @Test(
    "Lists and maps are JSON",
    arguments: [(.array, "[1, \"a\"]"), (.array, "[]"), (.object, "{\"a\": 1.0}"), (.object, "{}")]
      as [(InputType, String)])
  func containers(_ type: InputType, _ text: String) {
    #expect(type.value(from: text).map { String(decoding: $0.jsonText, as: UTF8.self) } == text)
  }

  @Test(
    "Other text is refused",
    arguments: [
      (.integer, ""), (.integer, "1.0"), (.integer, "1e3"), (.integer, "+1"), (.integer, "007"),
      (.integer, "0x1f"), (.integer, "one"), (.integer, "\"1\""), (.integer, "1 2"),
      (.integer, "null"),
      (.number, "."), (.number, ".5"), (.number, "1."), (.number, "NaN"), (.number, "true"),
      (.boolean, "True"), (.boolean, "yes"), (.boolean, "1"), (.boolean, ""), (.array, "1,2"),
      (.array, "{}"), (.array, "[1"), (.array, "null"), (.object, "[]"), (.object, "a: 1"),
      (.file, ""),
    ] as [(InputType, String)])
  func refused(_ type: InputType, _ text: String) {
    #expect(type.value(from: text) == nil)
  }

  @Test(
    "A duration is a number with a unit",
    arguments: [
      ("500ms", 500), ("2s", 2_000), ("1.5s", 1_500), ("3m", 180_000), ("1h", 3_600_000),
      ("0.001s", 1), (".5s", 500), ("2.s", 2_000), ("0.5ms", 1), ("1.4999999ms", 1),
      ("1000h", 3_600_000_000), ("1.0004s", 1_000), ("007s", 7_000),
    ])
  func duration(_ text: String, _ milliseconds: Int) {
    #expect(Duration(written: text) == .milliseconds(milliseconds))
  }

  @Test(
    "Any other text is not a duration",
    arguments: [
      "", "s", "2", "2 s", "2S", "2sec", "-2s", "+2s", "0s", "0.1ms", "1001h", "1e3s", "infs",
      "nans",
      "1.2.3s", ".s", "1d", "1w", "99999999999999999999s", "½s", "٣s", "2s ", "0x1s",
      "99999999999999999999h", "1_000s",
    ])
  func noDuration(_ text: String) {
    #expect(Duration(written: text) == nil)
  }

  @Test(
    "A duration is written as a person would write it",
    arguments: [(1, "1ms"), (999, "999ms"), (1_000, "1s"), (1_500, "1.5s"), (60_000, "60s")])
  func written(_ milliseconds: Int, _ text: String) {
    #expect(Duration.milliseconds(milliseconds).written == text)
    #expect(Duration(written: text) == .milliseconds(milliseconds))
  }

  @Test(
    "A status is a number or a class",
    arguments: [
      ("200", .exactly(200)), ("599", .exactly(599)), ("2xx", .anyOf(2)), ("5xx", .anyOf(5)),
      ("2XX", nil), ("6xx", nil), ("0xx", nil), ("99", nil), ("600", nil), ("2000", nil), ("", nil),
      ("20x", nil), ("2x0", nil), ("+20", nil), ("2é", nil), ("xx2", nil),
    ] as [(String, StatusExpectation.Pattern?)])
  func pattern(_ text: String, _ pattern: StatusExpectation.Pattern?) {
    #expect(StatusExpectation.Pattern(text) == pattern)
  }

  @Test(
    "A status is good if one of the patterns covers it",
    arguments: [
      ("{}", [200, 204, 299], [199, 300, 404], "2xx"), ("{status: 201}", [201], [200, 202], "201"),
      ("{status: [200, 4xx]}", [200, 400, 499], [201, 500], "200 or 4xx"),
      ("{status: '200'}", [200], [201], "200"),
    ])
  func accepts(_ spec: String, _ good: [Int], _ bad: [Int], _ words: String) throws {
    let expectation = try SpecText.endpoint("host: a.example\nexpect: \(spec)").expectation
    for status in good { #expect(expectation.accepts(status), "\(status)") }
    for status in bad { #expect(!expectation.accepts(status), "\(status)") }
    #expect(expectation.status.text == words)
  }
}
