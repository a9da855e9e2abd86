import SeededNumbers
import Testing

@testable import JSONText

@Suite("Alignment of lists")
struct JSONAlignmentTests {
  @Test("finds what was put in, taken out and changed in long lists")
  func long() throws {
    var numbers = Array(0..<20_000)
    let expected = try JSONDocument(text: text(numbers)).root
    numbers[15_000] = -1
    numbers.removeSubrange(9000..<9003)
    numbers.insert(contentsOf: [-2, -3], at: 100)
    let actual = try JSONDocument(text: text(numbers)).root
    let differences = JSONDifferences(from: expected, to: actual)
    #expect(
      differences.first.map { "\($0.path) \($0.kind)" } == [
        "$[100] unexpected", "$[101] unexpected", "$[9000] missing", "$[9001] missing",
        "$[9002] missing", "$[14999].id changed",
      ])
    #expect(differences.count == 6)
  }

  @Test("pairs by position what has too little in common")
  func different() throws {
    let expected = try JSONDocument(text: text(0..<3000)).root
    let actual = try JSONDocument(text: text(10_000..<13_001)).root
    let differences = JSONDifferences(from: expected, to: actual)
    #expect(differences.first.map(\.path) == (0..<10).map { "$[\($0)].id" })
    #expect(differences.count == 3001)
  }

  @Test("pairs by position when its steps are used up")
  func exhausted() {
    var alignment = JSONAlignment(of: [1, 2, 3], with: [0, 1, 2, 3], steps: 11)
    alignment.align(
      expectedSketch: { _ in JSONSketch(kind: .null, marks: []) },
      actualSketch: { _ in JSONSketch(kind: .null, marks: []) })
    #expect(alignment.pairs.map { [$0.expected, $0.actual] } == [[0, 0], [1, 1], [2, 2]])
    #expect(alignment.pairs.map(\.isSame) == [false, false, false])
    #expect(alignment.steps < 0)
  }

  @Test("finds a longest common subsequence", arguments: 1...4)
  func anchors(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let kinds = 1 + random.below(6)
      let left = (0..<random.below(12)).map { _ in random.below(kinds) }
      let right = (0..<random.below(12)).map { _ in random.below(kinds) }
      let label: Comment = "seed \(seed): \(left), \(right)"
      var steps = 100_000
      let anchors = JSONAnchors.find(in: left, and: right, maxEdits: 24, steps: &steps)
      #expect(anchors.allSatisfy { left[$0.expected] == right[$0.actual] }, label)
      for (one, next) in zip(anchors, anchors.dropFirst()) {
        #expect(one.expected < next.expected && one.actual < next.actual, label)
      }
      #expect(anchors.count == longestCount(left, right), label)
      // With fewer edits than it takes, there are none.
      let edits = left.count + right.count - 2 * anchors.count
      guard edits > 0 else { continue }
      let few = JSONAnchors.find(in: left, and: right, maxEdits: edits - 1, steps: &steps)
      #expect(few.isEmpty, label)
    }
  }

  private func longestCount(_ left: [Int], _ right: [Int]) -> Int {
    var counts = [Int](repeating: 0, count: right.count + 1)
    for element in left {
      var diagonal = 0
      for index in right.indices {
        let above = counts[index + 1]
        counts[index + 1] = element == right[index] ? diagonal + 1 : max(above, counts[index])
        diagonal = above
      }
    }
    return counts[right.count]
  }

  private func text(_ numbers: some Sequence<Int>) -> String {
    "[" + numbers.map { #"{"id":\#($0),"is":true}"# }.joined(separator: ",") + "]"
  }
}
