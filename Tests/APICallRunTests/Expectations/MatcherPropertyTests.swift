import APICallBase
import APICallModel
import APICallSafety
import JSONText
import TestWorlds
import Testing

@testable import APICallRequests
@testable import APICallResponses

@Suite("Properties of all matchers")
struct MatcherPropertyTests {
  private static let seed: UInt64 = 20_261_122
  private static let iterations = 6_000

  /// Runs through generated values and matchers, of which some pass and some do not.
  private func each(
    _ offset: UInt64, _ check: (inout MatcherMaker, JudgedValue, String) throws -> Bool
  ) throws {
    var maker = MatcherMaker(seed: Self.seed + offset)
    var passed = 0
    for iteration in 0..<Self.iterations {
      let value = try maker.judged()
      if try check(&maker, value, "seed \(Self.seed + offset), iteration \(iteration)") {
        passed += 1
      }
    }
    let told = "\(passed) of \(Self.iterations)"
    #expect(passed > Self.iterations / 50 && passed < Self.iterations * 49 / 50, "\(told)")
  }

  private func holds(_ test: Matcher<JSONNode>.Test, _ value: JudgedValue) throws -> Bool {
    try JudgedSpec.holds([Matcher(test, at: .nowhere)], for: value)
  }

  @Test("`not` is the opposite")
  func not() throws {
    try each(0) { maker, value, iteration in
      let matchers = try maker.matchers()
      let isGood = try JudgedSpec.holds(matchers, for: value)
      try #require(try holds(.not(matchers), value) == !isGood, "\(iteration)")
      return isGood
    }
  }

  @Test("Several matchers and `all` are a conjunction, and `any` is a disjunction")
  func groups() throws {
    try each(1) { maker, value, iteration in
      let groups = [try maker.matchers(), try maker.matchers(), try maker.matchers()]
      let good = try groups.map { try JudgedSpec.holds($0, for: value) }
      try #require(try holds(.any(groups), value) == good.contains(true), "\(iteration)")
      try #require(try holds(.all(groups), value) == !good.contains(false), "\(iteration)")
      let one = groups.flatMap { $0 }
      try #require(try JudgedSpec.holds(one, for: value) == !good.contains(false), "\(iteration)")
      return good.contains(true)
    }
  }

  @Test("`equals` is the equality of JSON, and `one_of` is `any` of several `equals`")
  func equality() throws {
    try each(2) { maker, judged, iteration in
      let operand = try maker.value()
      guard let value = judged.json else { return true }
      let isEqual = value.isEqual(to: operand)
      try #require(try holds(.equals(operand), judged) == isEqual, "\(iteration)")
      try #require(try holds(.equals(value), judged), "\(iteration)")
      let choices = [operand, try maker.value()]
      let expected = choices.contains { value.isEqual(to: $0) }
      try #require(try holds(.oneOf(choices), judged) == expected, "\(iteration)")
      return isEqual
    }
  }

  @Test("`each` tests the elements one by one, and `length` counts them")
  func elements() throws {
    try each(3) { maker, value, iteration in
      let matchers = try maker.matchers()
      let isGood = try holds(.each(matchers), value)
      let elements = value.elements
      let good = try elements?.map { try JudgedSpec.holds(matchers, for: .json($0)) }
      try #require(isGood == (good.map { !$0.contains(false) } ?? false), "\(iteration)")
      if let elements {
        let length = try JSONDocument(text: "\(elements.count)").root
        let isLength = try holds(.length([Matcher(.equals(length), at: .nowhere)]), value)
        try #require(isLength, "\(iteration)")
      }
      return elements != nil
    }
  }

  @Test("A failed matcher has a message, and a passed one has none")
  func told() throws {
    try each(4) { maker, value, iteration in
      let matchers = try maker.matchers()
      let isGood = try JudgedSpec.holds(matchers, for: value)
      var finder = MismatchFinder(
        evaluation: MatcherEvaluation(), wording: MismatchWording(redactor: Redactor([])))
      let problems = finder.mismatches(of: matchers, for: JudgedPart("$", value))
      try #require(problems.isEmpty == isGood, "\(iteration)")
      for problem in problems {
        let lines = problem.text.split(separator: "\n")
        try #require(lines.count < 20 && lines.allSatisfy { $0.count < 2_000 }, "\(iteration)")
        try #require(problem.mismatch != nil, "\(iteration)")
      }
      return isGood
    }
  }
}
