import APICallSafety
import Testing

/// Shows that each rule for requests is needed: without it, servers receive what they should not.
@Suite("Each rule about requests")
struct HostileRuleTests {
  /// A rule, and a case that only this rule stops.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let hostile: String
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "lock", hostile: "a redirect of a request without a secret"),
    Row(name: "secret-origins", hostile: "a: a script hands it to an endpoint of B"),
    Row(name: "untrusted-responses", hostile: "f: a stranger's loop posts each row"),
    Row(name: "secret-outputs", hostile: "c: a secret output, in a trusted folder"),
    Row(name: "cookies", hostile: "c: a cookie, in a trusted folder"),
    Row(name: "echoes", hostile: "c: a member of the body, in a trusted folder"),
    Row(name: "redirects", hostile: "l: a redirect to B with the secret in its path"),
    Row(name: "chosen-hosts", hostile: "j: a needed call's output chooses the URL"),
    Row(
      name: "trust-of-all",
      hostile: "i: a stranger's file calls a trusted endpoint, which reads a variable"),
    Row(
      name: "handed-variables",
      hostile: "i: a trusted script hands a variable to a stranger's endpoint"),
    Row(name: "saved-responses", hostile: "o: what was read is saved, and the file sent"),
    Row(
      name: "foreseen",
      hostile: "k: --host, a login with a client secret of the environment, a stored secret"),
  ]

  @Test("Every rule has a test")
  func all() {
    #expect(Self.rows.map(\.name) == RequestRule.allCases.map(\.rawValue))
  }

  @Test("Servers receive more without the rule", arguments: rows)
  func row(_ row: Row) throws {
    var hostile = try #require(
      (HostileCase.hostile + LockedRuns.routes).first { $0.testDescription == row.hostile },
      "\(row.hostile)")
    hostile.ruleOff = row.name
    #expect(try !hostile.outcome().isRight)
  }
}
