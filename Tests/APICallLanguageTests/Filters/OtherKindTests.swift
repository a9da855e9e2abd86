import APICallLanguage
import APICallText
import Testing

/// Values that a filter would have to leave as they are, or tests that could not hold.
@Suite("Filters of values of another kind")
struct OtherKindTests {
  @Test(
    "What a filter cannot do to a value is an error, not the same value again",
    arguments: [
      (#"<v | del(.users.pw)>"#, #"{"users":[{"pw":1}]}"#, nil),
      (#"<v | del(.pw)>"#, #"[{"pw":1}]"#, nil),
      (#"<v | del(.[0])>"#, #"{"a":1}"#, nil),
      (#"<v | del(.a.b)>"#, #"{"a":null}"#, #"{"a":null}"#),
      (#"<v | del(.a.b)>"#, #"{"a":{"b":1,"c":2}}"#, #"{"a":{"c":2}}"#),
      (#"<v | pick(.t.z)>"#, #"{"t":"x"}"#, nil),
      (#"<v | pick(.t.z)>"#, #"{"u":"x"}"#, "{}"),
      (#"<v | contains("1")>"#, "[1,2]", nil),
      (#"<v | contains(1)>"#, #"["1.0"]"#, nil),
      (#"<v | contains("1")>"#, #"[1,"1"]"#, "true"),
      (#"<v | contains("3")>"#, "[1,2]", "false"),
      (#"<v | trim | length>"#, "\"a \u{301}\"", "3"),
      (#"<v | gsub("(?J)(?<a>x)|(?<a>y)", "[${a}]")>"#, #""xy""#, nil),
    ] as [(String, String, String?)])
  func kinds(_ text: String, _ value: String, _ expected: String?) throws {
    let found = try? FilterProbe.value(of: text, [("v", value)])
    #expect(found.map { String(decoding: $0.jsonText, as: UTF8.self) } == expected)
  }

  @Test("Two spellings of one text are two keys")
  func spellings() throws {
    let map = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    let found = try FilterProbe.value(of: "<v | del(.[\"\u{E9}\"])>", [("v", map)])
    #expect(found?.jsonText == Array("{\"e\u{301}\":2}".utf8))
  }
}
