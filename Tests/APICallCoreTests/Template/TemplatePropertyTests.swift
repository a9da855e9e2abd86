import APICallCore
import JSONText
import Testing

@Suite("Templates, by thousands of texts")
struct TemplatePropertyTests {
  static let bits = [
    "<", ">", "\\", "a", "b", ".", " ", "|", "[", "(", "+", "{", "}", "é", "\n", "<a>", "<a.b>",
    "\\<",
    "\u{301}", "1", "-", "\0",
  ]

  @Test("what is written and read again is the same")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 41)
    for round in 0..<3_000 {
      guard let first = try? Template(random.text(of: Self.bits, below: 9), at: .nowhere) else {
        continue
      }
      // A backslash before a placeholder cannot be written.
      let escaped = first.parts.map { part in
        switch part {
        case .text(let text): text.replacing("<", with: "\\<")
        case .placeholder(let placeholder): placeholder.text
        }
      }
      guard !zip(escaped, escaped.dropFirst()).contains(where: { $0.0.hasSuffix("\\") }) else {
        continue
      }
      let second = try Template(escaped.joined(), at: .nowhere)
      #expect(
        second.written == first.written && second.parts.count == first.parts.count,
        "seed 41, round \(round): \(first.written)")
    }
  }

  @Test("a value is never read again, whatever it looks like")
  func valuesAreData() throws {
    var random = SeededGenerator(seed: 42)
    let template = try Template("<a>-<b.c>", at: .nowhere)
    for round in 0..<3_000 {
      let values = (0..<2).map { _ in random.text(of: Self.bits + ["<b.c>", "{a}"], below: 6) }
      var scope = Scope()
      scope["a"] = Scope.Binding(.text(values[0]))
      scope["b"] = Scope.Binding(try Value(json: "{\"c\":\(JSONWriter.string(values[1]))}"))
      let text = try template.render(in: scope).revealed
      #expect(text == "\(values[0])-\(values[1])", "seed 42, round \(round)")
      let json = try Payload.text(template).render(in: scope)
      #expect(
        try Value(json: json?.revealed ?? "").plainText == text, "seed 42, round \(round): \(text)")
    }
  }
}
