import SeededNumbers
import Testing

@testable import APICallScripts

@Suite("Sets of numbers")
struct NumberSetTests {
  @Test("A set has what was put in, in any order, and joins neighbours")
  func numbers() {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    for _ in 0..<50 {
      var (set, known) = (NumberSet(), Set<Int>())
      for _ in 0..<200 {
        let number = Int.random(in: 1...120, using: &numbers)
        let isNew = set.insert(number)
        #expect(isNew == known.insert(number).inserted)
        #expect(set.count == known.count && set.last == known.max())
      }
      #expect((0...130).allSatisfy { set.contains($0) == known.contains($0) })
    }
  }
}
