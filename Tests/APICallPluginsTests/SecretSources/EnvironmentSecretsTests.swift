import APICallBase
import APICallPlugins
import APICallSafety
import Testing

@Suite("Secrets in the environment")
struct EnvironmentSecretsTests {
  private func source(_ variables: [String: String]) -> EnvironmentSecrets {
    EnvironmentSecrets(variable: { variables[$0] }, variables: { variables.keys.sorted() })
  }

  @Test(
    "A variable is the name in capitals, with _ for -",
    arguments: [
      ("github", "APICALL_SECRET_GITHUB"), ("git-Hub_2", "APICALL_SECRET_GIT_HUB_2"),
      ("_x", "APICALL_SECRET__X"),
    ])
  func names(_ name: String, _ variable: String) throws {
    #expect(SecretVariable.name(of: name) == variable)
    let source = source([variable: "value-1", "\(variable)_ORIGINS": "https://a.example"])
    #expect(try source.secret(named: name)?.value.revealed == "value-1")
  }

  @Test("Origins are in a separate variable, separated by blanks")
  func origins() throws {
    let secret = try source([
      "APICALL_SECRET_A": "value-1",
      "APICALL_SECRET_A_ORIGINS": " https://a.example\thttp://b.example:8080 \n",
    ]).secret(named: "a")
    #expect(secret?.originTexts == ["https://a.example", "http://b.example:8080"])
  }

  @Test("An empty variable is not a secret, and neither are origins")
  func none() throws {
    let source = source([
      "APICALL_SECRET_EMPTY": "", "APICALL_SECRET_A": "v",
      "APICALL_SECRET_A_ORIGINS": "https://a.example",
      "APICALL_SECRET_A_ORIGINS_ORIGINS": "https://a.example",
    ])
    for name in ["empty", "b", "a-origins", "a_origins"] {
      #expect(try source.secret(named: name) == nil, "\(name)")
    }
  }

  @Test("A variable without origins or with an invalid origin is refused")
  func refused() throws {
    let cases = [
      (
        nil, "APICALL_SECRET_A is set, but APICALL_SECRET_A_ORIGINS does not list its origins",
        "set APICALL_SECRET_A_ORIGINS to origins such as https://api.example.com"
      ),
      (
        " ", "APICALL_SECRET_A is set, but APICALL_SECRET_A_ORIGINS does not list its origins",
        "set APICALL_SECRET_A_ORIGINS to origins such as https://api.example.com"
      ),
      (
        "https://a.example b.example",
        "in APICALL_SECRET_A_ORIGINS, 'b.example' is not an origin: it has no scheme",
        "did you mean 'https://b.example'?"
      ),
    ]
    for (origins, message, hint) in cases {
      var variables = ["APICALL_SECRET_A": "value-1"]
      variables["APICALL_SECRET_A_ORIGINS"] = origins
      let source = source(variables)
      let problem = #expect(throws: SecretProblem.self) { try source.secret(named: "a") }
      #expect(problem == SecretProblem(message, status: .noPermission, hint: hint))
    }
  }

  @Test("The secrets can be listed")
  func list() throws {
    let source = source([
      "APICALL_SECRET_B_C": "v", "APICALL_SECRET_A": "v", "APICALL_SECRET_EMPTY": "",
      "APICALL_SECRET_A_ORIGINS": "https://a.example https://b.example", "APICALL_SECRET_": "v",
      "APICALL_SECRET_small": "v", "APICALL_SECRET_1": "v", "PATH": "/bin",
    ])
    let found = try source.list()
    #expect(
      found == [
        SecretListing("a", for: ["https://a.example", "https://b.example"]),
        SecretListing("b_c", for: []),
      ])
  }

  @Test("Secrets cannot be stored in the environment, and the error has a hint")
  func readOnly() throws {
    let source = source(["APICALL_SECRET_A": "v"])
    #expect(!source.isWritable)
    let secret = try StoredSecret("v", for: [Origin(scheme: .https, host: "a.example")])
    let expected = SecretProblem(
      "environment variables are read-only", status: .usage,
      hint: "set or unset APICALL_SECRET_A in the shell, or use --source file")
    #expect(throws: expected) { try source.set(secret, named: "a") }
    #expect(throws: expected) { try source.remove("a") }
    #expect(try source.remove("b") == false)
  }
}
