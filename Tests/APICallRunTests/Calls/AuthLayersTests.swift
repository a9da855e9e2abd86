import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec
import TestWorlds
import Testing

@Suite("Which auth a call has")
struct AuthLayersTests {
  private static let project = """
    profile: live
    defaults:
      auth: {type: bearer, token: <token>}
    profiles:
      live: {host: https://a.example}
      test: {host: https://b.example, auth: {type: basic, username: t, password: <token>}}
      open: {host: https://c.example, auth: none}
    """

  private func authorization(
    _ spec: String, _ profile: String = "live", set: [String] = [], headers: [String] = []
  ) throws -> String? {
    var overrides = Overrides()
    for text in headers { try overrides.addHeader(text) }
    for text in set { try overrides.set(text) }
    let call = try SpecText.call(
      spec + "\ninputs: {token: {default: abc, secret: true}}", [],
      files: MemoryFiles(["apicall.yaml": Self.project]),
      to: Destination(profile: .init(profile)), overrides: overrides)
    return call.request.headers.first { $0.isNamed("Authorization") }?.value.revealed
  }

  @Test("the nearest layer's, as a whole, and nothing where it says none")
  func layers() throws {
    #expect(try authorization("path: /x") == "Bearer abc")
    #expect(try authorization("path: /x", "test") == "Basic dDphYmM=")
    #expect(try authorization("path: /x", "open") == nil)
    #expect(try authorization("auth: none") == nil)
    #expect(try authorization("auth: {type: none}") == nil)
    #expect(try authorization("auth: !unset ") == nil)
    #expect(try authorization("auth: {type: basic, username: u, password: \"\"}") == "Basic dTo=")
    #expect(try authorization("path: /x", set: ["auth=none"]) == nil)
    #expect(try authorization("path: /x", set: ["auth.token=xyz"]) == "Bearer xyz")
  }

  @Test("that of the project goes to the profile's hosts, that of the file wherever it goes")
  func origins() throws {
    #expect(try authorization("host: https://a.example") == "Bearer abc")
    #expect(try authorization("host: https://a.example:444") == nil)
    #expect(try authorization("host: http://a.example") == nil)
    #expect(try authorization("host: https://d.example") == nil)
    #expect(
      try authorization("host: d.example\nauth: {type: bearer, token: <token>}") == "Bearer abc")
  }

  @Test("none where the command line sets the field, or leaves it out")
  func commandLine() throws {
    #expect(try authorization("path: /x", headers: ["authorization: Own x"]) == "Own x")
    #expect(try authorization("path: /x", headers: ["Authorization:"]) == nil)
    #expect(try authorization("path: /x", set: ["headers.authorization=Own y"]) == "Own y")
  }

  @Test("what is wrong with that of any profile is found where the project is checked")
  func project() throws {
    let files = MemoryFiles([
      "apicall.yaml": """
      defaults: {auth: bearer}
      profiles:
        live: {host: https://a.example, auth: {type: basc}}
        test: {host: https://b.example, auth: none}
      """
    ])
    let failure = #expect(throws: Failure.self) {
      try EndpointLibrary(files: files, reader: SpecText.reader).checkProject(at: "apicall.yaml")
    }
    #expect(failure?.status == .badConfiguration)
    #expect(
      failure?.diagnostics.map(\.message) == [
        "auth 'bearer' has no 'token'", "unknown auth type 'basc'",
      ])
  }

  @Test("the examples of RFC 7617")
  func basic() throws {
    for (user, password, value) in [
      ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
      ("test", "123£", "Basic dGVzdDoxMjPCow=="),
    ] {
      let call = try SpecText.call(
        """
        host: a.example
        auth: {type: basic, username: <user>, password: <password>}
        inputs: {user: , password: {secret: true}}
        """, ["user=\(user)", "password=\(password)"])
      let field = try #require(call.request.headers.first { $0.isNamed("Authorization") })
      #expect(field.value.revealed == value)
      #expect(field.value.masked == "Basic ***")
    }
  }

  @Test(
    "a key goes into a header field, the query or the one field of cookies",
    arguments: [
      ("header", "", "k: a;b", "/?x=1"), ("query", "", nil, "/?x=1&k=a%3Bb"),
      ("cookie", "", "Cookie: k=ab", "/?x=1"),
      ("cookie", "headers: {cookie: t=1}", "cookie: t=1; k=ab", "/?x=1"),
    ] as [(String, String, String?, String)])
  func key(_ place: String, _ more: String, _ field: String?, _ target: String) throws {
    let call = try SpecText.call(
      """
      host: a.example
      query: {x: 1}
      auth: {type: apikey, name: k, in: \(place), value: <key>}
      inputs: {key: }
      \(more)
      """, ["key=\(place == "cookie" ? "ab" : "a;b")"])
    let fields = call.request.headers.filter { $0.isNamed("k") || $0.isNamed("Cookie") }
    #expect(fields.map { "\($0.name): \($0.value.revealed)" } == [field].compactMap { $0 })
    #expect(fields.allSatisfy { $0.value.masked.hasSuffix("***") })
    #expect(call.request.url.target.revealed == target)
  }

  @Test("--netrc takes the place of another type, and leaves what the file says of its own")
  func netrc() throws {
    var files = MemoryFiles([
      "mine": "machine a.example login ann password one machine a.example login bob password two"
    ])
    func value(_ spec: String) throws -> String? {
      files.add(SpecText.name, spec)
      var overrides = Overrides()
      overrides.setNetrc()
      let endpoint = try EndpointLibrary(files: files, reader: SpecText.reader)
        .endpoint(at: SpecText.name, overrides: overrides)
      var builder = CallBuilder(
        world: .fixed(files, caller: FixedCaller(["NETRC": "mine"])), destination: Destination())
      builder.sources.allowsNetrc = true
      let call = try builder.call(endpoint, with: [])
      return call.request.headers.first { $0.isNamed("Authorization") }?.value.revealed
    }
    let ann = "Basic \(Base64.encode(Array("ann:one".utf8)))"
    #expect(try value("host: A.example\nauth: none") == ann)
    #expect(
      try value("host: a.example:81\nauth: {type: bearer, token: <t>}\ninputs: {t: {default: x}}")
        == ann)
    #expect(
      try value("host: a.example\nauth: {type: netrc, login: bob}")
        == "Basic \(Base64.encode(Array("bob:two".utf8)))")
    #expect(throws: Failure.self) { try value("host: b.a.example") }
  }

  @Test("a credential is masked though nothing that it was made of is called secret")
  func masked() throws {
    let call = try SpecText.call(
      "host: a.example\nauth: {type: apikey, name: k, in: query, value: <key>}\ninputs: {key: }",
      ["key=a b&c-long-key"])
    #expect(call.request.url.text.revealed == "https://a.example/?k=a%20b%26c-long-key")
    #expect(call.request.url.text.masked == "https://a.example/?k=***")
    #expect(Redactor(call).masking("no key 'a b&c-long-key'") == "no key '***'")
  }
}
