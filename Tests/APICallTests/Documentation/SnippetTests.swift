import Testing

@Suite("The code in the documentation", .timeLimit(.minutes(15)))
struct SnippetTests {
  private static let server = Result { try ServedLibrary(ProjectFiles.app) }

  @Test("The ways of taking a response, against a server")
  func deliveries() async throws {
    let url = try Self.server.get().url
    let app = try PatientApp()
    let output = try await ProjectFiles.output(of: "Deliveries", [app.path, url])
    #expect(
      output == """
        buy milk
        call the bank
        ["buy milk", "call the bank"]
        ["call the bank", "call the bank"]
        cancelled
        200 OK
        show 87 bytes
        show 26 bytes
        status 200
        52 bytes, 100 %
        text/csv
        52 bytes
        call the bank is done
        buy eggs is to be done
        tick {"n": 1}
        message done
        1 of 3: login
        2 of 3: add
        3 of 3: list
        number 3
        id  title          done
         1  buy milk       true
         2  call the bank  false
        PATCH https://todos.example.com/api/todos/2
        responded 200
        ended 200

        """)
  }

  @Test("Endpoints, URLs, errors and values, without a network")
  func basics() async throws {
    let output = try await ProjectFiles.output(of: "Basics", [ProjectFiles.app])
    #expect(
      output == #"""
        4
        PUT https://todos.example.com/lists/7?dry_run=true
        {"title":"groceries","tags":["home","<now>"]}
        '0ms' is not a duration
        'no name' cannot be the name of a header field
        name - the input 'name' (the name of the account) takes at least 2 characters, not 1
        password - the input 'password' (the account's password) takes at least 8 characters and has fewer
        true
        Inputs(user, tags, page) Inputs(user, tags)
        https://api.example.com/item/token/a%2Fb%20c?page=2
        there is no value for name
        https://todos.example.com/api/item/7?page=2
        https://tokens.example.com/item/7?page=2
        ["add-and-list", "login", "todos/add", "todos/changes", "todos/export", "todos/list", "todos/tick"]
        ["did you mean \'todos/list\'?"]
        ["https://todos.example.com/api/todos"]
        ["http://127.0.0.1:8080/todos"]
        Bearer tok-5f2a90c1d7
        ["the input \'token\' is missing (the token of the login)"]
        no connection
        the server takes too long
        log in again
        the server says 410 Gone
        body:1:9: error: cannot decode $[0].id: a string is not a number
          1 | [{"id": "7", "title": "milk"}]
            |         ^^^
        1 9
        200
        milk
        milk 2026-01-31T11:00:00.25Z
        milk
        12.50
        true ["todos", "total", "next"]
        1
        [255]

        """#)
  }

  @Test("Requesters, middleware and bridges to other libraries, without a network")
  func bridges() async throws {
    let output = try await ProjectFiles.output(of: "Bridges", [ProjectFiles.app])
    #expect(
      output == #"""
        200 OK [{"id":1,"title":"buy milk","done":true},{"id":2,"title":"call the bank","done":false}]
        no connection
        GET https://todos.example.com/api/todos Bearer tok-5f2a90c1d7
        9
        9
        trace 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
        200 OK
        ["a file that is not trusted gets the secret \'todos\', which is for https://todos.example.com, so the run may not reach https://elsewhere.example.com"]
        https://todos.example.com/todos?since=2023-11-14T22%3A13%3A20Z
        milk 2026-01-31T12:00:00Z
        debug sending method=PATCH url=https://todos.example.com/api/todos/2
        debug ended status=200
        debug sending method=PATCH url=https://todos.example.com/api/todos/7
        warning failed error=PATCH https://todos.example.com/api/todos/7 answered 404 Not Found, not 2xx
        2 calls, 1 failed
        404
        {"id": 7}

        """#)
  }

  @Test(
    "The program of the tutorial logs in and lists, or says what is wrong",
    arguments: [
      ("l0velace-1815", "[x] buy milk\n[ ] call the bank\n"),
      ("wrong-one-1815", "The name or the password is wrong.\n"),
      (
        "short",
        "the input 'password' (the account's password) takes at least 8 characters and has fewer\n"
      ),
    ])
  func tutorial(password: String, output: String) async throws {
    let url = try Self.server.get().url
    let app = try PatientApp()
    #expect(
      try await ProjectFiles.output(of: "Tutorial", ["ada", password, url], in: app.path) == output)
  }

  @Test("The last step of the tutorial is that program, and the steps before have only its lines")
  func steps() throws {
    let resources = "\(ProjectFiles.documentation)/Resources"
    let program = try ProjectFiles.text("\(ProjectFiles.root)/Snippets/Tutorial.swift")
    #expect(try ProjectFiles.text("\(resources)/todos-errors.swift") == program)
    // A line stands further to the right in the last step.
    let lines = Set(Self.lines(of: program))
    for step in ["client", "login", "list"] {
      let text = try ProjectFiles.text("\(resources)/todos-\(step).swift")
      #expect(Self.lines(of: text).filter { !lines.contains($0) } == [], "\(step)")
    }
    for (name, path) in [("login", "login"), ("list", "todos/list")] {
      #expect(
        try ProjectFiles.text("\(resources)/\(name).yaml")
          == ProjectFiles.text("\(ProjectFiles.app)/endpoints/\(path).yaml"))
    }
  }

  @Test("All code of Swift in the articles comes from snippets, and each slice is shown")
  func slices() throws {
    var shown: Set<String> = []
    let folders = [ProjectFiles.documentation, ProjectFiles.foundation]
    for path in folders.flatMap({ ProjectFiles.files(in: $0, suffix: ".md") }) {
      let text = try ProjectFiles.text(path)
      // The landing page has the lines of a manifest.
      let blocks = text.matches(of: /```swift/).count
      #expect(blocks == (path.hasSuffix("/APICall.md") ? 1 : 0), "\(path)")
      for match in text.matches(of: /Snippets\/(\w+)", slice: (\w+)/) {
        shown.insert("\(match.1).\(match.2)")
      }
    }
    var slices: Set<String> = []
    for path in ProjectFiles.files(in: "\(ProjectFiles.root)/Snippets", suffix: ".swift") {
      let name = path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      for match in try ProjectFiles.text(path).matches(of: /\/\/ snippet\.(\w+)\n/)
      where match.1 != "end" {
        slices.insert("\(name).\(match.1)")
      }
    }
    #expect(shown == slices)
  }

  @Test("All YAML in the articles is in the files of the example program")
  func yaml() throws {
    let files = ProjectFiles.files(in: ProjectFiles.app, suffix: ".yaml")
    let known = Set(try files.flatMap { try ProjectFiles.text($0).split(separator: "\n") })
    var blocks = 0
    for path in ProjectFiles.files(in: ProjectFiles.documentation, suffix: ".md") {
      for block in try ProjectFiles.text(path).matches(of: /```yaml\n([^`]*)```/) {
        blocks += 1
        #expect(block.1.split(separator: "\n").filter { !known.contains($0) } == [], "\(path)")
      }
    }
    #expect(blocks > 0)
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }
  }
}
