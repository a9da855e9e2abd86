import SeededNumbers
import Testing

@testable import JSONText

@Suite("Differences of generated values")
struct JSONDifferencePropertyTests {
  @Test("There are none if and only if the values are equal", arguments: 1...4)
  func noneOfEqual(_ seed: UInt64) throws {
    var maker = TextMaker(seed: seed)
    var last = try JSONDocument(text: "null").root
    var (equal, different) = (0, 0)
    for number in 0..<1000 {
      let text = maker.text()
      let value = try JSONDocument(text).root
      let laidOut = try JSONDocument(Outcome(of: text).indented).root
      // Half of the lists and objects are similar to the original.
      let near = value.elements.map { $0 } + value.members.map(\.value)
      for (left, right) in [(value, laidOut), (value, last)] + zip(near, near.dropFirst()) {
        let isEqual = left.isEqual(to: right)
        let label: Comment = "seed \(seed), number \(number): \(left), \(right)"
        let differences = JSONDifferences(from: left, to: right, limit: .max)
        #expect((differences.count == 0) == isEqual, label)
        #expect(differences.first.count == differences.count, label)
        #expect(!isEqual || JSONDifferences(from: right, to: left).count == 0, label)
        if isEqual { equal += 1 } else { different += 1 }
      }
      last = value
    }
    #expect(equal >= 1000 && different > 1000)
  }

  @Test("Applying them to the expected value gives the actual value", arguments: 5...8)
  func applied(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var count = 0
    for number in 0..<1000 {
      let before = try JSONDocument(text: ReferenceTree.make(&random).text).root
      var tree = DifferenceTree(before)
      var after = try JSONDocument(text: ReferenceTree.make(&random).text).root
      // Every second value is completely different, and the others have a few edits.
      if number % 2 == 0 {
        for _ in 0..<random.below(6) {
          _ = DifferenceEdit(of: &tree, &random)
          tree = DifferenceTree(try JSONDocument(text: tree.text).root)
        }
        after = try JSONDocument(text: tree.text).root
      }
      let label: Comment = "seed \(seed), number \(number): \(before), \(after)"
      let differences = JSONDifferences(from: before, to: after, limit: .max)
      count += differences.count
      let changes = try differences.first.map { try DifferenceTree.Change($0) }
      let made = try DifferenceTree(before).applying(changes)
      #expect(try JSONDocument(text: made.text).root.isEqual(to: after), label)
    }
    #expect(count > 1000)
  }

  @Test("One edit gives one difference, at its place", arguments: 9...12)
  func single(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<1000 {
      let before = try JSONDocument(text: ReferenceTree.make(&random).text).root
      var tree = DifferenceTree(before)
      let edit = DifferenceEdit(of: &tree, &random)
      let after = try JSONDocument(text: tree.text).root
      if before.isEqual(to: after) { continue }
      let label: Comment = "seed \(seed), number \(number): \(before), \(after)"
      let differences = JSONDifferences(from: before, to: after)
      #expect(differences.count == 1, label)
      let first = try #require(differences.first.first, label)
      #expect("\(first.kind)" == "\(edit.kind)", label)
      let (path, wanted) = (try JSONPath(first.path).segments, try JSONPath(edit.path).segments)
      if edit.kind != .changed, isElement(wanted) {
        // Any of several equal elements may be reported; the test above checks that the result is
        // right.
        #expect(path.dropLast() == wanted.dropLast() && isElement(path), label)
      } else {
        #expect(path == wanted, label)
      }
    }
  }

  private func isElement(_ path: [JSONPathSegment]) -> Bool {
    guard let selectors = path.last?.selectors, case .index = selectors.first else {
      return false
    }
    return true
  }
}
