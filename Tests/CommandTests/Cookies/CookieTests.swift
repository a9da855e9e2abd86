import Foundation
import SeededNumbers
import Synchronization
import TestServers
import Testing

struct CookieTests {
  /// A home with a project, and a server that logs in with a cookie.
  struct Shop {
    let path = "\(Place.scratch)/cookies-\(UUID().uuidString)"
    let server: ScriptedServer

    init() throws {
      try FileManager.default.createDirectory(
        atPath: "\(path)/shop", withIntermediateDirectories: true)
      server = try ScriptedServer.answering { request in
        let text = String(decoding: request, as: UTF8.self)
        let target = text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let cookies =
          text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("cookie:") }?
          .dropFirst(8) ?? ""
        var fields = ""
        if target == "/login" {
          fields = "Set-Cookie: SID=hush-hush; HttpOnly\r\nSet-Cookie: _xsrf=to-ken; Path=/\r\n"
        } else if target == "/go" {
          fields = "Location: /seen\r\nSet-Cookie: hop=1; Path=/\r\n"
        } else if target == "/odd" {
          fields = "Set-Cookie: a\tb=1\r\nSet-Cookie: c=1; Path=/\td\r\nSet-Cookie: good=1\r\n"
        } else if target == "/new" {
          fields = "Set-Cookie: SID=\(UUID().uuidString)\r\n"
        } else if target == "/logout" {
          fields = "Set-Cookie: SID=; Max-Age=0\r\n"
        }
        let body = #"{"cookies":"\#(cookies)"}"#
        return "HTTP/1.1 \(target == "/go" ? "302 Found" : "200 OK")\r\n\(fields)"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      }
      try write("call.yaml", "inputs: {p: {}}\ncookies: admin")
    }

    func write(_ name: String, _ text: String) throws {
      let host = text.contains("steps:") ? text : "host: \(server.url)\npath: /<p>\n\(text)"
      try host.replacingOccurrences(of: "SERVER", with: server.url)
        .write(toFile: "\(path)/shop/\(name)", atomically: true, encoding: .utf8)
    }

    func start(
      _ arguments: [String], variables: [String: String] = [:]
    ) throws -> ChildProcess {
      try ChildProcess(
        [Place.program("apicall")] + arguments, in: "\(path)/shop",
        environment: Surroundings.variables.merging(["HOME": path]) { $1 }
          .merging(variables) { $1 })
    }

    func run(_ arguments: String...) throws -> CommandRun { CommandRun(try start(arguments)) }

