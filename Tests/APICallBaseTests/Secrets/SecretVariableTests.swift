import APICallSafety
import Testing

@Suite("Environment variables of stored secrets")
struct SecretVariableTests {
  @Test(
    "A variable holds the secret whose name it is derived from",
    arguments: [
      ("APICALL_SECRET_KEY", "key"), ("APICALL_SECRET_MY_KEY", "my_key"),
      ("APICALL_SECRET__X", "_x"), ("APICALL_SECRET_A1", "a1"), ("APICALL_SECRET_", nil),
      ("APICALL_SECRET_Key", nil), ("APICALL_SECRET_KEY_ORIGINS", nil),
      ("APICALL_SECRET_1A", nil), ("APICALL_SECRETS", nil), ("KEY", nil),
    ])
  func secret(_ variable: String, _ name: String?) {
    #expect(SecretVariable.secret(in: variable) == name)
    if let name { #expect(SecretVariable.name(of: name) == variable) }
  }

  @Test("A name with - has the same variable as one with _")
  func dashes() { #expect(SecretVariable.name(of: "my-key") == "APICALL_SECRET_MY_KEY") }
}
