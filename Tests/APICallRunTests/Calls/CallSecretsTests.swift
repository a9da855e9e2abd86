import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Stored secrets in calls")
struct CallSecretsTests {
  private static let origin = "https://api.example.com"

  /// A source with the secret `key` for the origin of these calls.
  private static func source(_ value: String = "tok+12/é\"345678") -> FixedSecrets {
    FixedSecrets("fixed", [("key", value, [origin]), ("other", "other-secret", [origin])])
  }

  private static func call(
    _ rest: String, _ inputs: [String] = [], from store: SecretStore?,
    under lock: RunLock? = nil, files: MemoryFiles = MemoryFiles(),
    to destination: Destination = Destination()
  ) throws(Failure) -> Call {
    var files = files
    files.add(SpecText.name, "host: \(origin)\n\(rest)\n")
    let endpoint = try EndpointLibrary(files: files, reader: SpecText.reader)
      .endpoint(at: SpecText.name, profile: destination.profile)
    var builder = CallBuilder(world: .fixed(files), destination: destination)
    builder.lock = lock
    if let store { builder.secrets = { store } }
    return try builder.call(endpoint, with: inputs.compactMap { InputResolver.Assignment($0) })
  }

  /// The request as it is sent, and as it is shown.
  private static func texts(_ call: Call) -> (sent: String, shown: String) {
    let request = call.request
    var sent = request.url.text.revealed
    var shown = "\(call) \(request)" + call.title + request.url.text.masked
    dump(call, to: &shown)
    for field in request.headers {
      sent += "\n\(field.name): \(field.value.revealed)"
      shown += "\n\(field.name): \(field.shownValue)"
    }
    sent += request.body?.held?.revealed ?? ""
    shown += request.body?.masked ?? ""
    return (sent, shown)
  }

  @Test(
    "A secret is inserted wherever placeholders are read, and masked in what is shown",
    arguments: [
      ("auth: {type: bearer, token: <secret.key>}", "Bearer tok-12345678"),
      ("auth: {type: basic, username: a, password: <secret.key>}", "Basic YTp0b2stMTIzNDU2Nzg="),
      ("auth: {type: apikey, value: <secret.key>, in: query, name: k}", "k=tok-12345678"),
      ("headers: {X-Key: key <secret.key>}", "X-Key: key tok-12345678"),
      ("query: {k: <secret.key>}", "?k=tok-12345678"),
      ("path: /a/<secret.key>", "/a/tok-12345678"),
      ("path: /a/{k}\nquery: {k: <secret.key>}", "/a/tok-12345678"),
      ("json: {a: [<secret.key>]}", "{\"a\":[\"tok-12345678\"]}"),
      ("form: {a: <secret.key>}", "a=tok-12345678"),
      ("text: a <secret.key> <b>\ntemplate: [secret]", "a tok-12345678 <b>"),
      ("graphql: {query: q, variables: {a: <secret.key>}}", "\"a\":\"tok-12345678\""),
      ("let: {a: '<secret.key>!'}\nheaders: {X-A: <a>}", "X-A: tok-12345678!"),
      ("headers: {X-A: '<secret[\"key\"] | base64>'}", "X-A: dG9rLTEyMzQ1Njc4"),
      (
        "headers: {X-A: '<key | hmac_sha256(secret.key) | hex>'}\nlet: {key: a}",
        "X-A: 75ef626b558978ce1eb349d736e070a94fb211b7f7b8daecea352b754790eb87"
      ),
    ])
  func places(_ rest: String, _ expected: String) throws {
    let call = try Self.call(rest, from: SecretStore([Self.source("tok-12345678")]))
    let (sent, shown) = Self.texts(call)
    #expect(sent.contains(expected), "\(sent)")
    for secret in ["tok-12345678", "dG9rLTEyMzQ1Njc4", "YTp0b2stMTIzNDU2Nzg="] {
      #expect(!shown.contains(secret), "\(shown)")
    }
    #expect(Redactor(call).masking("it is tok-12345678.") == "it is ***.")
  }

