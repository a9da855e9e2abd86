import SeededNumbers
import Testing

@Suite("Conditions")
struct ConditionTests {
  /// A random condition as a file writes it, and whether it holds.
  private struct Made {
    var text: String
    var holds: Bool

    init(_ numbers: inout SeededGenerator, depth: Int = 0) {
      let kind = Int.random(in: 0..<(depth < 4 ? 8 : 4), using: &numbers)
      let flag = Bool.random(using: &numbers)
      switch kind {
      case 0: self = Made("\(flag)", flag)
      case 1: self = Made(flag ? "<yes>" : "<no>", flag)
      case 2:
        let number = Int.random(in: 0..<6, using: &numbers)
        self = Made("{value: <three>, min: \(number)}", 3 >= number)
      case 3:
        let (least, most) = (
          Int.random(in: 1..<6, using: &numbers), Int.random(in: 1..<6, using: &numbers)
        )
        self = Made("{value: <three>, min: \(least), max: \(most)}", (least <= 3) && (3 <= most))
      case 4:
        let inner = Made(&numbers, depth: depth + 1)
        self = Made("{not: \(inner.text)}", !inner.holds)
      case 5:
        // Several conditions side by side must all hold.
        let (one, other) = (
          Made(&numbers, depth: depth + 1), Made(&numbers, depth: depth + 1)
        )
        self = Made("{not: \(one.text), any: [\(other.text)]}", !one.holds && other.holds)
      default:
        let inner = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
          Made(&numbers, depth: depth + 1)
        }
        let list = inner.map(\.text).joined(separator: ", ")
        self =
          kind == 6
          ? Made("{any: [\(list)]}", inner.contains(where: \.holds))
          : Made("{all: [\(list)]}", inner.allSatisfy(\.holds))
      }
    }

    private init(_ text: String, _ holds: Bool) {
      self.text = text
      self.holds = holds
    }
  }

  @Test("A condition holds according to its parts")
  func made() async throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    // Few in each script: the work for a step grows with the number of steps.
    for _ in 0..<CaseCount.picked(60) {
      let conditions = (0..<20).map { _ in Made(&numbers) }
      var script = """
        inputs:
          yes: {type: boolean, default: true}
          no: {type: boolean, default: false}
          three: {type: integer, default: 3}
        steps:

        """
      for (index, condition) in conditions.enumerated() {
        script += "  s\(index): {if: \(condition.text), "
        script += "call: {url: 'https://a.example/\(index)'}}\n"
      }
      let trial = try await ScriptTrial(script)
      #expect(trial.failure == nil, "seed \(seed)")
      let expected = conditions.indices.filter { conditions[$0].holds }.map { "GET /\($0)" }
      #expect(trial.requests == expected, "seed \(seed)")
    }
  }
}
