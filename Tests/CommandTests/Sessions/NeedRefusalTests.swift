import TestServers
import Foundation
import Testing

@Suite("A kept login that the server no longer accepts", .serialized)
struct NeedRefusalTests {
  private let server: TokenServer
  private let home: SessionsHome

  /// Creates a project whose endpoints need a token from an earlier run, which is revoked.
  init() throws {
    server = try TokenServer()
    home = try SessionsHome()
    let head = """
      url: \(server.url)/me
      inputs: {user: {default: ann}}
      needs: {login: {call: token, with: {user: <user>}, fresh: 1h}}
      auth: {type: bearer, token: <login.token>}

      """
    let files = [
      "token": """
      url: \(server.url)/token
      inputs: {user: {}}
      json: {user: <user>}
      outputs: {token: {from: $.token, secret: true}}

      """,
      "me": head + "select: $.shown\n",
      "expecting": head + "expect: {status: [200, 401]}\n",
      "retried": head + "select: $.shown\nretry: {times: 3, every: 1ms, on: [401]}\n",
      "sent": head.replacing("ann}}", with: "ann}, data: {type: file}}")
        + "method: PUT\nfile: <data>\nselect: $.shown\n",
      "many": """
      steps:
        iterations: {each: {range: [1, 12]}, parallel: 4, call: me}
        last: {call: me}
      print: {shown: "<iterations.body[0].shown>", last: <last.body.shown>}

      """,
    ]
    for (name, text) in files { try home.write(text, to: "shop/endpoints/\(name).yaml") }
    let first = try home.run("run", "me")
    try #require(first.output == "tok-number-1\n", "\(first.error)")
    server.revoke(upTo: 1)
  }

