import APICallHTTP
import APICallRequests
import APICallSafety
import SeededNumbers
import TestWorlds
import Testing

/// A file, and the URL of its request.
struct URLCase: Sendable, CustomTestStringConvertible {
  var name: String
  var spec: String
  var inputs: [String] = []
  var url: String
  var testDescription: String { name }

  init(_ name: String, _ spec: String, _ inputs: String..., url: String) {
    self.name = name
    self.spec = spec
    self.inputs = inputs
    self.url = url
  }
}

@Suite("URLs from the parts of a file")
struct RequestURLBuilderTests {
  static let cases = [
    URLCase("no path", "host: a.example", url: "https://a.example/"),
    URLCase("an empty path", "host: a.example\npath: ''", url: "https://a.example/"),
    URLCase("a missing slash", "host: a.example\npath: users", url: "https://a.example/users"),
    URLCase("a slash of its own", "host: a.example\npath: /users", url: "https://a.example/users"),
    URLCase(
      "a slash that a mark combines with", "host: a.example\npath: \"/\\u0301x\"",
      url: "https://a.example/%CC%81x"),
    URLCase(
      "a path that begins with a placeholder", "host: a.example\npath: <x>\ninputs: {x: {}}",
      "x=users", url: "https://a.example/users"),
    URLCase("a base", "host: a.example/v1/\npath: users", url: "https://a.example/v1/users"),
    URLCase("a base alone", "host: http://a.example/v1", url: "http://a.example/v1"),
    URLCase("a port", "host: http://a.example:8080\npath: x", url: "http://a.example:8080/x"),
    URLCase("the scheme's own port", "host: http://a.example:80", url: "http://a.example/"),
    URLCase(
      "a query item that fills a token",
      "host: a.example\npath: /item/token/{google_token}\nquery: {google_token: abc}",
      url: "https://a.example/item/token/abc"),
    URLCase(
      "a query item without a token",
      "host: a.example\npath: /item/token\nquery: {google_token: abc}",
      url: "https://a.example/item/token?google_token=abc"),
    URLCase(
      "one item fills, the others are appended",
      "host: a.example\npath: /item/{id}\nquery: {a: 1, id: 2, b: 3}",
      url: "https://a.example/item/2?a=1&b=3"),
    URLCase(
      "a token that stands twice", "host: a.example\npath: /{id}/copy/{id}\nquery: {id: x}",
      url: "https://a.example/x/copy/x"),
    URLCase(
      "an input that fills a token", "host: a.example\npath: /item/{id}\ninputs: {id: {}}",
      "id=a/b c", url: "https://a.example/item/a%2Fb%20c"),
    URLCase(
      "braces that are no token", "host: a.example\npath: '/a{1}{}/{b c}'",
      url: "https://a.example/a%7B1%7D%7B%7D/%7Bb%20c%7D"),
    URLCase(
      "escapes of the author stay", "host: a.example\npath: /a%20b/%2F/100%/é",
      url: "https://a.example/a%20b/%2F/100%25/%C3%A9"),
    URLCase(
      "escapes in a value do not", "host: a.example\npath: /<x>\ninputs: {x: {}}", "x=a%20b",
      url: "https://a.example/a%2520b"),
    URLCase(
      "a value in a longer segment", "host: a.example\npath: /v<x>.json\ninputs: {x: {}}", "x=1?",
      url: "https://a.example/v1%3F.json"),
    URLCase(
      "a value that looks like a token", "host: a.example\npath: /<x>\ninputs: {x: {}}", "x={x}",
      url: "https://a.example/%7Bx%7D"),
    URLCase(
      "a value that looks like a placeholder",
      "host: a.example\npath: /<x>\nquery: {q: <x>}\ninputs: {x: {}, y: {default: no}}", "x=<y>",
      url: "https://a.example/%3Cy%3E?q=%3Cy%3E"),
    URLCase(
      "a list repeats the name", "host: a.example\nquery: {tag: [red, a&b, '']}",
      url: "https://a.example/?tag=red&tag=a%26b&tag="),
    URLCase(
      "null leaves out, empty text does not", "host: a.example\nquery: {a: null, b: '', c: [~, 1]}",
      url: "https://a.example/?b=&c=1"),
    URLCase(
      "an unset optional is left out",
      "host: a.example\nquery: {a: <x>, b: 1}\ninputs: {x: {required: false}}",
      url: "https://a.example/?b=1"),
    URLCase(
      "numbers keep their own text",
      "host: a.example\npath: /<n>\nquery: {n: <n>, m: 1.50}\ninputs: {n: {type: number}}",
      "n=1.10e3", url: "https://a.example/1.10e3?n=1.10e3&m=1.50"),
    URLCase(
      "a name is encoded as well", "host: a.example\nquery: {'filter[name] &': x y+z}",
      url: "https://a.example/?filter%5Bname%5D%20%26=x%20y%2Bz"),
    URLCase(
      "a host with a label of the user", "host: https://<r>.a.example\ninputs: {r: {}}", "r=EU-1",
      url: "https://eu-1.a.example/"),
    URLCase(
      "a member of a map", "host: a.example\npath: /<u.id>\ninputs: {u: {type: object}}",
      "u={\"id\":7}", url: "https://a.example/7"),
  ]

  @Test("The parts make one URL", arguments: cases)
  func url(_ item: URLCase) throws {
    let call = try SpecText.call(item.spec, item.inputs)
    #expect(call.request.url.text.revealed == item.url)
  }

  @Test("A path needs a host")
  func noHost() {
    var builder = RequestURLBuilder()
    builder.setPath([.text("x")])
    #expect(throws: RequestURLProblem.noHost) { try builder.build() }
  }

  @Test(
    "Invalid path segments are refused",
    arguments: [
      ([.text("/a/"), .token("id")], .unfilledToken("id")),
      ([.text("/a/"), .value("")], .emptySegment),
      ([.text("/a/."), .value(".")], .dotSegment("..")),
      ([.text("/%2E/b")], .dotSegment("%2E")),
      ([.text("/a/%2e"), .value(".")], .dotSegment("%2e.")),
    ] as [([RequestURLBuilder.PathPiece], RequestURLProblem)])
  func refused(_ pieces: [RequestURLBuilder.PathPiece], _ problem: RequestURLProblem) throws {
    var builder = RequestURLBuilder()
    builder.setHost(try HostAddress("a.example"))
    builder.setPath(pieces)
    #expect(throws: problem) { try builder.build() }
  }

  @Test("No text or value adds a dot segment, a query or a fragment to the path")
  func neverADotSegment() throws {
    var random = SeededGenerator(seed: 7)
    let bits = [".", "..", "/", "%2e", "%2E", "a", "?", "#", "\\", "é", " ", "%", "{", "\u{301}"]
    var host = try HostAddress("a.example")
    for iteration in 0..<3_000 {
      var builder = RequestURLBuilder()
      host.basePath = random.pick(["", "", "/v1"])
      builder.setHost(host)
      builder.setPath(
        (0...random.below(4)).map { _ in
          let text = random.text(of: bits, below: 4)
          return random.below(2) == 0 ? .text(text) : .value(ProtectedText(text))
        })
      builder.addQueryItem("q", ProtectedText(random.text(of: bits, below: 4)))
      guard let url = try? builder.build() else { continue }
      let path = url.path.revealed
      let isClean =
        path.hasPrefix("/") && PathSyntax.dotSegment(in: path) == nil
        && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3F && $0 != 0x23 }
      #expect(isClean, "seed 7, iteration \(iteration): \(path)")
    }
  }
}
