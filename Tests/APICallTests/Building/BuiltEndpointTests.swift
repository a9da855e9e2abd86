import APICall
import SeededNumbers
import TestServers
import Testing

@Suite("Endpoints built in Swift", .timeLimit(.minutes(15)))
struct BuiltEndpointTests {
  /// What a requester is asked to send.
  struct Sent: Equatable, CustomStringConvertible {
    var method: String
    var url: String
    var fields: [String]
    var body: String
    var description: String { "\(method) \(url) \(fields) \(body)" }
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var yaml: String
    var inputs: Inputs = [:]
    var method: HTTPRequest.Method = .get
    var url = "http://a.example/"
    var configure: @Sendable (inout Endpoint.Draft) -> Void = { _ in }
  }

  static let table: [Pair] = [
    Pair(testDescription: "a URL", yaml: "url: http://a.example/"),
    Pair(
      testDescription: "a method", yaml: "url: http://a.example/\nmethod: DELETE", method: .delete),
    Pair(
      testDescription: "a URL with a query", yaml: "url: http://a.example/x?a=b&c=%20d",
      url: "http://a.example/x?a=b&c=%20d"),
    Pair(
      testDescription: "a token in the path",
      yaml: "url: http://a.example/u/<id>\ninputs: {id: }", inputs: ["id": "a/b ä"],
      url: "http://a.example/u/{id}"),
    Pair(
      testDescription: "a token in the host",
      yaml: "url: http://<region>.example/\ninputs: {region: }", inputs: ["region": "eu"],
      url: "http://{region}.example/"),
    Pair(
      testDescription: "a token in the query",
      yaml: "url: http://a.example/?q=<q>\ninputs: {q: }", inputs: ["q": "a&b"],
      url: "http://a.example/?q={q}"),
    Pair(
      testDescription: "a token filled by a query item", yaml: "url: http://a.example/u/7?n=1",
      url: "http://a.example/u/{id}"
    ) { $0.query = ["id": 7, "n": 1] },
    Pair(
      testDescription: "query items", yaml: "url: http://a.example/\nquery: {a: 1, b: x y, c: true}"
    ) { $0.query = ["a": 1, "b": "x y", "c": true] },
    Pair(
      testDescription: "a list in the query", yaml: "url: http://a.example/\nquery: {a: [1, x]}"
    ) { $0.query["a"] = [1, "x"] },
    Pair(testDescription: "an item left out", yaml: "url: http://a.example/\nquery: {b: 2}") {
      $0.query = ["a": nil, "b": 2]
    },
    Pair(
      testDescription: "text like a placeholder",
      yaml: "url: http://a.example/\nquery: {a: !raw '<b>', c: '\\<d>'}"
    ) { $0.query = ["a": "<b>", "c": "<d>"] },
    Pair(
      testDescription: "an input", yaml: "url: http://a.example/\nquery: {a: <n>}\ninputs: {n: }",
      inputs: ["n": "1"]
    ) { $0.query["a"] = .input("n") },
    Pair(
      testDescription: "a template",
      yaml: "url: http://a.example/\nquery: {a: '<n | upper>-1'}\ninputs: {n: }", inputs: ["n": "x"]
    ) {
      $0.query["a"] = .template("<n | upper>-1")
      $0.inputs["n"] = Endpoint.Input()
    },
    Pair(
      testDescription: "header fields",
      yaml: "url: http://a.example/\nheaders: {X-A: '1', Accept: text/plain}"
    ) { $0.headerFields = ["X-A": 1, "Accept": "text/plain"] },
    Pair(
      testDescription: "a header field left out",
      yaml: "url: http://a.example/\nheaders: {Accept: null}"
    ) { $0.headerFields["Accept"] = .null },
    Pair(
      testDescription: "a form", yaml: "url: http://a.example/\nform: {a: x&y, b: [1, 2]}",
      method: .post
    ) { $0.body = .form(["a": "x&y", "b": [1, 2]]) },
    Pair(
      testDescription: "JSON",
      yaml: #"""
        url: http://a.example/
        json: {s: "a\"b", i: 1, d: 1.5, t: true, n: null, l: [1, x], o: {k: v}, e: [], m: {}}
        """#
      , method: .post
    ) {
      $0.body = .json([
        "s": "a\"b", "i": 1, "d": 1.5, "t": true, "n": nil, "l": [1, "x"], "o": ["k": "v"], "e": [],
        "m": [:],
      ])
    },
    Pair(
      testDescription: "JSON text", yaml: "url: http://a.example/\njson: !raw '<x>'", method: .post
    ) {
      $0.body = .json("<x>")
    },
    Pair(
      testDescription: "JSON with an input",
      yaml: "url: http://a.example/\njson: {n: <n>}\ninputs: {n: {type: integer}}",
      inputs: ["n": 7], method: .post
    ) {
      $0.body = .json(["n": .input("n")])
      $0.inputs["n"] = Endpoint.Input(.integer)
    },
    Pair(
      testDescription: "JSON inside", yaml: "url: http://a.example/\njson: {a: {b: [1.50, 1e400]}}",
      method: .post
    ) { $0.body = .json(["a": JSONValue(#"{"b": [1.50, 1e400]}"#).map { .json($0) } ?? "none"]) },
    Pair(
      testDescription: "a number like a word",
      yaml: "url: http://a.example/\njson: {a: '1', b: 'true', c: 'null', d: '~', e: ''}",
      method: .post
    ) { $0.body = .json(["a": "1", "b": "true", "c": "null", "d": "~", "e": ""]) },
    Pair(
      testDescription: "text",
      yaml: "url: http://a.example/\ntext: !raw 'a <b> c'\ntype: text/html", method: .post
    ) { $0.body = .text("a <b> c", type: "text/html") },
    Pair(
      testDescription: "a bearer token",
      yaml: "url: http://a.example/\nheaders: {Authorization: Bearer abc}"
    ) { $0.authorization = .bearer("abc") },
    Pair(
      testDescription: "a secret bearer token",
      yaml: "url: http://a.example/\nauth: {type: bearer, token: <t>}\ninputs: {t: {secret: true}}",
      inputs: ["t": "abc"]
    ) {
      $0.authorization = .bearer(.input("t"))
      $0.inputs["t"] = Endpoint.Input(isSecret: true)
    },
    Pair(
      testDescription: "a name and a password",
      yaml: "url: http://a.example/\nheaders: {Authorization: Basic bWU6cDp3}"
    ) { $0.authorization = .basic(user: "me", password: "p:w") },
    Pair(
      testDescription: "a key",
      yaml: "url: http://a.example/\nheaders: {X-Key: k}"
    ) { $0.authorization = .key("k", headerField: "X-Key") },
    Pair(
      testDescription: "a default",
      yaml: "url: http://a.example/<n>\ninputs: {n: {type: integer, default: 3}}",
      url: "http://a.example/{n}"
    ) { $0.inputs["n"] = Endpoint.Input(.integer, default: 3) },
    Pair(
      testDescription: "an optional input",
      yaml: "url: http://a.example/\nquery: {n: <n>}\ninputs: {n: {required: false}}"
    ) {
      $0.query["n"] = .input("n")
      $0.inputs["n"] = Endpoint.Input(isOptional: true)
    },
    Pair(
      testDescription: "a list as input",
      yaml: "url: http://a.example/\nquery: {n: <n>}\ninputs: {n: {type: array}}",
      inputs: ["n": ["a", "b"]]
    ) {
      $0.query["n"] = .input("n")
      $0.inputs["n"] = Endpoint.Input(.array)
    },
    Pair(
      testDescription: "limits",
      yaml:
        "url: http://a.example/\ntimeout: 2500s\nretry: 2\nredirects: 3\nexpect: {status: [200, 404]}"
    ) {
      $0.timeout = .seconds(2500)
      $0.maximumRetries = 2
      $0.maximumRedirects = 3
      $0.expectedStatuses = [.ok, .notFound]
    },
  ]

  @Test("It sends what a file with the same fields sends", arguments: table)
  func pairs(pair: Pair) async throws {
    let file = try Endpoint(yaml: pair.yaml)
    let built = try Endpoint(pair.method, pair.url, configure: pair.configure)
    let sent = try await sent(by: file, pair.inputs)
    #expect(try await self.sent(by: built, pair.inputs) == sent)
    #expect(sent.url.hasPrefix("http://"))
  }

  @Test("Outputs, statuses, limits and secrets are those of the program")
  func parts() async throws {
    let built = try Endpoint(.get, "http://a.example/{id}") {
      $0.outputs["name"] = "$.user.name"
      $0.expectedStatuses = [.notFound]
      $0.headerFields["X-Key"] = .secret("s3cret-value")
    }
    let recorder = RecordingRequester(
      by: SucceedingRequester(#"{"user": {"name": "s3cret-value"}}"#, status: .notFound))
    let response = try await Client(requester: recorder).call(built, ["id": 1])
    #expect(try response.output("name") == "s3cret-value")
    #expect(
      recorder.exchanges.map { $0.request.headerFields[.init("X-Key")!] } == ["s3cret-value"])
    let error = #expect(throws: RequestError.self) { try response.decode([Int].self) }
    #expect(error?.description.contains("s3cret") == false)
    #expect("\(built)".contains("s3cret") == false)
    #expect(String(reflecting: built).contains("s3cret") == false)
    let slow = try Endpoint(.get, "http://a.example/") { $0.timeout = .milliseconds(20) }
    let late = await Client(requester: NeverRequester()).start(slow).result
    guard case .failure(.timedOut(.total, _)) = late else {
      Issue.record("\(late)")
      return
    }
  }

  @Test("Any text is sent as it is, wherever it stands")
  func hostileTexts() async throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let parts = [
      "<", ">", "<id>", "<id | upper>", "\\<", "\\", "$", "${id}", "{id}", "{{id}}", "\"", "'",
      "\n",
      "\r\n", "\0", "!unset", "!raw ", "&a ", "*a", "<<", ": ", "- ", "# ", "|", "%00", "ä", "😀",
      "\u{2028}", "secret_1", "<secret_1>", "null", "true", "1", " ", "\t",
    ]
    var texts = (0..<400).map { _ in
      (0...Int.random(in: 0...6, using: &numbers))
        .compactMap { _ in parts.randomElement(using: &numbers) }.joined()
    }
    texts.append(String(repeating: "<id>", count: 250_000))
    let recorder = RecordingRequester(by: SucceedingRequester())
    let client = Client(requester: recorder)
    struct Body: Decodable, Equatable {
      var value: String
      var list: [String]
    }
    for text in texts {
      let json = try Endpoint(.post, "http://a.example/") {
        $0.body = .json(["value": .text(text), "list": [.text(text)]])
      }
      let body = try Endpoint(.post, "http://a.example/") {
        $0.body = .text(.text(text), type: "text/plain")
      }
      _ = try await client.call(json)
      _ = try await client.call(body)
      let sent = try recorder.exchanges.suffix(2).map { try $0.request.body() }
      let decoded: Body = try await response(String(decoding: sent[0], as: UTF8.self)).decode()
      guard decoded == Body(value: text, list: [text]), sent[1] == Array(text.utf8) else {
        Issue.record("\(text.debugDescription), APICALL_SEED=\(seed)")
        return
      }
      guard text.utf8.count < 1_000 else { continue }
      // The same text as the value of an input is not read either.
      let query = try Endpoint(.post, "http://a.example/") {
        $0.query = ["q": .text(text)]
        $0.body = .form(["f": .text(text)])
      }
      let inputs = try Endpoint(
        yaml: "url: http://a.example/\nquery: {q: <t>}\nform: {f: <t>}\ninputs: {t: }")
      #expect(
        try await self.sent(by: query, [:]) == self.sent(by: inputs, ["t": .text(text)]),
        "\(text.debugDescription), APICALL_SEED=\(seed)")
    }
  }

  @Test(
    "A header field cannot be broken out of",
    arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b"])
  func hostileHeaders(value: String) async throws {
    let recorder = RecordingRequester(by: SucceedingRequester())
    let error = await #expect(throws: RequestError.self) {
      let endpoint = try Endpoint(.get, "http://a.example/") {
        $0.headerFields["X-A"] = .text(value)
      }
      _ = try await Client(requester: recorder).call(endpoint)
    }
    #expect(error?.description.contains("X-A") == true)
    #expect(recorder.exchanges.isEmpty)
  }

  @Test("What is wrong is reported at once, at the place where the program builds it")
  func problems() throws {
    var found: [Diagnostic] = []
    let line = #line + 2
    do throws(RequestError) {
      _ = try Endpoint(.get, "ftp://a.example/") {
        $0.headerFields["no name"] = "x"
        $0.query["q"] = .template("<missing>")
        $0.maximumRetries = -1
        $0.timeout = .zero
        $0.outputs["x"] = "token"
      }
    } catch {
      found = error.diagnostics
    }
    #expect(Set(found.map(\.file)) == ["APICallTests/BuiltEndpointTests.swift"])
    #expect(Set(found.map(\.line)) == [line])
    #expect(
      found.map(\.message).sorted() == [
        "'0ms' is not a duration",
        "'ftp://a.example' is not a host: the scheme 'ftp' is not http or https",
        "'no name' cannot be the name of a header field",
        "'retry' takes a whole number from 0 to 100, not '-1'",
        "cannot read the JSONPath 'token': a path begins with `$`, which stands for the whole value",
        "no input is named 'missing'",
      ])
  }

  @Test("A secret cannot be reached by a name, and an input that nothing uses is an error")
  func namesOfSecrets() async throws {
    let endpoint = try Endpoint(.post, "http://a.example/{secret_1}") {
      $0.headerFields["X-Key"] = .secret("s3cret-value")
      $0.body = .json(["a": .input("secret_1"), "b": .input("secret_2")])
    }
    let error = await Client(requester: SucceedingRequester()).start(endpoint).result.error
    #expect(error?.diagnostics.map(\.input) == ["secret_1", "secret_2"])
    let unused = #expect(throws: RequestError.self) {
      try Endpoint(.get, "http://a.example/{identifier}") {
        $0.inputs["identifer"] = Endpoint.Input(.integer)
      }
    }
    #expect(unused?.diagnostics.first?.message == "the endpoint does not use the input 'identifer'")
    #expect(unused?.diagnostics.first?.hint == "did you mean 'identifier'?")
  }

  @Test("A query item that is an input fills the token of its name")
  func tokenAndInput() async throws {
    let endpoint = try Endpoint(.get, "http://a.example/{id}/{name}") {
      $0.query = ["id": .input("id"), "name": .input("other")]
    }
    let sent = try await sent(by: endpoint, ["id": 7, "other": "x y"])
    #expect(sent.url == "http://a.example/7/x%20y")
  }

  @Test("It is sent again, and redirects are followed, as often as it says")
  func repeated() async throws {
    let requester = RespondingRequester { request in
      (request.url.hasSuffix("/first") ? .serviceUnavailable : .ok, "{}")
    }
    let client = Client(requester: requester)
    let retried = try Endpoint(.get, "http://a.example/first") { $0.maximumRetries = 2 }
    let error = await client.start(retried).result.error
    #expect(error?.response?.status == .serviceUnavailable)
    #expect(requester.requests.count == 3)
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"))
    defer { server.stop() }
    let followed = try Endpoint(.get, "\(server.url)/") { $0.maximumRedirects = 1 }
    guard case .redirect? = await Client().start(followed).result.error else {
      Issue.record("no redirect was followed")
      return
    }
    #expect(server.requests.count == 2)
  }

  @Test("No description shows a secret, nor a credential that is text")
  func descriptions() throws {
    let endpoint = try Endpoint(.post, "http://a.example/{id}") {
      $0.authorization = .basic(user: "me", password: "s3cret-1")
      $0.headerFields["X-Key"] = .secret("s3cret-2")
      $0.body = .json(["a": ["b": [.secret("s3cret-3")]]])
      $0.inputs["id"] = Endpoint.Input(isSecret: true, default: .secret("s3cret-4"))
      var dumped = "\($0) \(String(reflecting: $0))"
      dump($0, to: &dumped)
      #expect(!dumped.contains("s3cret"), "\(dumped)")
      #expect(dumped.contains("***"))
    }
    var dumped = "\(endpoint) \(String(reflecting: endpoint))"
    dump(endpoint, to: &dumped)
    #expect(!dumped.contains("s3cret"), "\(dumped)")
    #expect("\(endpoint)" == "Endpoint(APICallTests/BuiltEndpointTests.swift)")
  }

  private func sent(by endpoint: Endpoint, _ inputs: Inputs) async throws -> Sent {
    let recorder = RecordingRequester(by: SucceedingRequester())
    _ = try await Client(requester: recorder).call(endpoint, inputs)
    let request = try #require(recorder.exchanges.last?.request)
    return Sent(
      method: request.method.rawValue, url: request.url,
      fields: request.headerFields.map { "\($0.name): \($0.value)" },
      body: String(decoding: try request.body(), as: UTF8.self))
  }
}

/// Never responds, until it is cancelled.
private struct NeverRequester: Requester {
  func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    try? await Task.sleep(for: .seconds(900))
    throw .cancelled
  }
}
