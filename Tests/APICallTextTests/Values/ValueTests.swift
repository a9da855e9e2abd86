import APICallText
import Testing

@Suite("Values")
struct ValueTests {
  @Test(
    "A value has a type, a form in JSON and, for some types, a form in text",
    arguments: [
      ("\"a\\u00e9\"", "text", "aé", "\"aé\""), ("1.10", "a number", "1.10", "1.10"),
      ("true", "true or false", "true", "true"), ("null", "null", nil, "null"),
      ("[1, 2]", "a list", nil, "[1, 2]"), (" {\"a\": 1} ", "a map", nil, "{\"a\": 1}"),
    ] as [(String, String, String?, String)])
  func forms(_ json: String, _ type: String, _ text: String?, _ written: String) throws {
    let value = try Value(json: json)
    #expect(value.typeName == type)
    #expect(value.plainText == text)
    #expect(String(decoding: value.jsonText, as: UTF8.self) == written)
    #expect(value.isNull == (json == "null"))
  }
}
