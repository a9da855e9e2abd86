import Synchronization
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

  @Test("Files that no longer name a secret get nothing that an earlier run made with it")
  func session() throws {
    let login = "url: $A/login\noutputs: {token: {from: $.token, secret: true}}\n"
    let project = try HostileProject(
      [
        "apicall.yaml": "defaults: {}\n",
        "login.yaml": login + "headers: {X-Key: <secret.key>}\n",
        "main.yaml":
          "url: $A/own\nneeds: {l: {call: login.yaml, fresh: 1h}}\nheaders: {X: <l.token>}\n",
      ])
    try project.store("key", project.names.key, for: "$A")
    let token = Mutex("first")
    project.answer { _, request in
      request.path == "/login"
        ? HostileReply("200 OK", "{\"token\":\"\(token.withLock { $0 })\"}") : "{}"
    }
    #expect(try project.run("run main.yaml").ending == .exit(0))
    #expect(project.takeHeard().map(\.request.path) == ["/login", "/own"])
    // The login is kept.
    #expect(try project.run("run main.yaml").ending == .exit(0))
    #expect(project.takeHeard().map(\.request.path) == ["/own"])
    try project.write(login, to: "login.yaml")
    try project.write(
      "url: $B/take\nneeds: {l: {call: login.yaml, fresh: 1h}}\nquery: {q: '<l.token | slice(0, 1)>'}\n",
      to: "main.yaml")
    token.withLock { $0 = "other" }
    _ = try project.run("run main.yaml")
    let heard = project.takeHeard()
    #expect(heard.first?.request.path == "/login")
    #expect(!heard.contains { $0.request.text.contains("q=f") })
  }

  @Test("Not even a count that an earlier run made beside a secret is kept for files without it")
  func sessionOfCounts() throws {
    let login = "url: $A/login\noutputs: {count: {from: $.n}}\n"
    let project = try HostileProject([
      "apicall.yaml": "defaults: {}\n", "login.yaml": login,
      "main.yaml": """
      steps:
        own: {call: {url: $A/own, headers: {X-Key: <secret.key>}}}
        l: {call: use.yaml}

      """,
      "use.yaml":
        "url: $A/use\nneeds: {l: {call: login.yaml, fresh: 1h}}\nquery: {q: <l.count>}\n",
    ])
    try project.store("key", project.names.key, for: "$A")
    let count = Mutex(0)
    project.answer { _, request in
      guard request.path == "/login" else { return "{}" }
      return HostileReply("200 OK", "{\"n\":\(count.withLock { $0 += 1; return $0 })}")
    }
    #expect(try project.run("run main.yaml").ending == .exit(0))
    try project.write(
      "url: $B/take\nneeds: {l: {call: login.yaml, fresh: 1h}}\nquery: {q: <l.count>}\n",
      to: "main.yaml")
    _ = project.takeHeard()
    _ = try project.run("run main.yaml")
    let heard = project.takeHeard()
    #expect(heard.map(\.request.path) == ["/login", "/take"])
    #expect(heard.last?.request.text.contains("/take?q=2 ") == true)
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
