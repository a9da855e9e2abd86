import APICallHTTP
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Values that keep their slashes")
struct SlashesTests {
  private func path(_ path: String, _ value: String) -> String? {
    let spec = "host: a.example/base\npath: \(path)\ninputs: {rest: {}, b: {default: x/y}}"
    return try? SpecText.call(spec, ["rest=\(value)"]).request.url.path.revealed
  }

  @Test(
    "Each segment is encoded separately",
    arguments: [
      ("a", "/base/f/a"), ("a/b/c", "/base/f/a/b/c"),
      ("a b/é?#%2F", "/base/f/a%20b/%C3%A9%3F%23%252F"),
      ("...", "/base/f/..."), (".a/b.", "/base/f/.a/b."), ("a\\b", "/base/f/a%5Cb"),
    ])
  func segments(_ value: String, _ expected: String) {
    #expect(path("/f/<+rest>", value) == expected)
  }

  @Test(
    "Segments that are empty or dots are refused",
    arguments: ["", "/", "/a", "a/", "a//b", ".", "..", "a/.", "../a", "a/../b", "./a"])
  func refused(_ value: String) { #expect(path("/f/<+rest>/x", value) == nil) }

  @Test(
    "Text can surround the value",
    arguments: [
      ("<+rest>", "/base/a/b"), ("/v<+rest>.json", "/base/va/b.json"),
      ("/<+rest>/<b>", "/base/a/b/x%2Fy"), ("/<rest>", "/base/a%2Fb"),
      ("/<+rest | upper>", "/base/A/B"), ("/<+b | default(rest)>", "/base/x/y"),
    ])
  func around(_ path: String, _ expected: String) {
    #expect(self.path(path, "a/b") == expected)
  }

  @Test("Dots formed by text and value together are refused as well")
  func dots() {
    #expect(path("/.<+rest>", ".") == nil)
    #expect(path("/.<+rest>", "./a") == nil)
    #expect(path("/.<+rest>", "a/b") == "/base/.a/b")
  }
}
