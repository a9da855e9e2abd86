import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import SeededNumbers
import TestWorlds
import Testing

@Suite("Path patterns")
struct PathPatternTests {
  @Test(
    "Each gap matches part of one segment",
    arguments: [
      ("/users/<id>", "", "/users/1", true), ("/users/<id>", "", "/users/a%2Fb", true),
      ("/users/<id>", "", "/users/", false), ("/users/<id>", "", "/users/1/x", false),
      ("/users/{id}/x", "", "/users/1/x", true), ("users/<id>", "", "/users/1", true),
      ("/v<n>.json", "", "/v1.json", true), ("/v<n>.json", "", "/v.json", false),
      ("/v<n>.json", "", "/va.json.json", true), ("/<a>-<b>-x", "", "/1-2-x-x", true),
      ("/<a><b>", "", "/1", false), ("/<a><b>", "", "/12", true), ("/a%20b", "", "/a b", true),
      ("/a b", "", "/a%20b", true), ("/%7Ea", "", "/~a", true), ("/a", "", "/A", false),
      ("/x", "/v1", "/v1/x", true), ("x", "/v1", "/v1/x", true), ("/x", "/v1", "/x", false),
      ("", "", "/", true), ("", "/v1", "/v1/", true), ("/a/", "", "/a", false),
      ("/", "", "//", false),
      ("/<a>", "", "/%20", true), ("/a<b>c<d>e", "", "/a1c2e", true),
      ("/a<b>c<d>e", "", "/ac2e", false),
    ])
  func matches(_ path: String, _ base: String, _ received: String, _ expected: Bool) throws {
    let pattern = PathPattern(PathTemplate(try Template(path, at: .nowhere)), base: base)
    #expect(pattern.matches(Array(received.utf8)) == expected)
  }

  @Test("Without a path, the pattern is the base path")
  func noPath() {
    #expect(PathPattern(nil, base: "").matches(Array("/".utf8)))
    #expect(PathPattern(nil, base: "/v1").matches(Array("/v1".utf8)))
    #expect(!PathPattern(nil, base: "/v1").matches(Array("/v1/".utf8)))
  }

  @Test("The path of every request matches its endpoint's pattern")
  func ownRequests() throws {
    var random = SeededGenerator(seed: 81)
    let bits = ["a", "/", "-", "x", "%", "%2F", ".", " ", "é", "?", "1"]
    let spec = try SpecText.endpoint(
      "host: a.example/v 1\npath: /<a>-x-<b>/{c}.<d>\ninputs: {a: {}, b: {}, c: {}, d: {}}")
    let pattern = PathPattern(spec.path, base: "/v%201")
    for iteration in 0..<500 {
      let inputs = ["a", "b", "c", "d"].map {
        InputResolver.Assignment(name: $0, text: "q" + random.text(of: bits, below: 5))
      }
      let call = try CallBuilder(world: .fixed(), destination: Destination())
        .call(spec, with: inputs)
      #expect(
        pattern.matches(call.request.url.path.revealedBytes),
        "seed 81, iteration \(iteration): \(call.request.url.text)")
    }
  }
}
