import APICallBase
import APICallHTTP
import APICallReading
import APICallRequests
import APICallSafety
import SeededNumbers
import TestWorlds
import Testing

@Suite("Settings from the command line")
struct OverridesTests {
  private static let spec = """
    host: a.example
    path: /x
    inputs: {who: {default: Ann}}
    query: {a: [1, 2], b: <who>}
    headers: {X-A: 1, X-B: <who>}
    json: {user: {name: Bo, tags: [x, y]}, n: 1}
    timeout: 5s
    """

  private func request(
    _ spec: String = spec, headers: [String] = [], query: [String] = [], set: [String] = []
  ) throws -> OutgoingRequest {
    var overrides = Overrides()
    for text in headers { try overrides.addHeader(text) }
    for text in query { try overrides.addQueryItem(text) }
    for text in set { try overrides.set(text) }
    return try SpecText.call(spec, overrides: overrides).request
  }

  private func fields(_ headers: String...) throws -> [String] {
    let framing = ["Host", "User-Agent", "Accept-Encoding", "Content-Type", "Content-Length"]
    return try request(headers: headers).headers.filter { !framing.contains($0.name) }
      .map { "\($0.name): \($0.value.revealed)" }
  }

  @Test("-H replaces, removes and sends empty fields, and its text is literal")
  func headers() throws {
    let accept = "Accept: application/json, */*;q=0.5"
    #expect(try fields("x-a: 2") == [accept, "x-a: 2", "X-B: Ann"])
    #expect(try fields("X-A:") == [accept, "X-B: Ann"])
    #expect(try fields("X-A;") == [accept, "X-A: ", "X-B: Ann"])
    #expect(
      try fields("X-A:2", "X-A: 3", "x-a:\t 4 ") == [
        accept, "X-A: 2", "X-A: 3", "X-A: 4 ", "X-B: Ann",
      ])
    #expect(try fields("X-C: <who> \\<b>") == [accept, "X-A: 1", "X-B: Ann", "X-C: <who> \\<b>"])
    #expect(try fields("Accept:", "X-A:", "X-B:") == [])
    #expect(try fields("X-A:", "X-A: 2") == [accept, "X-A: 2", "X-B: Ann"])
    #expect(try fields("X-A: 2", "X-A:") == [accept, "X-B: Ann"])
    #expect(try fields("X-C: a:b; c") == [accept, "X-A: 1", "X-B: Ann", "X-C: a:b; c"])
  }

  @Test("The standard fields can be removed, except Host")
  func standard() throws {
    let names = try request(
      headers: ["user-agent:", "Accept:", "Accept-Encoding:", "Content-Type:"]
    ).headers.map(\.name)
    #expect(names == ["Host", "X-A", "X-B", "Content-Length"])
    #expect(throws: Failure.self) { try request(headers: ["host:"]) }
  }

  @Test("--query replaces all items with the same name")
  func query() throws {
    #expect(try request(query: ["a=3"]).url.query?.revealed == "a=3&b=Ann")
    #expect(
      try request(query: ["a=3", "a=", "c=<who>&"]).url.query?.revealed
        == "a=3&a=&b=Ann&c=%3Cwho%3E%26")
    #expect(try request(query: ["A=3"]).url.query?.revealed == "a=1&a=2&b=Ann&A=3")
    #expect(try request(query: ["a=b=c"]).url.query?.revealed == "a=b%3Dc&b=Ann")
  }

  @Test(
    "--set puts YAML at a path, with placeholders",
    arguments: [
      (["json.user.name=<who>"], #"{"user":{"name":"Ann","tags":["x","y"]},"n":1}"#),
      (["json.user.name=!raw <who>"], #"{"user":{"name":"<who>","tags":["x","y"]},"n":1}"#),
      (
        ["json.user.tags[1]=z", "json.n=1.50"], #"{"user":{"name":"Bo","tags":["x","z"]},"n":1.50}"#
      ),
      (["json.user=!unset", "json.n=null"], #"{"n":null}"#),
      (
        ["json.a.b.c=[1, {d: 2}]"],
        #"{"user":{"name":"Bo","tags":["x","y"]},"n":1,"a":{"b":{"c":[1,{"d":2}]}}}"#
      ),
      (["json={}"], "{}"), (["json=[]"], "[]"), (["json=x", "json='1'"], #""1""#),
      ([#"json["a.b"]=1"#, "json['c d']=2", "json=x"], #""x""#),
      (["json.user=1", #"json["a.b"]=true"#], #"{"user":1,"n":1,"a.b":true}"#),
      (["json={\n  a: 1,\n  b: 2}"], #"{"a":1,"b":2}"#),
      (["json=\na: 1\nb: [2]\n"], #"{"a":1,"b":[2]}"#),
      (["form.a=1"], "a=1"), (["form={a: <who>}", "form.b=2"], "a=Ann&b=2"),
    ])
  func set(_ settings: [String], _ body: String) throws {
    #expect(try request(set: settings).body?.held?.revealed == body)
  }

  @Test("--set reaches every field")
  func fields() throws {
    let request = try request(set: [
      "headers.x-a=9", "query.a=!unset", "path=/<who>", "method=PUT", "host=b.example",
      "timeout=1s", "timeout.connect=1s", "query[\"filter[n]\"]=1",
    ])
    #expect(request.method == "PUT")
    #expect(request.url.text.revealed == "https://b.example/Ann?b=Ann&filter%5Bn%5D=1")
    #expect(request.limits == TimeLimits(connect: .seconds(1), total: .seconds(1)))
    #expect(request.headers.contains { $0.name == "x-a" && $0.value.revealed == "9" })
    #expect(!request.headers.contains { $0.name == "X-A" })
  }

  @Test(
    "--timeout and --connect-timeout each set their own limit, whatever the file sets",
    arguments: [
      "", "timeout: 7s\n", "timeout: {connect: 8s, idle: 9s}\n", "timeout: {total: 7s}\n",
    ])
  func timeouts(of file: String) throws {
    func limits(_ options: (inout Overrides) -> Void) throws -> TimeLimits {
      var overrides = Overrides()
      options(&overrides)
      return try SpecText.call("host: a.example\n\(file)", overrides: overrides).request.limits
    }
    let own = try limits { _ in }
    var changed = own
    changed.total = .seconds(1)
    #expect(try limits { $0.set(field: "timeout.total", to: "1s", by: "--timeout") } == changed)
    changed.connect = .seconds(2)
    let both = try limits {
      $0.set(field: "timeout.connect", to: "2s", by: "--connect-timeout")
      $0.set(field: "timeout.total", to: "1s", by: "--timeout")
    }
    #expect(both == changed)
    changed.total = own.total
    #expect(
      try limits { $0.set(field: "timeout.connect", to: "2s", by: "--connect-timeout") } == changed)
  }

  @Test("Options of all kinds take effect or fail with a message")
  func anyText() throws {
    var random = SeededGenerator(seed: 83)
    let pieces = [
      "json", "headers", "query", "inputs", "timeout", ".", "..", "[", "]", "[0]", "[9]", "[\"a\"]",
      "['", "=", "=", "=x", "={a: 1}", "=[", "=!unset", "=!raw <a>", "<who>", "<", ":", "é", "\n",
      "user", "tags", "\"", " ", "{", "*a", "&a", "- ",
    ]
    for iteration in 0..<1_500 {
      let text = random.text(of: pieces, below: 8)
      do {
        switch iteration % 4 {
        case 0: _ = try request(headers: [text])
        case 1: _ = try request(query: [text])
        default: _ = try request(set: [text])
        }
      } catch let failure as Failure {
        #expect(
          !failure.diagnostics.isEmpty && failure.diagnostics.allSatisfy { !$0.text.isEmpty },
          "seed 83, iteration \(iteration): \(text)")
      }
    }
  }

  @Test("A value of -H or --query is not in any message or in any quoted source")
  func secrets() throws {
    for (headers, query) in [
      (["Content-Length: hunter2"], []), (["X-A: hunter2\u{1}"], []), (["hunter2"], []),
      (["hunter 2: hunter2"], []), (["X-A: hunter2", "X-A: hunter2\u{7f}"], []),
      ([], ["a=hunter2", "a=hunter2"]),
    ] as [([String], [String])] {
      do {
        var overrides = Overrides()
        for text in headers { try overrides.addHeader(text) }
        for text in query { try overrides.addQueryItem(text) }
        let spec = "host: a.example\npath: /{a}\nquery: {a: 1}"
        _ = try SpecText.call(spec, overrides: overrides)
        Issue.record("\(headers) \(query) was taken")
      } catch {
        let failure = error
        #expect(!failure.report.contains("hunter"), "\(failure.report)")
      }
    }
  }
}
