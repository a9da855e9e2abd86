import Testing

@Suite("A stored secret that does not exist")
struct MissingSecretTests {
  private static let key = "APICALL_SECRET_KEY"

  @Test("It ends a script before the first request")
  func script() throws {
    let project = try HostileProject([
      "main.yaml": """
      steps:
        a: {call: {host: $A, path: /a}}
        b: {call: {host: $A, path: /b, headers: {X: <secret.key>}}}

      """
    ])
    let run = try project.run("run main.yaml")
    #expect(run.ending == .exit(77), "\(run)")
    #expect(run.output.isEmpty)
    #expect(project.takeHeard().isEmpty)
  }

  @Test("It does not end a script whose step may fail")
  func allowed() throws {
    let project = try HostileProject([
      "main.yaml": """
      steps:
        a: {allow_failure: true, call: {host: $A, path: /a, headers: {X: <secret.key>}}}
        b: {call: {host: $A, path: /b}}

      """
    ])
    let run = try project.run("run main.yaml")
    #expect(run.ending == .exit(0), "\(run)")
    #expect(run.error.contains("warning: there is no secret 'key'"))
  }

  @Test("It does not matter for a login whose outputs the session has")
  func kept() throws {
    let project = try HostileProject(
      [
        "login.yaml": """
        host: $A
        path: /login
        headers: {X: <secret.key>}
        outputs: {token: $.token}

        """,
        "main.yaml": """
        host: $A
        path: /main/<login.token>
        needs: {login: {call: login.yaml, fresh: 1h}}

        """, "apicall.yaml": "{}\n",
      ], replies: ["A GET /login": HostileReply("200 OK", #"{"token":"t"}"#)])
    try project.trust(".")
    project.variables[Self.key] = "k3y-of-the-user"
    project.variables["\(Self.key)_ORIGINS"] = "$A"
    let first = try project.run("run main.yaml")
    #expect(first.ending == .exit(0), "\(first)")
    #expect(project.takeHeard().map(\.request.path) == ["/login", "/main/t"])
    project.variables[Self.key] = nil
    let second = try project.run("run main.yaml")
    #expect(second.ending == .exit(0), "\(second)")
    #expect(project.takeHeard().map(\.request.path) == ["/main/t"])
  }
}
