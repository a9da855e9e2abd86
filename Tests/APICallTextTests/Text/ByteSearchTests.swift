import APICallText
import SeededNumbers
import Testing

@Suite("Searches for bytes")
struct ByteSearchTests {
  private func places(of wanted: String, in text: String) -> [Range<Int>] {
    var places: [Range<Int>] = []
    ByteSearch(for: Array(wanted.utf8)).visit(in: Array(text.utf8)) {
      places.append($0)
      return true
    }
    return places
  }

  @Test(
    "All places are found from left to right, and none within another",
    arguments: [
      ("a", "banana", [1..<2, 3..<4, 5..<6]), ("ana", "banana", [1..<4]),
      ("aa", "aaaaa", [0..<2, 2..<4]), ("aab", "aaab", [1..<4]), ("abc", "ab", []),
      ("ababc", "abababc", [2..<7]), ("", "ab", []), ("a", "", []),
    ])
  func places(_ wanted: String, _ text: String, _ places: [Range<Int>]) {
    #expect(self.places(of: wanted, in: text) == places)
    let isThere = ByteSearch(for: Array(wanted.utf8)).matches(in: Array(text.utf8))
    #expect(isThere == (wanted.isEmpty || !places.isEmpty))
  }

  @Test("Random texts are searched as a comparison at every place does")
  func generated() {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let text = Self.bytes(Int.random(in: 0...20, using: &random), &random)
      let wanted = Self.bytes(Int.random(in: 0...4, using: &random), &random)
      let isThere = (0...text.count).contains { text.dropFirst($0).starts(with: wanted) }
      #expect(
        ByteSearch(for: wanted).matches(in: text) == isThere,
        "\(wanted) in \(text); APICALL_SEED=\(seed)")
    }
  }

  private static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 97...98, using: &random) }
  }
}
