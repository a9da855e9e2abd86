import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("The limit on the values of a call")
struct RenderAllowanceTests {
  private static let tooMuch = "the values of the call exceed 128 MiB in total"

  @Test(
    "A few lines do not expand without limit",
    arguments: [
      (
        "let:\n  a0: xxxxxxxxxx\n"
          + (1...30).map { "  a\($0): \(String(repeating: "<a\($0 - 1)>", count: 100))\n" }.joined(),
        "<a30>"
      ),
      (
        "let:\n  a0: [x]\n"
          + (1...30).map { level in
            let items = Array(repeating: "<a\(level - 1)>", count: 100).joined(separator: ", ")
            return "  a\(level): [\(items)]\n"
          }.joined(), "<a30>"
      ),
      (
        "inputs:\n  a: {default: x}\n",
        "<range(0, 30) | join(a | repeat(1000000)) \(String(repeating: "| trim ", count: 40))>"
      ),
      ("inputs:\n  s: {default: x}\n", "<range(0, 40000) | join(s | repeat(200000))>"),
    ])
  func bounded(_ head: String, _ value: String) {
    let error = #expect(throws: Failure.self) {
      try SpecText.call("host: a.example\n\(head)headers: {X: '\(value)'}")
    }
    #expect(error?.status == .badInput)
    #expect(error?.diagnostics.contains { $0.message.hasSuffix(Self.tooMuch) } == true)
  }

  @Test("The calls of all examples share the limit")
  func examples() throws {
    let items = (0..<2000).map { "  q\($0): <a>\n" }.joined()
    let examples = (0..<400).map { "  e\($0): {with: {}, response: {}}\n" }.joined()
    let endpoint = try SpecText.endpoint(
      "host: a.example\ninputs: {a: {default: x}}\nquery:\n\(items)examples:\n\(examples)")
    let error = #expect(throws: Failure.self) {
      try ExampleIndex(
        endpoint,
        director: CallBuilder(world: .fixed(), destination: Destination())
          .director(for: endpoint), world: .fixed())
    }
    #expect(error?.status == .badInput)
  }

  @Test("A large value can be sent")
  func large() throws {
    let text = String(repeating: "x", count: 16 << 20)
    let call = try SpecText.call("host: a.example\ninputs: {a: }\njson: [<a>, x<a>]", ["a=\(text)"])
    #expect(call.request.body?.held?.revealedBytes.count == 2 * text.utf8.count + 8)
  }
}
