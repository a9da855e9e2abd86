import Foundation
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

    func start(_ arguments: [String]) throws -> ChildProcess {
      try ChildProcess(
        [Place.program("apicall")] + arguments, in: "\(path)/shop",
        environment: Surroundings.variables.merging(["HOME": path]) { $1 })
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

  @Test("A jar survives processes that are killed")
  func kills() throws {
    let shop = try Shop()
    #expect(try shop.cookies("call.yaml", "p=login") == "")
    for number in 0..<30 {
      let child = try shop.start(["run", "call.yaml", "p=login"])
      usleep(useconds_t(number * 400))
      child.send(SIGKILL)
      _ = child.wait()
    }
    #expect(try shop.cookies("call.yaml", "p=me") == "SID=hush-hush; _xsrf=to-ken")
  }
}
