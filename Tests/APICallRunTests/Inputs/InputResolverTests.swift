import APICallBase
import APICallLanguage
import APICallRequests
import APICallText
import TestWorlds
import Testing

@Suite("Resolving inputs")
struct InputResolverTests {
  @Test(
    "name=value is split at the first =, and the left side is a name",
    arguments: [
      ("a=b", "a", "b"), ("a=", "a", ""), ("a=b=c", "a", "b=c"), ("a_-1= x ", "a_-1", " x "),
      ("./a=b.yaml", nil, nil), ("=b", nil, nil), ("a", nil, nil), ("", nil, nil),
      ("1a=b", nil, nil),
      ("a b=c", nil, nil), ("é=1", nil, nil), (":=1", nil, nil), ("@=f", nil, nil),
      ("a:=1", "a", "1"), ("a@=f=g", "a", "f=g"), ("a::=1", nil, nil), ("a==1", "a", "=1"),
    ] as [(String, String?, String?)])
  func assignment(_ argument: String, _ name: String?, _ text: String?) {
    let assignment = InputResolver.Assignment(argument)
    #expect(assignment?.name == name)
    #expect(assignment?.text == text)
  }

  @Test("Each input has the given value, else its default, else none")
  func scope() throws {
    let endpoint = try SpecText.endpoint(
      """
      host: a.example
      inputs:
        a: {}
        b: {default: x}
        c: {required: false}
        d: {type: integer, default: 1, secret: true}
      """)
    let scope = try InputResolver(endpoint).scope(
      from: [
        .init(name: "a", text: "<b>"), .init(name: "d", text: "2"),
      ], in: .fixed())
    #expect(["a", "b", "c", "d"].map { scope[$0]?.value?.plainText } == ["<b>", "x", nil, "2"])
    #expect(["a", "b", "c", "d"].map { scope[$0]?.isSecret } == [false, false, false, true])
    #expect(scope["e"] == nil)
    let fromExample = InputResolver(endpoint).scope(from: ["a": .text("y")], in: .fixed())
    #expect(
      ["a", "b", "c", "d"].map { fromExample[$0]?.value?.plainText } == ["y", "x", nil, "1"])
  }

  @Test("An input with required: false is optional")
  func required() throws {
    let endpoint = try SpecText.endpoint(
      "host: a.example\ninputs: {a: {required: true}, b: {required: false}}")
    do {
      _ = try InputResolver(endpoint).scope(from: [], in: .fixed())
      Issue.record("nothing was missing")
    } catch {
      #expect(error.diagnostics.map(\.message) == ["the input 'a' is missing"])
    }
  }
}
