import APICallRequests
import SeededNumbers
import Testing

@Suite("Text search")
struct StringHoldingTests {
  private static let seed: UInt64 = 20_261_122

  /// Looks at each place.
  private static func naive(_ text: String, _ wanted: String) -> Bool {
    let (text, wanted) = (Array(text.utf8), Array(wanted.utf8))
    guard wanted.count <= text.count else { return false }
    return (0...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
  }

  @Test("A text is found where a search of each place finds it")
  func likeNaive() {
    var random = SeededGenerator(seed: Self.seed)
    var found = 0
    for iteration in 0..<20_000 {
      let letters = iteration.isMultiple(of: 2) ? ["a", "b"] : ["a", "é", "e\u{301}", "😀", "ab"]
      let text = random.text(of: letters, below: 24)
      let wanted = random.text(of: letters, below: 6)
      let expected = Self.naive(text, wanted)
      found += expected ? 1 : 0
      #expect(
        text.holds(wanted) == expected,
        "seed \(Self.seed), iteration \(iteration): \(text), \(wanted)")
    }
    #expect(found > 2_000 && found < 18_000)
  }

  @Test("Texts are compared by bytes, and an empty one is in any text")
  func edges() {
    #expect("".holds("") && "a".holds("") && !"".holds("a"))
    #expect("e\u{301}".holds("e") && !"é".holds("e"))
    #expect("aaab".holds("aab") && !"aaa".holds("aaaa") && "abababc".holds("ababc"))
  }
}
