import APICallBase
import APICallHTTP
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("The auth of a call")
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

  @Test("The nearest layer's auth applies as a whole, and `none` removes it")
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

  @Test("The project's auth goes to the profile's hosts, the file's auth to any host")
  func origins() throws {
    #expect(try authorization("host: https://a.example") == "Bearer abc")
    #expect(try authorization("host: https://a.example:444") == nil)
    #expect(try authorization("host: http://a.example") == nil)
    #expect(try authorization("host: https://d.example") == nil)
    #expect(
      try authorization("host: d.example\nauth: {type: bearer, token: <token>}") == "Bearer abc")
  }

  @Test("There is no auth if the command line sets or removes the field")
  func commandLine() throws {
    #expect(try authorization("path: /x", headers: ["authorization: Own x"]) == "Own x")
    #expect(try authorization("path: /x", headers: ["Authorization:"]) == nil)
    #expect(try authorization("path: /x", set: ["headers.authorization=Own y"]) == "Own y")
  }

  @Test("Checking the project finds errors in the auth of every profile")
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

  @Test("The examples of RFC 7617 are met")
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
    "A key goes into a header field, the query or the single Cookie field",
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

  @Test("--netrc replaces another type, and keeps the file's own netrc options")
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

  @Test("A credential is masked even if none of its inputs is secret")
  func masked() throws {
    let call = try SpecText.call(
      "host: a.example\nauth: {type: apikey, name: k, in: query, value: <key>}\ninputs: {key: }",
      ["key=a b&c-long-key"])
    #expect(call.request.url.text.revealed == "https://a.example/?k=a%20b%26c-long-key")
    #expect(call.request.url.text.masked == "https://a.example/?k=***")
    #expect(Redactor(call).masking("no key 'a b&c-long-key'") == "no key '***'")
  }
}
