import APICall
import Testing

/// A builder of URLs, directors that differ in their host, and handlers for success and failure.
///
/// Building a URL is kept apart from header fields and bodies.
@Suite("Directors of a URL builder, with handlers", .timeLimit(.minutes(15)))
struct URLDirectorTests {
  @Test("One director leads to the own host, the other to any")
  func hosts() throws {
    let folder = try FolderWithFiles([
      "apicall.yaml": "profile: live\nprofiles: {live: {host: https://api.example.com}}\n"
    ])
    let own = try RequestDirector.profile(of: Project(at: folder.path))
    let other = RequestDirector.external("https://tokens.example.com")
    #expect(try own.url("user", ["page": "2"]) == "https://api.example.com/user?page=2")
    #expect(
      try other.url("/item/token/{google_token}", ["google_token": "a/b c", "lang": "de"])
        == "https://tokens.example.com/item/token/a%2Fb%20c?lang=de")
  }

  @Test("The URL is called, and handlers get what comes of it")
  @MainActor func handlers() async throws {
    let url = try RequestDirector.external("http://service.example")
      .url("item/token/{token}", ["token": "t/1"])
    let endpoint = try Endpoint(.get, url) { $0.outputs["name"] = "$.name" }
    let requester = RespondingRequester { request in
      request.url.hasSuffix("/item/token/t%2F1") ? (.ok, #"{"name": "milk"}"#) : (.gone, "{}")
    }
    let client = Client(requester: requester)
    let notes = Notes()
    let good = client.start(endpoint)
      .onSuccess { @MainActor response in notes.add((try? response.output("name")) ?? "") }
      .onFailure { @MainActor error in notes.add("failed: \(error)") }
      .finally { @MainActor in notes.add("over") }
    _ = await good.result
    let bad = client.start(try Endpoint(.get, "http://service.example/other"))
      .onSuccess { @MainActor _ in notes.add("succeeded") }
      .onFailure { @MainActor error in notes.add("\(error.response?.status.code ?? 0)") }
    _ = await bad.result
    await withCheckedContinuation { continuation in
      good.finally { continuation.resume() }
    }
    await withCheckedContinuation { continuation in
      bad.finally { continuation.resume() }
    }
    #expect(notes.lines == ["milk", "over", "410"])
  }

  @Test("A part that is missing or cannot be there is reported before anything is built")
  func problems() {
    let director = RequestDirector.external("https://tokens.example.com")
    #expect(throws: URLProblem.unfilledToken("token")) { try director.url("item/{token}") }
    #expect(throws: URLProblem.dotSegment("..")) {
      try director.url("item/{token}/x", ["token": ".."])
    }
    #expect(throws: URLProblem.noHost) { try URLBuilder().build() }
  }
}
