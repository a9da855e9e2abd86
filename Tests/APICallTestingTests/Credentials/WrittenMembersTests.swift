import Testing

@testable import APICallTesting

@Suite("Credentials in text that looks like JSON")
struct WrittenMembersTests {
  @Test(
    "The values after names of credentials are found",
    arguments: [
      (#"{"access_token":"abc","x":["#, ["abc"]), (#"{"token": "ab"#, ["ab"]),
      (#")]}', {"Password" : "a\"b", "n": 1}"#, [#"a\"b"#]),
      (#"{"a": NaN, "token": 123456}"#, ["123456"]), (#"{"a": NaN, "token": 12345}"#, []),
      (#""token":123456x"y"#, []),
      (#"{"a": "token", "b": 1}"#, []), (#"{"tokens": "a"}"#, []), (#"{"token": null}"#, []),
      (#"say "token": {"token": "x"}"#, ["x"]), (#"{"token""#, []), ("\"", []), ("", []),
      (#"{"token":""#, []), (#"{"token":"","id_token":"y"}"#, ["y"]), (#"{"secret":"\"#, [#"\"#]),
    ])
  func credentials(_ text: String, _ expected: [String]) {
    let bytes = Array(text.utf8)
    let found = WrittenMembers.credentials(in: bytes).map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
    #expect(found == expected)
  }
}
