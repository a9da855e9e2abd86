import APICall
import TestServers
import Testing

/// A login: checked before it is sent, a form with a time limit, and a token that is kept and used.
@Suite("A login screen", .timeLimit(.minutes(15)))
struct LoginScreenTests {
  @Test("Inputs that break a rule are all named, and nothing is sent")
  func invalid() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    var configuration = ClientConfiguration()
    try configuration.useMock(at: server.url)
    let error = await Client(configuration: configuration).start(
      try ServedLibrary.endpoint("login"), ["name": "a", "password": "short"]
    ).result.error
    guard case .invalidInputs(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.count == 2)
    #expect(found.allSatisfy { !$0.description.contains("short") })
    #expect(server.requests.isEmpty)
  }

  @Test("The form is encoded, and the token is kept and used")
  func token() async throws {
    let recorder = RecordingRequester(by: FixtureRequester())
    let client = Client(requester: recorder)
    let login = try await client.call(
      ServedLibrary.endpoint("login"), ["name": "ada", "password": "l0velace-1815"])
    let token = try login.output("token")
    let item = try await client.call(
      ServedLibrary.endpoint("item"), ["google_token": "a/b c", "token": .text(token)])
    #expect(item.text == #"{"item":1}"#)
    let requests = recorder.exchanges.map(\.request)
    #expect(requests[0].method == .post)
    #expect(try requests[0].body() == Array("name=ada&password=l0velace-1815".utf8))
    #expect(requests[0].headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(requests[0].headerFields[.cacheControl] == "no-store")
    #expect(requests[1].url == "https://todos.example.com/item/token/a%2Fb%20c")
    #expect(requests[1].headerFields[.authorization] == "Bearer tok-5f2a90c1d7")
  }

  @Test("A wrong password is an error with the reason of the server")
  func wrong() async throws {
    let error = try await ServedLibrary.client().start(
      ServedLibrary.endpoint("login"), ["name": "ada", "password": "wrong-one-1815"]
    ).result.error
    #expect(error?.response?.status == .unauthorized)
    #expect(error?.response?.text == #"{"error":"wrong name or password"}"#)
    #expect(error.map { "\($0)" }?.contains("wrong-one") == false)
  }

  @Test("A server that is silent is given up after the time limit of the file")
  func late() async throws {
    let server = try ScriptedServer(.read, .silence)
    defer { server.stop() }
    var configuration = ClientConfiguration()
    try configuration.useMock(at: server.url)
    let impatient = try FolderWithFiles.text(at: "\(ServedLibrary.folder)/login.yaml")
      .replacing("timeout: 10m", with: "timeout: 2s")
    let error = await Client(configuration: configuration).start(
      try Endpoint(yaml: impatient), ["name": "ada", "password": "l0velace-1815"]
    ).result.error
    guard case .timedOut(.total, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.first?.message.hasSuffix("within 2s") == true)
  }

  @Test("The token is in no event, and in no description of the login")
  func secrecy() async throws {
    let client = try ServedLibrary.client()
    let events = client.events
    let response = try await client.call(
      ServedLibrary.endpoint("login"), ["name": "ada", "password": "l0velace-1815"])
    _ = try await client.call(
      ServedLibrary.endpoint("item"),
      ["google_token": "a/b c", "token": .text(response.output("token"))])
    await client.shutdown()
    var shown = "\(response) \(String(reflecting: response))"
    dump(response, to: &shown)
    for await event in events { shown += "\(event)" }
    #expect(!shown.contains("tok-5f2a90c1d7") && !shown.contains("l0velace"))
  }
}
