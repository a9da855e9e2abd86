import JSONText
import SeededNumbers
import Testing

@Suite("Alignment of lists")
struct JSONAlignmentTests {
  @Test("Insertions, deletions and changes in a part of long lists are found")
  func long() throws {
    var numbers = Array(0..<20_000)
    let expected = try JSONDocument(text: text(numbers)).root
    numbers[15_000] = -1
    numbers.removeSubrange(14_900..<14_903)
    numbers.insert(contentsOf: [-2, -3], at: 14_100)
    let actual = try JSONDocument(text: text(numbers)).root
    let differences = JSONDifferences(from: expected, to: actual)
    #expect(
      differences.first.map { "\($0.path) \($0.kind)" } == [
        "$[14100] unexpected", "$[14101] unexpected", "$[14900] missing", "$[14901] missing",
        "$[14902] missing", "$[14999].id changed",
      ])
    #expect(differences.count == 6)
  }

  @Test("Long parts that differ are paired by position", arguments: [0, 1])
  func different(_ more: Int) throws {
    let expected = try JSONDocument(text: text(0..<3000)).root
    let actual = try JSONDocument(text: text(10_000..<13_000 + more)).root
    let differences = JSONDifferences(from: expected, to: actual)
    #expect(differences.first.map(\.path) == (0..<10).map { "$[\($0)].id" })
    #expect(differences.count == 3000 + more)
  }

  @Test("Elements are paired by position once the step limit is reached")
  func exhausted() throws {
    // Each pair of lists takes 500 times 500 steps; the limit is 33 million.
    let lists = { (start: Int) in
      (0..<200).map { number in
        let elements = (0..<500).map { "\(1 + ($0 + start) % 503)" }
        return "\"\(number)\":[\(elements.joined(separator: ","))]"
      }
    }
    let expected = try JSONDocument(text: "{\(lists(0).joined(separator: ","))}").root
    let actual = try JSONDocument(text: "{\(lists(1).joined(separator: ","))}").root
    let differences = JSONDifferences(from: expected, to: actual, limit: .max)
    let aligned = differences.first.prefix { $0.kind != .changed }.count
    #expect(aligned > 200 && aligned < 300)
    #expect(differences.count == aligned + (200 - aligned / 2) * 500)
  }

  @Test("The number of differences is minimal", arguments: 1...4)
  func fewest(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let left = (0..<random.below(12)).map { _ in 1 + random.below(6) }
      let right = (0..<random.below(12)).map { _ in 1 + random.below(6) }
      let expected = try JSONDocument(text: "\(left)").root
      let actual = try JSONDocument(text: "\(right)").root
      let count = JSONDifferences(from: expected, to: actual).count
      let label: Comment = "seed \(seed): \(left), \(right)"
      #expect(count <= left.count + right.count - 2 * longestCount(left, right), label)
      let same = zip(left, right).count { $0 == $1 }
      #expect(count <= max(left.count, right.count) - same, label)
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
