import APICall
import Synchronization
import Testing

@Suite("Stored secrets from Swift", .timeLimit(.minutes(15)))
struct SecretSourceTests {
  /// Notes what it is asked for, and on which thread.
  private final class NotingSource: SecretSource {
    let name: String
    private let secrets: [String: Secret]
    private let failure: RequestError?
    let asked = Mutex<[String]>([])

    init(_ name: String, _ secrets: [String: Secret] = [:], failing failure: RequestError? = nil) {
      self.name = name
      self.secrets = secrets
      self.failure = failure
    }

    func secret(named name: String) async throws(RequestError) -> Secret? {
      await Task.yield()
      let thread = try? FolderWithFiles.text(at: "/proc/thread-self/comm")
      asked.withLock { $0.append(thread == "apicall\n" ? "\(name) on the loop" : name) }
      if let failure { throw failure }
      return secrets[name]
    }
  }

  private static let token = "t0p-s3cret-value"

  private func client(
    _ sources: any SecretSource..., responding body: String = "{}"
  ) -> (Client, RespondingRequester) {
    let requester = RespondingRequester { _ in (.ok, body) }
    var configuration = ClientConfiguration()
    configuration.secrets = sources
    return (Client(configuration: configuration, requester: requester), requester)
  }

  private func endpoint(_ host: String = "https://api.example.com") throws -> Endpoint {
    try Endpoint(
      yaml: "url: \(host)/\nauth: {type: bearer, token: <secret.github>}\n", named: "a.yaml")
  }

  @Test("A secret goes to its servers, and nowhere else")
  func confined() async throws {
    let source = MemorySecrets(["github": try Secret(Self.token, for: ["https://api.example.com"])])
    let (client, requester) = client(source)
    _ = try await client.call(try endpoint())
    #expect(requester.requests.map { $0.headerFields[.authorization] } == ["Bearer \(Self.token)"])
    let error = await client.start(try endpoint("https://evil.example")).result.error
    guard case .notPermitted(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.first?.message.contains("'github'") == true)
    #expect(error?.description.contains(Self.token) == false)
    #expect(requester.requests.count == 1)
  }

  @Test("Sources are asked in order, for what a call names, and not on the client's thread")
  func order() async throws {
    let secret = try Secret(Self.token, for: ["https://api.example.com"])
    let first = NotingSource("first")
    let second = NotingSource("second", ["github": secret])
    let third = NotingSource("third", ["github": try Secret("x", for: ["https://a.example"])])
    let (client, requester) = client(first, second, third)
    _ = try await client.call(try Endpoint(yaml: "url: https://api.example.com/\n"))
    #expect(first.asked.withLock { $0 } == [])
    _ = try await client.call(try endpoint())
    _ = try await client.call(try endpoint())
    #expect(first.asked.withLock { $0 } == ["github", "github"])
    #expect(second.asked.withLock { $0 } == ["github", "github"])
    #expect(third.asked.withLock { $0 } == [])
    #expect(requester.requests.last?.headerFields[.authorization] == "Bearer \(Self.token)")
  }

  @Test("A source that fails ends the call before anything is sent")
  func failing() async throws {
    let source = NotingSource("vault", failing: .notPermitted([Diagnostic("the vault is locked")]))
    let (client, requester) = client(source)
    #expect(await client.start(try endpoint()).result.error?.description == "the vault is locked")
    #expect(requester.requests.isEmpty)
  }

