import APICall
import Glibc
import Testing

@Suite("Plugins from Swift", .timeLimit(.minutes(15)))
struct PluginTests {
  private static let files = [
    "plugins/shout/plugin.json":
      #"{"name": "shout", "exec": "./run", "roles": [{"role": "decoder"}]}"#,
    "plugins/shout/run": "#!/bin/sh\nexec tr a-z A-Z\n",
    "a.yaml": "url: http://a.test/\ndecode: shout\nexpect: {body: {$.NAME: ADA}}\n",
    "b.yaml":
      "url: http://a.test/\nrequester: fixture\nexamples: {a: {response: {json: {b: 1}}}}\n",
  ]

  private func folder() throws -> FolderWithFiles {
    let folder = try FolderWithFiles(Self.files)
    try folder.makeExecutable("plugins/shout/run")
    return folder
  }

  @Test("A decoder of a plugin decodes, where the program says that plugins are")
  func decoder() async throws {
    let folder = try folder()
    let client = Client(requester: RespondingRequester { _ in (.ok, #"{"name": "ada"}"#) })
    let endpoint = try Endpoint(
      contentsOf: "\(folder.path)/a.yaml", plugins: .folders(["\(folder.path)/plugins"]))
    let response = try await client.call(endpoint)
    #expect(try response.decode(String.self, at: "$.NAME") == "ADA")
    await client.shutdown()
  }

  @Test("Without plugins, its name is an error before anything is sent")
  func none() async throws {
    let folder = try folder()
    let error = #expect(throws: RequestError.self) {
      try Endpoint(contentsOf: "\(folder.path)/a.yaml")
    }
    #expect(error?.diagnostics.first?.message == "unknown decoder 'shout'")
    let project = Project(at: folder.path, plugins: .folders(["/nowhere"]))
    #expect(throws: RequestError.self) { try project.endpoint(named: "a") }
  }

  @Test("A plugin keeps secrets, where it is found")
  func secrets() async throws {
    let folder = try FolderWithFiles([
      "vault/plugin.json": #"{"name": "vault", "exec": "./run", "roles": [{"role": "secret"}]}"#,
      "vault/run": """
      #!/bin/sh
      while read -r line; do
        case $line in
          *hello*) echo '{"hello":{"protocol":1}}' ;;
          *locked*) echo '{"id":1,"error":{"message":"the vault is locked"}}' ;;
          *) echo '{"id":1,"value":"s3cret-of-vault","origins":["https://a.test"]}' ;;
        esac
      done

      """,
    ])
    try folder.makeExecutable("vault/run")
    var configuration = ClientConfiguration()
    configuration.secrets = [PluginSecrets("vault", in: .folders([folder.path]))]
    let requester = RespondingRequester { _ in (.ok, "{}") }
    let endpoint = try Endpoint(
      yaml: "url: https://a.test/\nauth: {type: bearer, token: <secret.locked>}\n")
    let error = await Client(configuration: configuration, requester: requester)
      .start(endpoint).result.error
    #expect(error?.description.contains("the vault is locked") == true)
    let other = try Endpoint(
      yaml: "url: https://a.test/\nauth: {type: bearer, token: <secret.github>}\n")
    _ = try await Client(configuration: configuration, requester: requester).call(other)
    #expect(requester.requests.last?.headerFields[.authorization] == "Bearer s3cret-of-vault")
    configuration.secrets = [PluginSecrets("none", in: .folders([folder.path]))]
    #expect(
      await Client(configuration: configuration, requester: requester).start(endpoint).result.error?
        .description == """
          there is no plugin 'none' that keeps secrets
            hint: 'apicall plugins' lists the installed ones
          """)
    #expect(requester.requests.count == 1)
  }

  @Test("A file that names a requester is sent by it, unless the program has one")
  func requester() async throws {
    let folder = try folder()
    let endpoint = try Endpoint(contentsOf: "\(folder.path)/b.yaml")
    #expect(try await Client().call(endpoint).text == #"{"b":1}"#)
    let requester = RespondingRequester { _ in (.ok, "own") }
    #expect(try await Client(requester: requester).call(endpoint).text == "own")
  }

  @Test("A plugin that ends early does not end a program that has not ignored SIGPIPE")
  func brokenPipe() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let folder = try FolderWithFiles([
        "deaf/plugin.json":
          #"{"name": "deaf", "exec": "./run", "roles": [{"role": "decoder"}]}"#,
        "deaf/run": "#!/bin/sh\nexec <&-\nsleep 0.1\n",
      ])
      try folder.makeExecutable("deaf/run")
      let body = String(repeating: " ", count: 1 << 20) + "{}"
      let response = try await Client(requester: SucceedingRequester(body)).call(
        Endpoint(
          yaml: "url: http://a.test/\ndecode: deaf\n", plugins: .folders([folder.path])))
      let error = #expect(throws: RequestError.self) { try response.decode([String: Int].self) }
      guard case .decoding? = error else { exit(3) }
      // Neither here nor later.
      var pending = sigset_t()
      sigpending(&pending)
      guard sigismember(&pending, SIGPIPE) == 0 else { exit(4) }
    }
  }
}
