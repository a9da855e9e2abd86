import Measuring
import SeededNumbers
import Testing

@testable import APICallRequests

@Suite("Texts with gaps")
struct GapPatternTests {
  private static let marker = Array("_".utf8)

  /// The same pattern, matched by following all ways to fill the gaps.
  private func slowPattern(_ text: [UInt8]) -> BytePattern {
    var elements: [BytePattern.Element] = []
    let pieces = text.split(separator: Self.marker[0], omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      if index > 0 { elements.append(.gap(crossesSlashes: true)) }
      elements.append(.text(Array(piece)))
    }
    return BytePattern(elements)
  }

  @Test("Each text at its first place finds the same as all ways to place them")
  func random() {
    let seed = TestSeed.picked()
    var matches = 0
    for number in 0..<4000 {
      var random = SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed))
      let pattern = Array(random.text(of: ["a", "b", "_", "ab", "/"], below: 7).utf8)
      let text = Array(random.text(of: ["a", "b", "ab", "/"], below: 9).utf8)
      let slow = slowPattern(pattern).matches(text)
      let fast = BytePattern(pattern, marker: Self.marker).matches(text)
      if slow { matches += 1 }
      #expect(
        slow == fast,
        "seed \(seed): \(String(decoding: pattern, as: UTF8.self)) for \(String(decoding: text, as: UTF8.self))"
      )
    }
    #expect(matches > 100)
  }

  @Test("Many gaps in a long text take little time")
  func time() {
    let pattern = Array(String(repeating: "a_", count: 50_000).utf8)
    let text = Array(String(repeating: "ab", count: 50_000).utf8)
    let time = ProcessorTime.measure {
      #expect(BytePattern(pattern, marker: Self.marker).matches(text))
      #expect(!BytePattern(pattern + [UInt8(ascii: "c")], marker: Self.marker).matches(text))
    }
    #expect(time < .seconds(60))
  }
}