  @Test("A file in which 'secret' is a placeholder gets its value, too")
  func file() throws {
    var files = MemoryFiles()
    files.add("body.xml", "<a><secret.key></a>")
    let store = SecretStore([Self.source("tok-12345678")])
    let root = try #require(try store.root(named: "key"))
    let call = try Self.call(
      "file: body.xml\ntemplate: [secret]", from: store,
      under: RunLock([RunLock.Key(root, .whole, in: nil)], naming: ["key"]), files: files)
    #expect(call.request.body?.held?.revealed == "<a>tok-12345678</a>")
    #expect(call.request.body?.masked.contains("tok") == false)
  }

  @Test("An expectation can use a secret, and does not show it")
  func expectation() throws {
    let call = try Self.call(
      "expect: {body: {$.a: <secret.key>}}", from: SecretStore([Self.source("tok-12345678")]))
    #expect(call.expectation != nil)
    #expect(Redactor(call).masking("tok-12345678") == "***")
  }

  @Test("A secret that was stored after the run had started is not used")
  func storedLater() throws {
    let secrets = CallSecrets(
      from: SecretStore([Self.source()]), under: RunLock([], naming: ["key"]))
    var scope = Scope(.fixed(MemoryFiles()))
    scope.secrets = secrets
    let endpoint = try SpecText.endpoint("host: \(Self.origin)\nquery: {a: <secret.key>}\n")
    let failure = #expect(throws: Failure.self) {
      let builder = CallBuilder(world: .fixed(), destination: Destination())
      _ = try builder.call(endpoint, in: scope, by: builder.director(for: endpoint))
    }
    #expect(
      failure?.diagnostics.map { "\($0.message); \($0.hint ?? "")" } == [
        "the secret 'key' cannot be read: it was stored after this run had started, so it is not "
          + "granted; run the files again"
      ])
  }

  @Test("A secret is looked up once, however often it is used and in however many calls")
  func once() throws {
    let source = Self.source()
    let store = SecretStore([source])
    let text = "let: {a: <secret.key>, b: <secret.key>}\nquery: {a: <secret.key>, b: <a>}"
    for _ in 0..<3 { _ = try Self.call(text, from: store) }
    #expect(source.questions.names == ["key"])
  }

  @Test("No source is asked for a call without secrets")
  func none() throws {
    let source = Self.source()
    let making = FixedSecrets.Questions()
    let store = SecretStore([source]) { () throws(SecretProblem) in
      making.note("made")
      return []
    }
    let call = try Self.call(
      "inputs: {a: {}}\nquery: {a: <a>, b: !raw '<secret.key>'}", ["a=<secret.key>"], from: store)
    // The value of an input is not searched for placeholders.
    #expect(call.request.url.query?.masked == "a=%3Csecret.key%3E&b=%3Csecret.key%3E")
    #expect(source.questions.names.isEmpty && making.names.isEmpty)
  }

  @Test("A dummy is used if nothing leaves the machine, and no source is asked")
  func dummies() throws {
    let source = Self.source()
    let mock = Destination(mock: Origin(scheme: .http, host: "127.0.0.1", port: 8080))
    let elsewhere = Destination(
      host: HostAddress(origin: Origin(scheme: .https, host: "b.example"), basePath: ""))
    let calls = [
      try Self.call("query: {a: <secret.key>}", from: SecretStore([source]), to: mock),
      try Self.call("query: {a: <secret.key>}", from: nil),
      try Self.call("query: {a: <secret.key>}", from: nil, to: elsewhere),
    ]
    for call in calls {
      #expect(call.request.url.query?.revealed == "a=dummy-key")
      #expect(call.request.url.query?.masked == "a=***")
    }
    #expect(source.questions.names.isEmpty)
  }

  @Test("An example's request has the same dummies as a call to a mock server")
  func examples() throws {
    let endpoint = try SpecText.endpoint(
      """
      host: https://a.example
      auth: {type: bearer, token: <secret.key>}
      query: {a: <secret.key>}
      let: {b: <secret.other | upper>}
      headers: {X-B: <b>}
      examples: {one: {with: {}, response: {status: 204}}}
      """)
    let builder = CallBuilder(
      world: .fixed(),
      destination: Destination(mock: Origin(scheme: .http, host: "127.0.0.1", port: 8080)))
    let call = try builder.call(endpoint, with: [])
    let index = try ExampleIndex(
      endpoint, director: builder.director(for: endpoint), world: .fixed())
    let received = try ReceivedRequest(call.sentRequest)
    #expect(index.response(to: received)?.name == "one")
  }

  @Test("The project's defaults for its own hosts use no secret elsewhere")
  func withheld() throws {
    var files = MemoryFiles()
    files.add(
      "apicall.yaml",
      """
      defaults: {auth: {type: bearer, token: <secret.key>}, headers: {X-A: <secret.key>}}
      profiles: {live: {host: https://own.example}}
      profile: live

      """)
    let source = Self.source()
    let call = try Self.call("path: /x", from: SecretStore([source]), files: files)
    #expect(source.questions.names.isEmpty)
    #expect(call.authorization == nil)
  }

  @Test(
    "A secret goes only to the origins it was stored for",
    arguments: [
      ("https://api.example.com", true), ("https://api.example.com:443/base", true),
      ("https://API.example.com", true), ("https://api.example.com.", true),
      ("http://api.example.com", false), ("https://api.example.com:8443", false),
      ("https://example.com", false), ("https://api.example.com.evil.example", false),
      ("https://xapi.example.com", false),
    ])
  func origins(_ host: String, _ isAllowed: Bool) throws {
    for rest in [
      "headers: {X-A: <secret.key>}", "query: {a: <secret.key>}", "json: {a: <secret.key>}",
      "auth: {type: basic, username: a, password: <secret.key>}",
      "let: {a: <secret.key>}\nheaders: {X-A: <a | base64>}",
    ] {
      let destination = Destination(host: try HostAddress(host))
      do {
        _ = try Self.call(rest, from: SecretStore([Self.source()]), to: destination)
        #expect(isAllowed, "\(rest)")
      } catch {
        #expect(!isAllowed && error.status == .noPermission, "\(rest): \(error.report)")
        #expect(!error.report.contains("345678"))
      }
    }
    // A secret that is not sent can be compared with anything.
    for rest in ["let: {a: <secret.key>}", "expect: {body: {$.a: <secret.key>}}"] {
      let destination = Destination(host: try HostAddress(host))
      _ = try Self.call(rest, from: SecretStore([Self.source()]), to: destination)
    }
  }

  @Test("A curl command line has a variable for each secret")
  func curl() throws {
    let call = try Self.call(
      "inputs: {key: {secret: true}}\nheaders: {X-A: a <secret.key>, X-B: <key>}\nquery: {c: <secret.key>}",
      ["key=an-input"], from: nil)
    let command = CurlCommand(call)
    #expect(command.text.contains(#"'X-A: a '"$STORED_key""#), "\(command.text)")
    #expect(command.text.contains(#"'X-B: '"$SECRET_key""#), "\(command.text)")
    #expect(
      command.variables.map { "\($0.name): \($0.meaning)" } == [
        "STORED_key: the stored secret 'key'", "SECRET_key: the input 'key'",
      ])
  }

  @Test(
    "Use of a stored secret is detected anywhere in a file",
    arguments: [
      "path: /<secret.a>", "let: {x: [1, {y: <secret.a>}]}", "query: {x: [1, <secret.a>]}",
      "query: {x: '<now() | hmac_sha256(secret.b) | hex>'}", "headers: {X: a<secret.a>b}",
      "method: POST\nform: {a: [<secret.a>]}", "json: [{a: <secret.a>}]",
      "auth: {type: bearer, token: <secret.a>}", "multipart: {m: {json: [<secret.a>]}}",
      "multipart: {m: {text: <secret.a>}}", "multipart: {m: <secret.a>}",
      "graphql: {query: q, variables: {a: [<secret.a>]}}", "text: <secret.a>\ntemplate: [secret]",
      "expect: {body: {$.a: {any: [{equals: <secret.a>}]}}}", "expect: {headers: {X: <secret.a>}}",
    ])
  func uses(_ rest: String) throws {
    #expect(try SpecText.endpoint("host: https://a.example\n\(rest)\n").usesSecrets)
  }

  @Test("A file without stored secrets is detected, and so is a secret in a URL")
  func usesNone() throws {
    for rest in [
      "path: /x", "inputs: {a: {default: <secret.no>}}\npath: /<a>", "text: <secret.a>",
    ] {
      #expect(try !SpecText.endpoint("host: https://a.example\n\(rest)\n").usesSecrets)
    }
    for url in ["https://a.example/<secret.a>", "https://a.example/?b=<secret.b>"] {
      #expect(try SpecText.endpoint("url: \(url)\n").usesSecrets)
    }
  }
}
