import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import SeededNumbers
import TestWorlds
import Testing

@Suite("Whole URLs")
struct URLTemplateTests {
  static let inputs = """
    inputs:
      a: {default: x/y z}
      b: {default: "1"}
      link: {default: "https://b.example:8443/p/%7Eq/../r?s=t+u&v#w"}
      bare: {default: "http://b.example"}
      asked: {default: "http://b.example?q"}
      list: {type: array, default: []}
      none: {required: false}
      key: {secret: true, default: hunter2}

    """

  private func request(_ spec: String, to destination: Destination = Destination()) throws
    -> OutgoingRequest
  {
    try SpecText.call(Self.inputs + spec, to: destination).request
  }

  @Test(
    "Text is sent as written, values are encoded, and query items are appended",
    arguments: [
      ("url: https://a.example", "https://a.example/"),
      ("url: HTTPS://A.example:443/", "https://a.example/"),
      ("url: http://a.example:8080?x=1", "http://a.example:8080/?x=1"),
      ("url: https://a.example/a/../b/./%2e%2E//c", "https://a.example/a/../b/./%2e%2E//c"),
      (
        "url: \"https://a.example/%7Ea|{q}'()[]?x=a+b&y=/?&z\"",
        "https://a.example/%7Ea|{q}'()[]?x=a+b&y=/?&z"
      ),
      ("url: https://a.example/?", "https://a.example/?"),
      ("url: https://a.example/<a>/v<b>", "https://a.example/x%2Fy%20z/v1"),
      ("url: https://a.example/<+a>/", "https://a.example/x/y%20z/"),
      (
        "url: https://h<b>.a.example/<b>?q=<a>&<b>=<none | default(\"\")>",
        "https://h1.a.example/1?q=x%2Fy%20z&1="
      ),
      ("url: https://<b>.example?<b>", "https://1.example/?1"),
      (
        "url: https://a.example/x\nquery: {q: <a>, r: [1, 2], s: <none>}",
        "https://a.example/x?q=x%2Fy%20z&r=1&r=2"
      ),
      ("url: https://a.example/x?y\nquery: {q: 1}", "https://a.example/x?y&q=1"),
      ("url: https://a.example/x?\nquery: {q: 1}", "https://a.example/x?q=1"),
      ("url: <link>", "https://b.example:8443/p/%7Eq/../r?s=t+u&v"),
      ("url: <link>\nquery: {q: 1}", "https://b.example:8443/p/%7Eq/../r?s=t+u&v&q=1"),
      ("url: <bare>", "http://b.example/"), ("url: <asked>", "http://b.example/?q"),
      ("url: http://[::1]:8080/x", "http://[::1]:8080/x"),
      ("url: https://münchen.example/", "https://xn--mnchen-3ya.example/"),
    ])
  func sent(_ spec: String, _ url: String) throws {
    let request = try request(spec)
    #expect(request.url.text.revealed == url)
    #expect(request.headers.first?.value.revealed == request.url.origin.authority)
  }

  @Test("Secrets can be in the path and the query, and are masked there")
  func secrets() throws {
    let request = try request("url: https://a.example/<key>?k=<key>&o=1\nquery: {z: <key>}")
    #expect(request.url.text.masked == "https://a.example/***?k=***&o=1&z=***")
  }

  @Test("The command line's host replaces the URL's, and its path is prepended")
  func host() throws {
    let destination = Destination(host: try HostAddress("http://127.0.0.1:9/base"))
    #expect(
      try request("url: https://a.example/x?y", to: destination).url.text.revealed
        == "http://127.0.0.1:9/base/x?y")
    #expect(
      try request("url: <link>", to: destination).url.text.revealed
        == "http://127.0.0.1:9/base/p/%7Eq/../r?s=t+u&v")
  }

  @Test("The profile of a project does not affect it")
  func profile() throws {
    let files = MemoryFiles(["apicall.yaml": "profile: p\nprofiles: {p: {host: b.example/v1}}"])
    let call = try SpecText.call("url: https://a.example/x", files: files)
    #expect(call.request.url.text.revealed == "https://a.example/x")
  }

  @Test(
    "The mock server matches the URL's host and path",
    arguments: [
      ("a.example", "/x/1?y=1", 200), ("a.example", "/x/2?y=1", 422), ("a.example", "/x/1", 422),
      ("b.example", "/x/1?y=1", 404), ("a.example", "/x/1/2?y=1", 404),
    ])
  func serve(_ host: String, _ target: String, _ status: Int) throws {
    let spec =
      "url: https://a.example/x/<b>?y=<b>\ninputs: {b: {}}\n"
      + "examples: {one: {with: {b: 1}, response: {}}}"
    let service = try MockService([SpecText.endpoint(spec)], world: .fixed())
    let parts = target.split(separator: "?").map { Array($0.utf8) }
    let request = ReceivedRequest(
      method: "GET", authority: host, path: parts[0], query: parts.count > 1 ? parts[1] : [],
      headers: [], body: [])
    #expect(service.response(to: request).head.status == status)
  }

  @Test("A whole URL from a value matches any URL")
  func serveValue() throws {
    let spec =
      "url: <link>\ninputs: {link: {}}\n"
      + "examples: {one: {with: {link: 'https://a.example/a/b?c'}, response: {}}}"
    let service = try MockService([SpecText.endpoint(spec)], world: .fixed())
    let request = ReceivedRequest(
      method: "GET", authority: "a.example", path: Array("/a/b".utf8), query: Array("c".utf8),
      headers: [], body: [])
    #expect(service.response(to: request).head.status == 200)
  }

  @Test("A value cannot change another part of the URL")
  func property() throws {
    var random = SeededGenerator(seed: 71)
    let bits = [
      "/", "?", "#", "&", "=", "%2f", ".", "..", "@", ":", " ", "é", "a", "\\", "\n", "<b>",
    ]
    let endpoint = try SpecText.endpoint(
      "url: https://a.example/p/<v>/q?x=<v>&y=1\ninputs: {v: {}}")
    var count = 0
    for iteration in 0..<2_000 {
      let value = random.text(of: bits, below: 5)
      let call = try? CallBuilder(world: .fixed(), destination: Destination())
        .call(endpoint, with: [.init(name: "v", text: value)])
      guard let url = call?.request.url else {
        #expect(["", ".", ".."].contains(value), "seed 71, iteration \(iteration): \(value)")
        continue
      }
      count += 1
      let segments = url.path.revealed.split(separator: "/", omittingEmptySubsequences: false)
      #expect(
        segments.count == 4 && segments[3] == "q", "seed 71, iteration \(iteration): \(value)")
      let items = FormEncoding.split(url.query?.revealedBytes ?? [])
      #expect(items == [["x", value], ["y", "1"]].map { $0.map { Array($0.utf8) } })
      #expect(url.origin == Origin(scheme: .https, host: "a.example"))
    }
    #expect(count > 1_000)
  }
}