  @Test("The login is repeated once, and one note gives the reason")
  func renewed() throws {
    let run = try home.run("run", "me")
    #expect(run.ending == .exit(0) && run.output == "tok-number-2\n")
    let note = run.error.replacing(/[0-9]+-[0-9]+-[0-9]+T[0-9:]+Z/, with: "TIME")
    #expect(
      note == """
        endpoints/me.yaml:3:9: note: 'login', kept since TIME, was refused with 401: the call is made again
          3 | needs: {login: {call: token, with: {user: <user>}, fresh: 1h}}
            |         ^^^^^

        """)
    #expect(try home.run("run", "me").output == "tok-number-2\n")
    #expect(server.tokens == 2 && server.shown == 4)
  }

  @Test("A report has one case for the call, with the exchanges before and after")
  func report() throws {
    let run = try home.run("run", "me", "--report", "json=r.json", "--report", "tap=r.tap")
    #expect(run.ending == .exit(0), "\(run)")
    let cases = try home.text("shop/r.tap").split(separator: "\n").filter { $0.contains("ok ") }
    #expect(
      cases == ["ok 1 - endpoints/me.yaml::call", "ok 2 - endpoints/me.yaml::login"], "\(cases)")
    let text = try home.text("shop/r.json")
    #expect(text.contains(#""reason": "need""#), "\(text)")
    #expect(!text.contains("tok-number"), "\(text)")
    for status in [401, 200] { #expect(text.contains("\"status\": \(status)"), "\(text)") }
  }

  @Test("The statuses under 'renew' renew it; after another 403, a note names it")
  func renewal() throws {
    server.refuse(with: "403 Forbidden")
    let text = try home.text("shop/endpoints/me.yaml")
    for (statuses, refusal) in [("[401, 403]", 403), ("403", 403), ("4xx", 403)] {
      try home.write(
        text.replacing("fresh: 1h", with: "fresh: 1h, renew: {on: \(statuses)}"),
        to: "shop/endpoints/me.yaml")
      let run = try home.run("run", "me")
      #expect(run.ending == .exit(0) && run.output == "tok-number-\(server.tokens)\n", "\(run)")
      #expect(run.error.contains("was refused with \(refusal): the call is made again"))
      server.revoke(upTo: server.tokens)
    }
    let tokens = server.tokens
    for renewal in ["", ", renew: {on: 401}"] {
      try home.write(
        text.replacing("fresh: 1h", with: "fresh: 1h\(renewal)"), to: "shop/endpoints/me.yaml")
      let run = try home.run("run", "me")
      #expect(run.ending == .exit(4) && server.tokens == tokens, "\(run)")
      let message = run.error.replacing(/[0-9]+-[0-9]+-[0-9]+T[0-9:]+Z/, with: "TIME")
        .split(separator: "\n").filter { !$0.hasPrefix("  3 |") && !$0.hasPrefix("    |") }
      #expect(
        message.suffix(3).joined(separator: "\n") == """
          apicall: GET \(server.url)/me answered 403 Forbidden, not 2xx
          endpoints/me.yaml:3:9: note: 'login', kept since TIME, was used
            hint: if the server responds with 403 to a login that has ended, add 'renew: {on: [401, 403]}' to the need
          """)
    }
  }

  @Test("It is repeated only once: a second refusal is the failure")
  func refusedTwice() throws {
    server.revoke(upTo: .max)
    let run = try home.run("run", "me")
    #expect(run.ending == .exit(4) && run.output.isEmpty)
    #expect(run.error.contains("answered 401 Unauthorized, not 2xx"))
    #expect(!run.error.contains("tok-number-1") && run.error.contains(#"{"refused":"***"}"#))
    #expect(server.tokens == 2 && server.shown == 3)
    // The next run finds the login of that run.
    _ = try home.run("run", "me")
    #expect(server.tokens == 3 && server.shown == 5)
  }

  @Test("It is not repeated if this run made it, or if the endpoint expects the response")
  func notRenewed() throws {
    server.revoke(upTo: .max)
    let own = try home.run("run", "me", "--no-session")
    #expect(own.ending == .exit(4) && server.tokens == 2 && server.shown == 2)
    #expect(!own.error.contains("made again"))
    let expecting = try home.run("run", "expecting", "--print", "status")
    #expect(expecting.ending == .exit(0) && expecting.output == "401\n" && expecting.error.isEmpty)
    #expect(server.tokens == 2 && server.shown == 3)
  }

  @Test("There is an envelope even if the new login fails")
  func notRenewable() throws {
    server.close()
    let run = try home.run("run", "me", "--envelope")
    #expect(run.ending == .exit(5))
    #expect(run.output.contains(#""message": "POST "#) && run.output.contains("503"))
    #expect(!run.output.contains("tok-number"))
  }

  @Test("It is not reported as repeated if a signal ends the call")
  func interrupted() throws {
    server.stall()
    let child = try home.start(["run", "me"])
    #expect(waits { server.shown == 2 })
    usleep(300_000)
    child.send(SIGTERM)
    let run = CommandRun(child)
    #expect(run.ending == .signal(SIGTERM))
    #expect(!run.error.contains("made again"), "\(run.error)")
    #expect(server.tokens == 1)
  }

  @Test("Retries do not affect it")
  func retries() throws {
    #expect(try home.run("run", "retried").output == "tok-number-2\n")
    #expect(server.tokens == 2 && server.shown == 3)
    server.revoke(upTo: .max)
    #expect(try home.run("run", "retried").ending == .exit(4))
    #expect(server.tokens == 3 && server.shown == 3 + 1 + 4)
  }

  @Test("If the request's body is gone, the login is forgotten, and the call is not repeated")
  func bodyIsGone() throws {
    let run = try home.run("run", "sent", "data@=-")
    #expect(run.ending == .exit(4) && run.output.isEmpty)
    #expect(run.error.contains("was refused with 401 and is discarded\n"), "\(run.error)")
    #expect(run.error.contains("hint: the body cannot be read again: run the command again"))
    #expect(server.tokens == 1 && server.shown == 2)
    #expect(try home.run("run", "sent", "data@=-").output == "tok-number-2\n")
    try home.write("text", to: "shop/data.txt")
    server.revoke(upTo: 2)
    #expect(try home.run("run", "sent", "data=data.txt").output == "tok-number-3\n")
  }

  @Test("It is repeated once for all parallel iterations and files")
  func sideBySide() throws {
    let iterations = try home.run("run", "many", "--format", "compact")
    #expect(
      iterations.output == #"{"shown":"tok-number-2","last":"tok-number-2"}"# + "\n",
      "\(iterations.error)")
    #expect(server.tokens == 2)
    #expect(iterations.error.matches(of: /made again/).count == 1)
    server.revoke(upTo: 2)
    let files = try home.run("run", "-j", "4", "me", "me", "me", "me", "me")
    #expect(files.output == String(repeating: "tok-number-3\n", count: 5), "\(files.error)")
    #expect(server.tokens == 3)
    #expect(files.error.matches(of: /made again/).count == 1)
  }

  @Test(
    "One that ends in the middle of a run is repeated once for all iterations",
    arguments: [[], ["--no-session"]])
  func endedInRun(options: [String]) throws {
    try #require(try home.run("run", "me").ending == .exit(0))
    let tokens = server.tokens
    server.end(after: server.shown + 6)
    let run = CommandRun(try home.start(["run", "many", "--format", "compact"] + options))
    let last = server.tokens
    #expect(run.ending == .exit(0), "\(run)")
    #expect(run.output.hasSuffix(#""last":"tok-number-\#(last)"}"# + "\n"), "\(run)")
    #expect(server.tokens == tokens + (options.isEmpty ? 1 : 2))
    #expect(run.error.matches(of: /made again/).count == 1)
  }

  @Test("Calls that are refused with each login do not log in for ever")
  func vain() throws {
    try home.write(
      """
      steps:
        first: {call: me}
        others:
          each: [denied, me, denied, me, denied, me, denied, me, denied, me, denied]
          call:
            url: \(server.url)/<each>
            needs: {login: {call: token, with: {user: ann}, fresh: 1h}}
            auth: {type: bearer, token: <login.token>}
          on_error: continue
          allow_failure: true
        last: {call: me}

      """, to: "shop/endpoints/denied.yaml")
    let run = try home.run("run", "denied")
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(server.tokens == 2 + 3 && run.output == "tok-number-5\n", "\(run)")
  }

  @Test("It is repeated once for programs that notice at the same time", arguments: [2, 6])
  func programs(count: Int) throws {
    for iteration in 1...3 {
      server.revoke(upTo: iteration)
      let children = try (0..<count).map { _ in try home.start(["run", "me"]) }
      for child in children {
        let run = CommandRun(child)
        #expect(
          run.ending == .exit(0) && run.output == "tok-number-\(iteration + 1)\n", "\(run.error)")
      }
      #expect(server.tokens == iteration + 1)
    }
  }

  @Test("-v shows both exchanges, events give the reason, and an envelope has the last one")
  func reports() throws {
    let shown = try home.run("run", "me", "-v")
    #expect(shown.error.components(separatedBy: "> GET ").count == 3)
    #expect(shown.error.components(separatedBy: "< HTTP/1.1 401 ").count == 2)
    #expect(!shown.error.contains("refused\":") && !shown.error.contains("tok-number"))
    server.revoke(upTo: 2)
    let events = try home.run("run", "me", "--events", "/dev/stderr")
    let names = events.error.matches(of: /"event":"(\w+)"/).map { String($0.output.1) }
      .filter { $0 != "progress" && $0 != "connection" }
    // The needed call begins and ends between those of the main call.
    #expect(
      names == [
        "start", "request", "response", "next", "start", "request", "response", "end", "request",
        "response", "end",
      ])
    #expect(events.error.contains(#""reason":"need","need":"login"}"#))
    server.revoke(upTo: 3)
    let envelope = try home.run("run", "me", "--envelope")
    #expect(envelope.ending == .exit(0) && envelope.output.contains("tok-number-4"))
    #expect(!envelope.output.contains(#""status": 401"#))
  }
}
