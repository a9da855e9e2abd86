import Testing

/// A stranger's files name a stored secret: what the whole run may reach is fixed before its first
/// request, whatever the files compute.
@Suite("What a run of untrusted files may reach is fixed before it starts")
struct LockedRunTests {
  @Test(
    "Servers that the secret is not for receive nothing",
    arguments: LockedRuns.control + LockedRuns.routes)
  func reach(_ attack: HostileCase) throws {
    #expect(try attack.problems() == [])
  }

  @Test("A secret is used only as the user granted it", arguments: LockedRuns.authority)
  func authority(_ attack: HostileCase) throws {
    #expect(try attack.problems() == [])
  }

  @Test("Granted files work, and so do files without secrets", arguments: LockedRuns.honest)
  func honest(_ honest: HostileCase) throws {
    #expect(try honest.problems() == [])
  }

  @Test(
    "Without the lock, the other server hears something",
    arguments: [
      "the condition of a step compares a character of the secret",
      "a redirect of a request without a secret", "a host that an input has by default",
    ])
  func withoutLock(_ name: String) throws {
    var attack = try #require(
      (LockedRuns.control + LockedRuns.routes).first { $0.testDescription == name }, "\(name)")
    attack.ruleOff = "lock"
    #expect(try !attack.outcome().isRight)
  }
}
