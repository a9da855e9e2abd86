import APICallBase
import APICallModel
import APICallSafety
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@testable import APICallRequests
@testable import APICallResponses

@Suite("Whole documents as expectations")
struct DocumentExpectationPropertyTests {
  private static let seed: UInt64 = 20_261_123
  private static let iterations = 3_000

  private func mismatches(_ expected: JSONNode, _ actual: JSONNode) -> [Message] {
    var finder = MismatchFinder(
      evaluation: MatcherEvaluation(), wording: MismatchWording(redactor: Redactor([])))
    let matcher = Matcher(.equals(expected), at: .nowhere)
    return finder.mismatches(of: [matcher], for: JudgedPart("$", .json(actual)))
  }

  /// A document whose scalars all differ, so that one edit is one difference.
  private struct Maker {
    var random: SeededGenerator
    var next = 0
    var places = 0

    mutating func text(depth: Int = 0, edited: Int?) -> String {
      let place = places
      places += 1
      let count = 1 + random.below(3)
      let kind = random.below(depth == 0 ? 2 : depth < 4 ? 5 : 1) + (depth < 4 ? 0 : 4)
      var text: String
      switch kind {
      case 0, 2:
        var items: [String] = []
        for _ in 0..<count { items.append(self.text(depth: depth + 1, edited: edited)) }
        text = "[\(items.joined(separator: ", "))]"
      case 1, 3:
        var items: [String] = []
        for index in 0..<count {
          items.append("\"k\(index)\": \(self.text(depth: depth + 1, edited: edited))")
        }
        text = "{\(items.joined(separator: ", "))}"
      default:
        next += 1
        text = random.below(2) == 0 ? "\(next)" : "\"t\(next)\""
        if place == edited { text = "false" }
      }
      return text
    }
  }

  @Test("A document matches itself, and fails at exactly the place of one edit")
  func oneEdit() throws {
    var edits = 0
    for iteration in 0..<Self.iterations {
      let seed = Self.seed &+ UInt64(iteration)
      var maker = Maker(random: SeededGenerator(seed: seed))
      let expected = try JSONDocument(text: maker.text(edited: nil)).root
      #expect(mismatches(expected, expected).isEmpty)
      var choice = SeededGenerator(seed: seed ^ 0xFF)
      let edited = choice.below(maker.places)
      var other = Maker(random: SeededGenerator(seed: seed))
      let actual = try JSONDocument(text: other.text(edited: edited)).root
      let told = "seed \(seed): \(expected) and \(actual)"
      let problems = mismatches(expected, actual)
      if expected.isEqual(to: actual) {
        #expect(problems.isEmpty, "\(told)")
        continue
      }
      edits += 1
      try #require(problems.count == 1, "\(told)")
      let problem = problems[0]
      let mismatch = try #require(problem.mismatch)
      try #require(mismatch.differenceCount == 1 && problem.details.isEmpty, "\(told)")
      let path = try JSONPath(try #require(mismatch.differences.first).path)
      let found = try path.select(in: actual, patterns: nil)
      try #require(found.map(\.text) == ["false"], "\(told): \(problem.message)")
      try #require(
        problem.message.hasPrefix("\(mismatch.differences[0].path) is false, "), "\(told)")
    }
    #expect(edits > Self.iterations / 3)
  }

  @Test("A message never exceeds a screen, whatever the documents are")
  func screenful() throws {
    var maker = MatcherMaker(seed: Self.seed)
    for iteration in 0..<Self.iterations {
      let expected = try maker.value()
      let actual = try maker.value()
      let problems = mismatches(expected, actual)
      try #require(problems.isEmpty == expected.isEqual(to: actual), "iteration \(iteration)")
      for problem in problems {
        let lines = problem.text.split(separator: "\n")
        try #require(lines.count < 20, "seed \(Self.seed), iteration \(iteration)")
        try #require(
          lines.allSatisfy { $0.count < 400 }, "seed \(Self.seed), iteration \(iteration)")
      }
    }
  }

  @Test("Of thousands of differing elements, ten are listed and the rest are counted")
  func many() throws {
    let expected = try JSONDocument(
      text: "[" + (0..<3000).map { "\($0)" }.joined(separator: ",") + "]")
    let actual = try JSONDocument(
      text: "[" + (0..<3000).map { "\"\($0)\"" }.joined(separator: ",") + "]")
    let problem = try #require(mismatches(expected.root, actual.root).first)
    #expect(problem.message.hasPrefix("$ differs from the expected value in "))
    #expect(problem.details.count == 11)
    let count = try #require(problem.mismatch).differenceCount
    #expect(problem.details.last == "and \(count - 10) more")
    #expect(problem.mismatch?.differences.count == 10)
  }
}
