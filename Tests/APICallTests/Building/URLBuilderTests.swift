import APICall
import SeededNumbers
import Testing

@Suite("Building URLs")
struct URLBuilderTests {
  @Test(
    "Parts become a URL",
    arguments: [
      ("https://api.example.com", "users", [], "https://api.example.com/users"),
      ("https://api.example.com", "/users", [], "https://api.example.com/users"),
      ("api.example.com", "", [], "https://api.example.com/"),
      ("http://127.0.0.1:8080/v1/", "users", [], "http://127.0.0.1:8080/v1/users"),
      (
        "https://a.example", "/item/token/{id}", [("id", "a/b c"), ("page", "2")],
        "https://a.example/item/token/a%2Fb%20c?page=2"
      ),
      ("https://a.example", "/{id}/{id}", [("id", "1")], "https://a.example/1/1"),
      (
        "https://a.example", "/{id}", [("id", "1"), ("id", "2")], "https://a.example/1?id=2"
      ),
      (
        "https://a.example", "/s", [("q", "a&b=c"), ("q", ""), ("ä", "ö")],
        "https://a.example/s?q=a%26b%3Dc&q=&%C3%A4=%C3%B6"
      ),
      ("https://a.example", "/a?b#c", [], "https://a.example/a%3Fb%23c"),
      ("https://a.example", "/{not a name}/{", [], "https://a.example/%7Bnot%20a%20name%7D/%7B"),
    ] as [(String, String, [(String, String)], String)])
  func urls(host: String, path: String, query: [(String, String)], url: String) throws {
    var builder = URLBuilder()
    builder.setHost(host)
    builder.setPath(path)
    for (name, value) in query { builder.addQueryItem(name, value) }
    #expect(try builder.build() == url)
  }

  @Test(
    "Parts that do not form a URL are reported in words",
    arguments: [
      (nil, "/a", [], URLProblem.noHost, "there is no host to send the request to"),
      (
        "ftp://a.example", "/a", [],
        .invalidHost(
          "ftp://a.example",
          "'ftp://a.example' is not a host: the scheme 'ftp' is not http or https"),
        "'ftp://a.example' is not a host: the scheme 'ftp' is not http or https"
      ),
      (
        "https://a.example", "/{id}", [("name", "x")], .unfilledToken("id"),
        "{id} in the path is not filled: there is no query item of that name"
      ),
      ("https://a.example", "/{id}", [("id", "")], .emptySegment, "a value in the path is empty"),
      (
        "https://a.example", "/{id}/x", [("id", "..")], .dotSegment(".."),
        "the path would contain the segment '..'"
      ),
    ] as [(String?, String, [(String, String)], URLProblem, String)])
  func problems(
    host: String?, path: String, query: [(String, String)], problem: URLProblem, words: String
  ) {
    var builder = URLBuilder()
    if let host { builder.setHost(host) }
    builder.setPath(path)
    for (name, value) in query { builder.addQueryItem(name, value) }
    let error = #expect(throws: URLProblem.self) { try builder.build() }
    #expect(error == problem)
    #expect(error?.description == words)
  }

  @Test("A hostile value stays one segment or one item")
  func hostileValues() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let parts = [
      "/", "?", "#", "&", "=", "%", "%2F", "..", ".", "{id}", "<id>", "\\", "@", ":", "\n", "\r",
      "\0", " ", "+", ";", "ä", "😀", "a", "//", "http://",
    ]
    for _ in 0..<3_000 {
      let value = (0...Int.random(in: 0...5, using: &numbers))
        .compactMap { _ in parts.randomElement(using: &numbers) }.joined()
      var builder = URLBuilder()
      builder.setHost("https://a.example")
      builder.setPath("/x/{id}/y")
      builder.addQueryItem("id", value)
      builder.addQueryItem("q", value)
      guard let url = try? builder.build() else {
        #expect(value == "." || value == "..", "\(value.debugDescription), APICALL_SEED=\(seed)")
        continue
      }
      let pieces = url.split(separator: "?", omittingEmptySubsequences: false)
      let segments = pieces[0].split(separator: "/", omittingEmptySubsequences: false)
      guard pieces.count == 2, segments.count == 6, decoded(segments[4]) == value,
        pieces[1].hasPrefix("q="), !pieces[1].contains("&"),
        decoded(pieces[1].dropFirst(2)) == value
      else {
        Issue.record("\(value.debugDescription) became \(url), APICALL_SEED=\(seed)")
        return
      }
    }
  }

  @Test("Directors differ in their host only")
  func directors() throws {
    let folder = try FolderWithFiles([
      "apicall.yaml":
        "profile: live\nprofiles:\n  live: {host: https://api.example.com/v1}\n  test: {host: http://127.0.0.1:8080}\n"
    ])
    let own = try RequestDirector.profile(of: Project(at: folder.path))
    let test = try RequestDirector.profile(of: Project(at: folder.path, profile: "test"))
    let other = RequestDirector.external("tokens.example.com")
    let urls = try [own, test, other].map { try $0.url("item/{token}", ["token": "x", "n": "1"]) }
    #expect(
      urls == [
        "https://api.example.com/v1/item/x?n=1", "http://127.0.0.1:8080/item/x?n=1",
        "https://tokens.example.com/item/x?n=1",
      ])
    let error = #expect(throws: RequestError.self) {
      try RequestDirector.profile(of: Project(at: folder.path, profile: "tset"))
    }
    #expect(
      error?.description
        == "profile 'tset' does not exist\n  hint: did you mean 'test'?")
    let bare = try FolderWithFiles([:])
    #expect(
      #expect(throws: RequestError.self) {
        try RequestDirector.profile(of: Project(at: bare.path))
      }?.description.hasPrefix("the project in '\(bare.path)' has no profile with a host") == true)
  }

  private func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      bytes.append(code)
      rest.removeFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