  @Test("A secret that no source has is reported with its place")
  func missing() async throws {
    let (client, requester) = client(NotingSource("vault"))
    let error = await client.start(try endpoint()).result.error
    #expect(
      error?.description == """
        a.yaml:2:29: error: there is no secret 'github'
          2 | auth: {type: bearer, token: <secret.github>}
            |                             ^^^^^^^^^^^^^^^
          hint: add it to the source 'vault'
        """)
    let (bare, _) = self.client()
    #expect(
      await bare.start(try endpoint()).result.error?.diagnostics.first?.hint
        == "list a source that has it in ClientConfiguration.secrets")
    #expect(requester.requests.isEmpty)
  }

  @Test("Environment variables and the user's file are sources, too")
  func known() async throws {
    let variables = VariableSecrets {
      [
        "APICALL_SECRET_GITHUB": Self.token,
        "APICALL_SECRET_GITHUB_ORIGINS": "https://api.example.com",
      ][$0]
    }
    let (client, requester) = client(variables)
    _ = try await client.call(try endpoint())
    #expect(requester.requests.last?.headerFields[.authorization] == "Bearer \(Self.token)")
    #expect(UserSecrets().name == "file")
    #expect(UserSecrets().isWritable)
    #expect(try await VariableSecrets { _ in nil }.secret(named: "github") == nil)
  }

  @Test("With examples or a mock server, no source is asked")
  func local() async throws {
    let source = NotingSource("vault")
    var configuration = ClientConfiguration()
    configuration.secrets = [source]
    let recorder = RecordingRequester(by: SucceedingRequester())
    let client = Client(configuration: configuration, requester: recorder)
    _ = try await client.call(try endpoint())
    #expect(
      recorder.exchanges.map { $0.request.headerFields[.authorization] } == [
        "Bearer dummy-github"
      ])
    #expect(source.asked.withLock { $0 } == [])
  }

  @Test("A call of a trusted file stores an output, and the next one uses it")
  func store() async throws {
    let folder = try FolderWithFiles([
      "login.yaml": """
      url: https://api.example.com/login
      method: POST
      outputs: {token: {from: $.token, secret: true, store: github}}
      """
    ])
    let source = MemorySecrets()
    let (client, requester) = client(source, responding: #"{"token": "\#(Self.token)"}"#)
    let untrusted = await client.start(
      try Endpoint(contentsOf: "\(folder.path)/login.yaml")
    ).result.error
    guard case .notPermitted? = untrusted else {
      Issue.record("\(String(describing: untrusted))")
      return
    }
    #expect(requester.requests.isEmpty)
    _ = try await client.call(
      try Endpoint(contentsOf: "\(folder.path)/login.yaml", trust: .trusted))
    #expect(source["github"]?.value == Self.token)
    #expect(source["github"]?.origins == ["https://api.example.com"])
    _ = try await client.call(try endpoint())
    #expect(requester.requests.last?.headerFields[.authorization] == "Bearer \(Self.token)")
    let (bare, _) = self.client(NotingSource("vault"))
    let error = await bare.start(
      try Endpoint(contentsOf: "\(folder.path)/login.yaml", trust: .trusted)
    ).result.error
    #expect(error?.description.contains("no secret source here can be written to") == true)
  }

  @Test("Steps of a script share what one of them stores")
  func script() async throws {
    let folder = try FolderWithFiles([
      "a.yaml": """
      steps:
        login:
          call:
            url: https://api.example.com/login
            method: POST
            outputs: {token: {from: $.token, secret: true, store: github}}
        use:
          call:
            url: https://api.example.com/use
            auth: {type: bearer, token: <secret.github>}
      """
    ])
    let source = MemorySecrets()
    let (client, requester) = client(source, responding: #"{"token": "\#(Self.token)"}"#)
    _ = try await client.run(
      try Script(contentsOf: "\(folder.path)/a.yaml", trust: .trusted)
    ).outputs
    #expect(requester.requests.last?.headerFields[.authorization] == "Bearer \(Self.token)")
    #expect(source["github"]?.value == Self.token)
  }

  @Test("What a needed call stores is kept, even if the call itself fails")
  func storeOfNeed() async throws {
    let folder = try FolderWithFiles([
      "login.yaml": """
      url: https://api.example.com/login
      method: POST
      outputs: {token: {from: $.token, secret: true, store: github}}
      """,
      "use.yaml": """
      url: https://api.example.com/use
      needs: {login: {call: login.yaml}}
      auth: {type: bearer, token: <login.token>}
      """,
    ])
    let source = MemorySecrets()
    var configuration = ClientConfiguration()
    configuration.secrets = [source]
    let requester = RespondingRequester { request in
      request.url.hasSuffix("/login") ? (.ok, #"{"token": "\#(Self.token)"}"#) : (.forbidden, "{}")
    }
    let client = Client(configuration: configuration, requester: requester)
    let endpoint = try Endpoint(contentsOf: "\(folder.path)/use.yaml", trust: .trusted)
    let error = await client.start(endpoint).result.error
    #expect(error?.response?.status == .forbidden)
    #expect(source["github"]?.value == Self.token)
  }

  @Test("A secret is never shown")
  func descriptions() throws {
    let secret = try Secret(Self.token, for: ["https://api.example.com"])
    var dumped = "\(secret) \(String(reflecting: secret))"
    dump(secret, to: &dumped)
    dump(MemorySecrets(["a": secret]), to: &dumped)
    #expect(dumped.contains(Self.token) == false)
    for (value, origins) in [
      ("", ["https://a.example"]), (Self.token, []), (Self.token, ["a.example/path"]),
      (String(repeating: Self.token, count: 3_000), ["https://a.example"]),
    ] {
      let error = #expect(throws: RequestError.self) { try Secret(value, for: origins) }
      #expect(error?.description.contains(Self.token) == false)
      #expect(error?.description.isEmpty == false)
    }
  }
}
