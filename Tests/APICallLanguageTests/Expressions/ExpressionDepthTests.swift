import Testing

@Suite("Depth of expressions")
struct ExpressionDepthTests {
  private static let tooDeep =
    "error: the expression has more than 100 levels; hint: compute parts of it in lets"

  @Test(
    "An expression of a hundred levels is read, and one of more is refused",
    arguments: [
      ("sums", 99, "a", " + a", ""), ("filters", 99, "a", " | trim", ""),
      ("computed keys", 99, "a", "[b]", ""),
    ])
  func chains(_ name: String, _ count: Int, _ first: String, _ next: String, _ last: String) {
    let read = ExpressionProbe.reading(
      of: first + String(repeating: next, count: count) + last)
    #expect(!read.hasPrefix("error: "))
    for many in [count + 1, 100_000] {
      #expect(
        ExpressionProbe.reading(of: first + String(repeating: next, count: many) + last)
          == Self.tooDeep)
    }
  }

  @Test(
    "Parts that are nested too deep are refused, however many there are",
    arguments: [
      ("parentheses", "(", "a", ")"), ("keys", "a[", "a", "]"),
      ("conditions", "if(a, b, ", "a", ")"),
      ("arguments", "a | default(", "a", ")"), ("signs", "a * -(", "a", ")"),
    ])
  func nesting(_ name: String, _ open: String, _ inner: String, _ close: String) {
    func text(_ count: Int) -> String {
      String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }
    #expect(!ExpressionProbe.reading(of: text(40)).hasPrefix("error: "))
    for many in [101, 100_000] {
      #expect(ExpressionProbe.reading(of: text(many)) == Self.tooDeep)
    }
  }

  @Test("Many signs are refused", arguments: [101, 1_000_000])
  func signs(_ count: Int) {
    #expect(
      ExpressionProbe.reading(of: "(\(String(repeating: "-", count: count))a)") == Self.tooDeep)
  }
}
