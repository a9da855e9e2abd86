import APICallSafety
import Testing

@Suite("A redactor of JSON")
struct RedactorJSONTests {
  @Test(
    "Strings and numbers with a secret are masked, and the result is still JSON",
    arguments: [
      (#"{"a": "hunter2", "b" : 1.10}"#, #"{"a": "***", "b" : 1.10}"#),
      (#"{"hunter2":1}"#, #"{"***":1}"#),
      (#"["h\u0075nter2 \u00e9", "\u00e9"]"#, #"["*** é", "\u00e9"]"#),
      (#"["a\"b","c\\"]"#, #"["a\"b","c\\"]"#),
      (#"["u0041bcdef", "\u0041bcdef"]"#, #"["***", "\u0041bcdef"]"#),
      (#"["xx\",\"yy", "xx","yy"]"#, #"["***", "xx","yy"]"#),
      ("[12345678, -12345678.5, 1234567]", #"["***", "***", 1234567]"#),
      ("1\n\"hunter2\"\n", "1\n\"***\"\n"),
      (#"["hunter2"#, #"["***"#), (#"["hunter2\"#, #"["***\"#), ("", ""),
    ])
  func json(_ json: String, _ shown: String) {
    let secrets = ["hunter2", "12345678", "u0041bcdef", "xx\",\"yy"]
    let masked = Redactor(secrets.map { Array($0.utf8) }).masking(json: Array(json.utf8))
    #expect(String(decoding: masked, as: UTF8.self) == shown)
  }
}
