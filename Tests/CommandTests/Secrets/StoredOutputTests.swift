import Foundation
import Synchronization
import Testing

/// Outputs that a call keeps as stored secrets: `store`.
@Suite("Stored outputs")
struct StoredOutputTests {
  static let login = """
    host: $A
    path: /login
    outputs: {token: {from: $.token, secret: true, store: shop}}

    """
  static let use = "host: $A\npath: /me\nauth: {type: bearer, token: <secret.shop>}\n"
  static let reply: [String: HostileReply] = ["A GET /login": #"{"token": "tok-$MARK"}"#]

  private func project(
    _ files: [String: String] = [:], replies: [String: HostileReply] = reply
  ) throws -> HostileProject {
    let own = ["login.yaml": Self.login, "me.yaml": Self.use]
    return try HostileProject(own.merging(files) { $1 }, replies: replies)
  }

  @Test("A later file uses the stored secret, at the server that it comes from")
  func later() throws {
    let project = try project()
    try project.trust(".")
    let run = try project.run("run login.yaml -v")
    #expect(run.ending == .exit(0))
    let note = "* stored 'token' as the secret 'shop' in file, for \(project.names.url(0))\n"
    #expect(run.error.contains(note), "\(run.error)")
    #expect(!run.error.contains(project.names.mark))
    #expect(try project.run("run me.yaml").ending == .exit(0))
    let sent = project.takeHeard().last?.request
    #expect(sent?.text.contains(" Bearer tok-\(project.names.mark)\r\n") == true)
    #expect(try project.run("run me.yaml --host $B").ending == .exit(77))
    #expect(project.takeHeard().isEmpty)
  }

  @Test(
    "If the folder is not trusted, a question appears on the terminal", arguments: [true, false])
  func question(isAllowed: Bool) throws {
    let project = try project()
    let program = try Place.program("apicall")
    let session = try TerminalSession(
      ["/bin/sh", "-c", "cd '\(project.root)' && exec '\(program)' run login.yaml"],
      environment: project.environment())
    let question = "login.yaml: store the output 'token' as the secret 'shop' for "
    try session.type(
      isAllowed ? "y\n" : "\n", after: "\(question)\(project.names.url(0))? [y/N]: ")
    #expect(session.child.wait() == .exit(0))
    let warning = "warning: the output 'token' is not stored as the secret 'shop'"
    #expect(session.text.contains(warning) == !isAllowed, "\(session.text)")
    #expect(project.takeHeard().count == 1)
    let list = try project.run("secrets list").output
    #expect(list == (isAllowed ? "shop  file  \(project.names.url(0))\n" : ""))
  }

  @Test("A question is asked only once, even if the call is made several times")
  func iterations() throws {
    let project = try project([
      "main.yaml": "steps: {in: {each: [1, 2, 3], call: login.yaml}}\nprint: null\n"
    ])
    let program = try Place.program("apicall")
    let session = try TerminalSession(
      ["/bin/sh", "-c", "cd '\(project.root)' && exec '\(program)' run main.yaml"],
      environment: project.environment())
    try session.type("yes\n", after: "? [y/N]: ")
    #expect(session.child.wait() == .exit(0), "\(session.text)")
    #expect(project.takeHeard().count == 3)
    #expect(session.text.components(separatedBy: "[y/N]").count == 2)
  }

  @Test("Nothing is stored if a call fails, or if the value does not come from its server")
  func failing() throws {
    let project = try project(
      [
        "late.yaml": Self.login + "expect: {body: {$.token: other}}\n",
        "bad.yaml": Self.login.replacing("/login", with: "/bad"),
        "none.yaml": Self.login.replacing("$.token", with: "$.none"),
        "default.yaml": Self.login.replacing("$.token", with: "$.none, default: tok-12345"),
        "apicall.yaml": "",
      ],
      replies: Self.reply.merging(["A GET /bad": HostileReply("500 No", #"{"token": "t"}"#)]) { $1 }
    )
    try project.trust(".")
    let rows: [(typed: String, status: Int32)] = [
      ("run late.yaml", 9), ("run bad.yaml", 5), ("run none.yaml", 8), ("run default.yaml", 0),
      ("run login.yaml --mock $A", 0), ("run login.yaml --fail timeout", 2),
      ("run login.yaml --requester fixture", 1), ("show login.yaml", 0), ("check .", 0),
    ]
    for (typed, status) in rows {
      let run = try project.run(typed)
      #expect(run.ending == .exit(status), "\(typed): \(run.error)")
      #expect(try project.run("secrets list").output.isEmpty, "\(typed)")
    }
  }

  @Test(
    "A value that cannot be a secret is reported, and is not stored",
    arguments: [
      (#"12"#, "its value is a number, but a secret is text"),
      (#"null"#, "its value is null, but a secret is text"),
      (#"["a"]"#, "its value is a list, but a secret is text"),
      (#""""#, "its value is empty"),
      ("\"\(String(repeating: "x", count: 32769))\"", "its value is longer than 32768 bytes"),
    ])
  func values(json: String, words: String) throws {
    let project = try project(replies: [
      "A GET /login": HostileReply("200 OK", "{\"token\":\(json)}")
    ])
    try project.trust(".")
    let run = try project.run("run login.yaml")
    #expect(run.ending == .exit(8))
    #expect(run.error.contains(words), "\(run.error)")
    #expect(try project.run("secrets list").output.isEmpty)
  }

  @Test("A value of the maximum length is stored")
  func longest() throws {
    let value = String(repeating: "x", count: 32768)
    let project = try project(replies: [
      "A GET /login": HostileReply("200 OK", "{\"token\":\"\(value)\"}")
    ])
    try project.trust(".")
    #expect(try project.run("run login.yaml").ending == .exit(0))
    #expect(try project.run("run me.yaml").ending == .exit(0))
  }

  @Test(
    "A stored secret is used in the same run",
    arguments: [
      "run main.yaml", "run login.yaml me.yaml", "run need.yaml", "run inline.yaml",
    ])
  func sameRun(typed: String) throws {
    let project = try project([
      "main.yaml": "steps: {in: {call: login.yaml}, me: {call: me.yaml}}\n",
      "need.yaml": "needs: {in: {call: login.yaml}}\n" + Self.use,
      "inline.yaml": """
      steps:
        in: {call: login.yaml}
        me:
          if: {value: <secret.shop>, starts_with: tok}
          call: {host: $A, path: /me, auth: {type: bearer, token: <secret.shop>}}

      """,
    ])
    try project.trust(".")
    // In the first run there is no secret, in the second run there is another one.
    for number in 1...2 {
      project.answer { (_, request) in
        request.path == "/login"
          ? HostileReply("200 OK", "{\"token\": \"tok-\(number)2345678\"}") : "{}"
      }
      let run = try project.run(typed)
      #expect(run.ending == .exit(0), "\(run.error)")
      let sent = project.takeHeard().last?.request
      #expect(sent?.text.contains(" Bearer tok-\(number)2345678\r\n") == true, "\(typed)")
    }
  }

  @Test("In a loop, the value of the last iteration is stored")
  func loop() throws {
    let project = try project([
      "main.yaml": """
      steps:
        in:
          each: [a, b, c]
          call: {host: $A, path: "/login/<each>", \
      outputs: {token: {from: $.token, secret: true, store: shop}}}
        me: {call: me.yaml}

      """
    ])
    project.answer { (_, request) in
      HostileReply("200 OK", "{\"token\": \"tok-\(request.path.suffix(1))2345678\"}")
    }
    try project.trust(".")
    let run = try project.run("run main.yaml")
    #expect(run.ending == .exit(0), "\(run.error)")
    let sent = project.takeHeard().last?.request
    #expect(sent?.text.contains(" Bearer tok-c2345678\r\n") == true)
  }

  @Test("With polling, the value of the last response is stored")
  func polling() throws {
    let project = try project([
      "main.yaml": """
      steps:
        in: {call: login.yaml, poll: {every: 10ms, until: {body: {$.state: done}}}}
        me: {call: me.yaml}

      """
    ])
    let count = Mutex(0)
    project.answer { (_, request) in
      guard request.path == "/login" else { return "{}" }
      let number = count.withLock { count in
        count += 1
        return count
      }
      let state = number < 3 ? "busy" : "done"
      return HostileReply(
        "200 OK", "{\"token\": \"tok-\(number)2345678\", \"state\": \"\(state)\"}")
    }
    try project.trust(".")
    let run = try project.run("run main.yaml -v")
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(run.error.components(separatedBy: "* stored ").count == 2)
    let sent = project.takeHeard().last?.request
    #expect(sent?.text.contains(" Bearer tok-32345678\r\n") == true)
  }

  @Test("Listed origins are stored as well, and those of an existing secret stay")
  func origins() throws {
    let listed = Self.login.replacing("store:", with: "origins: [$B], store:")
    let project = try project(["listed.yaml": listed])
    try project.trust(".")
    let (first, second) = (project.names.url(0), project.names.url(1))
    #expect(try project.run("run listed.yaml").ending == .exit(0))
    #expect(try project.run("secrets list").output == "shop  file  \(first) \(second)\n")
    try project.store("shop", "old-12345678", for: "$A $C")
    #expect(try project.run("run listed.yaml").ending == .exit(0))
    #expect(
      try project.run("secrets list").output == "shop  file  \(first) \(project.names.url(2))\n")
  }
}
