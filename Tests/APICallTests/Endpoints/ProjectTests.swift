import APICall
import Testing

@Suite("Projects, and what their files may use", .timeLimit(.minutes(15)))
struct ProjectTests {
  @Test("Endpoints are found by name, and a wrong name gets a hint")
  func names() throws {
    let folder = try FolderWithFiles([
      "endpoints/todos/list.yaml": "url: http://a.example/\n",
      "endpoints/login.yaml": "url: http://a.example/\n",
      "endpoints/.hidden.yaml": "url: http://a.example/\n",
      "outside.yaml": "url: http://a.example/\n",
      "endpoints/link.yaml": "-> /etc/hostname",
    ])
    let project = Project(at: folder.path)
    #expect(try project.names == ["login", "todos/list"])
    _ = try project.endpoint(named: "todos/list")
    #expect(
      problem { try project.endpoint(named: "todo/list") }
        == "'todo/list' does not exist in '\(folder.path)/endpoints'\n"
        + "  hint: did you mean 'todos/list'?")
    for name in ["../outside", "/etc/passwd", "", "a//b", ".hidden", "todos/.x", "a\0b"] {
      #expect(
        problem { try project.endpoint(named: name) }
          == "'\(name == "a\0b" ? "a\\x00b" : name)' is not the name of an endpoint\n"
          + "  hint: write it as in todos/list")
    }
    #expect(
      problem { try project.endpoint(named: "link") }
        == "the name 'link' leads outside the project's folder, or to a hidden file")
    #expect(
      problem { try Project(at: "\(folder.path)/none").names }?.contains("does not exist") == true)
  }

  @Test("A profile sets the host of the files that name none")
  func profiles() async throws {
    let folder = try FolderWithFiles([
      "apicall.yaml":
        "profile: live\nprofiles:\n  live: {host: http://live.example}\n  test: {host: http://test.example}\n",
      "endpoints/a.yaml": "path: /a\n",
    ])
    for (profile, url) in [
      (nil, "http://live.example/a"), ("test", "http://test.example/a"),
    ] as [(String?, String)] {
      let recorder = RecordingRequester(by: SucceedingRequester())
      let client = Client(
        project: Project(at: folder.path, profile: profile), requester: recorder)
      _ = try await client.call("a")
      #expect(recorder.exchanges.map(\.request.url) == [url])
    }
    #expect(
      problem { try Project(at: folder.path, profile: "tets").endpoint(named: "a") }
        == "profile 'tets' does not exist\n  hint: did you mean 'test'?")
  }

  @Test("Only a trusted file reads variables, and the program says which there are")
  func variables() async throws {
    let folder = try FolderWithFiles([
      "endpoints/a.yaml": "url: http://a.example/<home>\ninputs:\n  home: {env: HOME}\n"
    ])
    var configuration = ClientConfiguration()
    configuration.variables = { $0 == "HOME" ? "mine" : nil }
    for trust in [Trust.untrusted, .userList] {
      let client = Client(
        project: Project(at: folder.path, trust: trust), configuration: configuration,
        requester: SucceedingRequester())
      let error = await #expect(throws: RequestError.self) { _ = try await client.call("a") }
      #expect(error?.description.contains("home") == true)
      #expect(error?.description.contains("mine") == false)
    }
    let recorder = RecordingRequester(by: SucceedingRequester())
    let client = Client(
      project: Project(at: folder.path, trust: .trusted), configuration: configuration,
      requester: recorder)
    _ = try await client.call("a")
    #expect(recorder.exchanges.map(\.request.url) == ["http://a.example/mine"])
  }

  @Test("So does a text that the program trusts")
  func texts() async throws {
    let text = "url: http://a.example/<home>\ninputs:\n  home: {env: HOME}\n"
    var configuration = ClientConfiguration()
    configuration.variables = { $0 == "HOME" ? "mine" : nil }
    let recorder = RecordingRequester(by: SucceedingRequester())
    let client = Client(configuration: configuration, requester: recorder)
    _ = try await client.call(try Endpoint(yaml: text, trust: .trusted))
    #expect(recorder.exchanges.map(\.request.url) == ["http://a.example/mine"])
    for trust in [Trust.untrusted, .userList] {
      let error = await client.start(try Endpoint(yaml: text, trust: trust)).result.error
      #expect(error?.diagnostics.first?.input == "home")
    }
  }

  @Test("Lists, files and texts that look like a command line are values")
  func values() async throws {
    let folder = try FolderWithFiles(["text": "from a file"])
    let endpoint = try Endpoint(
      yaml: """
        url: http://a.example/
        method: POST
        inputs: {list: {type: array}, text: {}, upload: {type: file, required: false}}
        json: {list: <list>, text: <text>}
        """)
    let recorder = RecordingRequester(by: SucceedingRequester())
    let client = Client(requester: recorder)
    _ = try await client.call(
      endpoint,
      ["list": ["[x]", "{y}", 1, 1.5, true, ["z"]], "text": .file("\(folder.path)/text")])
    _ = try await client.call(endpoint, ["list": [], "text": "=[x]"])
    #expect(
      try recorder.exchanges.map { String(decoding: try $0.request.body(), as: UTF8.self) } == [
        #"{"list":["[x]","{y}",1,1.5,true,["z"]],"text":"from a file"}"#,
        #"{"list":[],"text":"=[x]"}"#,
      ])
    let upload = try Endpoint(
      yaml: "url: http://a.example/\nfile: <upload>\ninputs: {upload: {type: file}}\n")
    _ = try await client.call(upload, ["upload": .file("\(folder.path)/text")])
    #expect(try recorder.exchanges.last?.request.body() == Array("from a file".utf8))
  }

  @Test("Hints do not speak of a command line")
  func hints() async throws {
    let endpoint = try Endpoint(
      yaml: """
        url: http://a.example/<a>
        inputs: {a: {env: A_VARIABLE}, b: {}, c: {type: boolean}}
        query: {b: <b>, c: <c>}
        """)
    let found = endpoint.problems(in: ["c": "yes"])
    #expect(found.map(\.input) == ["a", "b", "c"])
    #expect(
      found.map(\.hint) == [
        "give it in the inputs of the call, or trust the file to read the variable",
        "give it in the inputs of the call", nil,
      ])
  }

  @Test("Inputs are checked by all rules, without a call")
  func check() throws {
    let login = try Endpoint(
      yaml: """
        url: http://a.example/
        form: {email: <email>, password: <password>, n: <n>}
        inputs:
          email: {format: email}
          password: {secret: true, min_length: 8}
          n: {type: integer, default: 1}
        """)
    #expect(login.problems(in: ["email": "a@b.example", "password": "12345678"]).isEmpty)
    let problems = login.problems(in: ["email": "a", "password": "s3cret", "n": "x", "no": 1])
    #expect(problems.map(\.input) == ["no"])
    let others = login.problems(in: ["email": "a", "password": "s3cret", "n": "x"])
    #expect(others.map(\.input) == ["email", "password", "n"])
    #expect(others.map(\.description).joined().contains("s3cret") == false)
    let missing = login.problems(in: [:])
    #expect(missing.map(\.input) == ["email", "password"])
  }

  private func problem(_ body: () throws -> some Any) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