    /// The cookies that the server got of a call.
    func cookies(_ arguments: String...) throws -> String {
      let run = CommandRun(try start(["run"] + arguments))
      #expect(run.ending == .exit(0), "\(run)")
      return run.output.replacingOccurrences(of: #"{"cookies":""#, with: "").replacingOccurrences(
        of: "\"}", with: "")
    }
  }

  @Test("The calls of a run share cookies, also after a redirect, and those of a file stand first")
  func ofRun() throws {
    let shop = try Shop()
    try shop.write(
      "script.yaml",
      """
      defaults: {host: SERVER, cookies: true}
      steps:
        login: {call: {path: /login, outputs: {sid: {cookie: SID}, token: {cookie: _xsrf}}}}
        me: {call: {path: /me, headers: {Cookie: a=1; SID=own, X-Xsrf: <login.token>}}}
        go: {call: {path: /go, redirects: 2}}
        other: {call: {path: /me, cookies: false}}
      print: [<me.body.cookies>, <go.body.cookies>, <other.body.cookies>]
      """)
    let run = try shop.run("run", "script.yaml", "--format", "compact")
    #expect(
      run.output == #"["a=1; SID=own; _xsrf=to-ken","SID=hush-hush; _xsrf=to-ken; hop=1",""]\#n"#)
    #expect(shop.server.requests[1].contains("X-Xsrf: to-ken"))
    #expect(try shop.run("session", "list").output == "")
  }

  @Test("Cookies with a name are kept for later runs, and are shown by no line")
  func kept() throws {
    let shop = try Shop()
    #expect(try shop.cookies("call.yaml", "p=login") == "")
    let run = try shop.run("run", "-v", "call.yaml", "p=me")
    #expect(run.output == #"{"cookies":"SID=hush-hush; _xsrf=to-ken"}"#)
    #expect(!run.error.contains("hush") && run.error.contains("Cookie: ***"), "\(run)")
    #expect(try shop.run("session", "show").output.hasPrefix("cookies admin"))
    #expect(!(try shop.run("session", "show", "--json").output.contains("hush")))
    #expect(try shop.cookies("call.yaml", "p=me", "--session", "other") == "")
    #expect(try shop.cookies("call.yaml", "p=me", "--no-session") == "")
    #expect(try shop.cookies("call.yaml", "p=logout") == "SID=hush-hush; _xsrf=to-ken")
    #expect(try shop.cookies("call.yaml", "p=me") == "_xsrf=to-ken")
    #expect(try shop.run("session", "clear").ending == .exit(0))
    #expect(try shop.cookies("call.yaml", "p=me") == "")
  }

  @Test("A file of cookies is that of curl, in both directions")
  func file() throws {
    let shop = try Shop()
    try shop.write("plain.yaml", "inputs: {p: {}}")
    #expect(try shop.cookies("plain.yaml", "p=login", "--cookies", "jar") == "")
    let jar = "\(shop.path)/shop/jar"
    let mode = try FileManager.default.attributesOfItem(atPath: jar)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      CommandRun(try ChildProcess(["curl", "-s", "-b", jar, "\(shop.server.url)/x"])).output
        .contains("SID=hush-hush"))
    let fetched = ["curl", "-s", "-c", "\(jar)2", "\(shop.server.url)/login"]
    #expect(CommandRun(try ChildProcess(fetched)).ending == .exit(0))
    #expect(try shop.cookies("plain.yaml", "p=x", "--cookies", "jar2").contains("SID=hush-hush"))
    #expect(FileManager.default.contents(atPath: jar) != nil)
  }

  @Test("No server makes a file that cannot be read again, and no file of the user is a lock")
  func oddCookies() throws {
    let shop = try Shop()
    try shop.write("plain.yaml", "inputs: {p: {}}")
    try "precious".write(toFile: "\(shop.path)/shop/jar.lock", atomically: true, encoding: .utf8)
    #expect(try shop.cookies("plain.yaml", "p=odd", "--cookies", "jar") == "")
    #expect(try shop.cookies("plain.yaml", "p=x", "--cookies", "jar") == "good=1")
    let kept = try String(contentsOfFile: "\(shop.path)/shop/jar.lock", encoding: .utf8)
    #expect(kept == "precious")
  }

  @Test(
    "A file that is not one of cookies is refused, and stays as it is",
    arguments: [
      ("<html>", 0o600, 65, "line 1 of 'jar' is not that of a cookie"),
      ("# ok\n", 0o666, 77, "other users can change"),
    ] as [(String, mode_t, Int32, String)])
  func broken(text: String, mode: mode_t, status: Int32, message: String) throws {
    let shop = try Shop()
    let jar = "\(shop.path)/shop/jar"
    try text.write(toFile: jar, atomically: true, encoding: .utf8)
    #expect(chmod(jar, mode) == 0)
    let run = try shop.run("run", "call.yaml", "p=login", "--cookies", "jar")
    #expect(run.ending == .exit(status) && run.error.contains(message), "\(run)")
    #expect(try String(contentsOfFile: jar, encoding: .utf8) == text)
    #expect(shop.server.requests.isEmpty)
  }

  @Test("A cookie that a stored secret was sent for goes to no origin but those of the secret")
  func confined() throws {
    let shop = try Shop()
    let other = try Shop()
    try shop.write(
      "script.yaml",
      """
      steps:
        login:
          call:
            host: SERVER
            path: /login
            headers: {X-Word: <secret.shop>}
            outputs: {sid: {cookie: SID}}
        other: {call: {host: "\(other.server.url)", path: /me, headers: {X-Sid: <login.sid>}}}
      """)
    let stored = try ChildProcess(
      [
        "sh", "-c",
        "printf word-of-the-shop | \(Place.program("apicall")) secrets set shop - --origin \(shop.server.url)",
      ],
      in: "\(shop.path)/shop",
      environment: Surroundings.variables.merging(["HOME": shop.path]) { $1 })
    #expect(CommandRun(stored).ending == .exit(0))
    #expect(try shop.run("trust", ".").ending == .exit(0))
    let run = try shop.run("run", "script.yaml")
    #expect(run.ending == .exit(77) && run.error.contains("'shop'"), "\(run)")
    #expect(other.server.requests.isEmpty)
    // The cookie goes where it belongs, and what comes back for it stays with the secret.
    try shop.write(
      "kept.yaml", "inputs: {p: {}}\ncookies: admin\nheaders: {X-Word: <secret.shop>}")
    #expect(try shop.cookies("kept.yaml", "p=login") == "")
    #expect(try shop.cookies("call.yaml", "p=me") == "SID=hush-hush; _xsrf=to-ken")
    #expect(try shop.run("secrets", "remove", "shop").ending == .exit(0))
    #expect(try shop.cookies("call.yaml", "p=me") == "")
  }

  /// Needs Python and curl.
  @Test("After generated responses, the cookies are those that a jar by the RFC sends")
  func generated() throws {
    let seed = Int.random(in: 0..<1_000_000)
    let check = CommandRun(
      try ChildProcess([
        "python3", "\(Place.fixtures)/cookies/compare_jars.py", Place.program("apicall"),
        "\(seed)", "200",
      ]))
    #expect(check.ending == .exit(0), "seed \(seed): \(check)")
  }

  @Test("A jar survives processes that are killed while they change it")
  func kills() throws {
    let shop = try Shop()
    #expect(try shop.cookies("call.yaml", "p=login") == "")
    for number in 0..<min(CaseCount.picked(30), 500) {
      let before = shop.server.requests.count
      // A new cookie with each call, so that the jar is written.
      let child = try shop.start(["run", "call.yaml", "p=new"])
      _ = waits { shop.server.requests.count > before || child.hasEnded }
      usleep(useconds_t(number % 25) * 200)
      child.send(SIGKILL)
      _ = child.wait()
      if number % 10 == 9 {
        let sent = try shop.cookies("call.yaml", "p=me")
        #expect(sent.contains("_xsrf=to-ken") && sent.hasPrefix("SID="), "\(sent)")
      }
    }
  }

  /// A server with a session of its own for each login, which ends with 403 after some calls.
  private func lab(_ calls: Int) throws -> ScriptedServer {
    let left = Mutex<[String: Int]>([:])
    return try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      if text.hasPrefix("POST /login") {
        let user = text.components(separatedBy: "user=").last ?? ""
        let name = left.withLock { left in
          left["\(user)-\(left.count)"] = calls
          return "\(user)-\(left.count - 1)"
        }
        return "HTTP/1.1 200 OK\r\nSet-Cookie: SID=\(name); Path=/\r\nContent-Length: 2\r\n"
          + "Content-Type: application/json\r\n\r\n{}"
      }
      let name =
        text.firstMatch(of: /SID=([a-z]+-[0-9]+)/).map { String($0.output.1) } ?? "nobody"
      let isGood = left.withLock { left in
        let count = left[name] ?? 0
        left[name] = count - 1
        return count > 0
      }
      let body = "\"\(name.split(separator: "-").first ?? "")\""
      return "HTTP/1.1 \(isGood ? "200 OK" : "403 Forbidden")\r\nContent-Length: \(body.utf8.count)"
        + "\r\nContent-Type: application/json\r\n\r\n\(body)"
    }
  }

  /// A project that logs in to such a server.
  private func project(at server: ScriptedServer, _ cookies: String) throws -> Shop {
    let shop = try Shop()
    for (name, text) in [
      ("login", "path: /login\nform: {user: <user>}"),
      (
        "me",
        "path: /me\n"
          + "needs: {login: {call: login.yaml, with: {user: <user>}, fresh: 1h, renew: {on: [403]}}}"
      ),
    ] {
      try "host: \(server.url)\ninputs: {user: {}}\n\(text)\n\(cookies)\n"
        .write(toFile: "\(shop.path)/shop/\(name).yaml", atomically: true, encoding: .utf8)
    }
    return shop
  }

  @Test(
    "Each user sends the cookies of the own login",
    arguments: ["cookies: lab", "cookies: true"])
  func users(cookies: String) throws {
    let server = try lab(100)
    let shop = try project(at: server, cookies)
    try shop.write(
      "all.yaml",
      """
      steps:
        all:
          each: [ann, bob, ann, bob, ann, bob, ann, bob, ann]
          parallel: 3
          call: me.yaml
          with: {user: <each>}
      print: <all.body>
      """)
    let all = try shop.run("run", "all.yaml", "--format", "compact")
    #expect(
      all.output == #"["ann","bob","ann","bob","ann","bob","ann","bob","ann"]\#n"#, "\(all)")
    for user in ["ann", "bob", "ann"] {
      let run = try shop.run("run", "me.yaml", "user=\(user)")
      #expect(run.output == "\"\(user)\"", "\(run)")
    }
  }

  @Test(
    "A user whom a variable names has cookies of the own, also where it is read below the login")
  func variables() throws {
    let server = try lab(100)
    let shop = try project(at: server, "cookies: lab")
    let head = "host: \(server.url)\ninputs: {user: {env: LAB_USER}}\ncookies: lab\n"
    for (name, text) in [
      ("login", "\(head)path: /login\nform: {user: <user>}\n"),
      ("two", "steps: {one: {call: login.yaml}}\noutputs: {n: <one.status>}\n"),
      (
        "a",
        "host: \(server.url)\npath: /me\ncookies: lab\nneeds: {l: {call: login.yaml, fresh: 1h}}\n"
      ),
      (
        "b",
        "host: \(server.url)\npath: /me\ncookies: lab\nneeds: {l: {call: two.yaml, fresh: 1h}}\n"
      ),
    ] {
      try text.write(toFile: "\(shop.path)/shop/\(name).yaml", atomically: true, encoding: .utf8)
    }
    for (file, user) in ["a", "b"].flatMap({ file in ["ann", "bob", "ann"].map { (file, $0) } }) {
      let run = CommandRun(
        try shop.start(
          ["run", "\(file).yaml", "--allow-env", "LAB_USER"], variables: ["LAB_USER": user]))
      #expect(run.output == "\"\(user)\"", "\(file): \(run)")
    }
  }

  @Test("A login whose cookies alone are used is renewed when it has ended")
  func renewal() throws {
    let server = try lab(2)
    let shop = try project(at: server, "cookies: lab")
    for _ in 0..<5 {
      let run = try shop.run("run", "me.yaml", "user=ann")
      #expect(run.output == "\"ann\"", "\(run)")
    }
  }

  @Test("Kept cookies of a run with a secret are not withheld without a word")
  func untrusted() throws {
    let shop = try Shop()
    let secret = ["APICALL_SECRET_SHOP": "word-of-the-shop"].merging([
      "APICALL_SECRET_SHOP_ORIGINS": shop.server.url
    ]) { $1 }
    try shop.write(
      "login.yaml", "inputs: {p: {}}\ncookies: admin\nheaders: {X-Word: <secret.shop>}")
    let login = CommandRun(
      try shop.start(["run", "login.yaml", "p=login", "--grant", "shop"], variables: secret))
    #expect(login.ending == .exit(0), "\(login)")
    let refused = CommandRun(try shop.start(["run", "call.yaml", "p=me"], variables: secret))
    #expect(refused.ending == .exit(77), "\(refused)")
    #expect(
      refused.error.contains(
        "the kept cookies 'admin' are of a run with the secret 'shop', which no file of this run"))
  }
}
