package import APICallContracts
package import APICallSafety

/// The user name and the password for the host in the user's netrc file.
package struct NetrcAuth: AuthType {
  package static let name = "netrc"
  package static let summary =
    "The user name and the password for the host in the user's netrc file."
  package static let options = [
    RoleOption(
      "login", .template, "The user name, if the file has several for the host.",
      isRequired: false)
  ]

  package static func userCredentials(
    _ names: [String], _ literals: OptionValues
  ) -> UserCredentials? {
    UserCredentials("the credentials in your netrc file", option: "--netrc")
  }

  package let credential: AuthCredential?
  package let secrets: [ProtectedText]

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    if context.isMock {
      secrets = []
      credential = BasicAuth.credential("mock", "mock")
      return
    }
    let file = try NetrcFile(of: context.world)
    let (login, password) = try file.entry(
      for: context.origin.host, login: values["login"]?.revealedBytes)
    let username = ProtectedText(bytes: login)
    secrets = [ProtectedText(bytes: password, isSecret: true)]
    try UserText.checkName(username)
    try UserText.check(secrets[0], of: "password")
    credential = BasicAuth.credential(username, secrets[0])
  }
}
