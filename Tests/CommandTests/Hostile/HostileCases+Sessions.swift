/// A token made with a secret is kept, and used by a later run.
extension HostileCase {
  static let sessions: [HostileCase] = [
    HostileCase(
      testDescription: "n: another file takes the kept token to B",
      files: files, replies: HostileFiles.loginReply, typed: ["run own.yaml", "run main.yaml"],
      wanted: .refused(allow)),
    HostileCase(
      testDescription: "n: another file takes the kept token to B, in a trusted folder",
      files: files, replies: HostileFiles.loginReply, typed: ["run own.yaml", "run main.yaml"],
      trusted: ["."], wanted: .refused(allow)),
    HostileCase(
      testDescription: "n: a stranger's file takes a kept output that is not secret to B",
      files: files.mapValues { $0.replacing(", secret: true", with: "") }
        .mapValues {
          $0.replacing(
            "auth: {type: bearer, token: <login.token>}", with: "query: {q: <login.token>}")
        },
      replies: HostileFiles.loginReply, typed: ["run own.yaml", "run main.yaml"],
      wanted: .refused(trust)),
    HostileCase(
      testDescription: "n: the secret of a kept token is removed",
      files: files, replies: HostileFiles.loginReply,
      typed: ["run own.yaml", "secrets remove key", "run own.yaml"],
      wanted: .refused(["'key'", "apicall secrets set key"])),
    HostileCase(
      testDescription: "n: the secret of a kept token loses the origin",
      files: files, replies: HostileFiles.loginReply,
      typed: ["run own.yaml", "secrets set key - --origin $C << $KEY", "run own.yaml"],
      wanted: .refused(["'key'", "$A", "$C"])),
    HostileCase(
      testDescription: "n: a token that an earlier version kept goes to B",
      files: files.merging(earlier) { $1 }, replies: HostileFiles.loginReply,
      typed: ["run main.yaml --session nightly"], wanted: .refused(allow)),
    HostileCase(
      testDescription: "n: what an earlier version kept counts as absent",
      files: files.merging(earlier) { $1 }, replies: HostileFiles.loginReply,
      typed: ["run own.yaml --session nightly"],
      wanted: .works(["A POST /login", "A GET /own"], holds: ["A GET /own": " Bearer $MARK\r\n"])),
    HostileCase(
      testDescription: "n: a kept token is used where it may go",
      files: files, replies: HostileFiles.loginReply, typed: ["run own.yaml", "run own.yaml"],
      wanted: .works(["A GET /own"], holds: ["A GET /own": " Bearer $MARK\r\n"])),
    HostileCase(
      testDescription: "n: a kept token goes to B as soon as its secret is for B",
      files: files, replies: HostileFiles.loginReply,
      typed: [
        "run own.yaml", "secrets set key - --origin $A --origin $B << $KEY", "run main.yaml",
      ],
      wanted: .works(["B GET /orders"], holds: ["B GET /orders": " Bearer $MARK\r\n"])),
    HostileCase(
      testDescription: "n: a kept token goes to B after 'secrets allow'",
      files: files, replies: HostileFiles.loginReply,
      typed: ["run own.yaml", "secrets allow key --origin $B", "run main.yaml"],
      wanted: .works(["B GET /orders"], holds: ["B GET /orders": " Bearer $MARK\r\n"])),
  ]

  private static func kept(_ host: String, _ path: String) -> String {
    """
    needs: {login: {call: login.yaml, fresh: 1h}}
    host: \(host)
    path: \(path)
    auth: {type: bearer, token: <login.token>}

    """
  }

  private static let files = [
    "own.yaml": kept("$A", "/own"), "main.yaml": kept("$B", "/orders"),
    "login.yaml": HostileFiles.login,
  ]

  /// A session as version 1 wrote it, which does not record what a value was made from.
  private static let earlier = [
    "$HOME/state/apicall/sessions/nightly.json": """
    {"version":1,"salt":"dOpD77V7R5/2eZmhSmjQM5IIGlqZRxPeC5PDVk8v6co=","entries":[
    {"spec":"$ROOT/login.yaml","origin":"$A",\
    "inputs":"5a2cdc13d6a1fa93cab0a622312cc044e57988588254584f9d6d42327998a0a4","taken":"$NOW",\
    "outputs":[{"name":"token","value":"old-$MARK","secret":true}]}
    ]}

    """
  ]
}
