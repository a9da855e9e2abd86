import Measuring
import Patterns
import SeededNumbers
import Testing

@Suite("Limits of regular expressions")
struct PatternLimitTests {
  /// The time limit for one search on a slow, busy machine.
  private static let patience = Duration.seconds(5)

  private func outcome(_ pattern: String, _ text: String) throws -> Result<Bool, PatternLimit> {
    let pattern = try Pattern(pattern)
    var outcome = Result<Bool, PatternLimit>.success(false)
    let time = ProcessorTime.measure {
      outcome = Result { () throws(PatternLimit) in try pattern.matches(in: text) }
    }
    #expect(time < Self.patience, "\(pattern.text) took \(time)")
    return outcome
  }

  @Test(
    "A search that would take very long ends with an error",
    arguments: [
      ("(a+)+$", 40, ""), ("^(a|a)*$", 40, ""), ("^(a|aa)+$", 60, ""), ("(.*)*[xy]", 60, ""),
      ("^(\\w+\\s?)*$", 60, ""), ("(x+x+)+[yz]", 40, "x"),
      // Below PCRE2's own limit at each position, but there are many positions.
      ("a+[bc]", 200_000, ""), ("a*a*a*[bc]", 3_000, ""), ("(a|b)*[cd]", 20_000, ""),
      // Few items, each of which scans the whole text.
      ("^.*?.*?(?>.*)y", 20_000, ""), ("^(a*)a*?a*?\\1c", 20_000, ""),
      ("(?:(a*)(?!\\1))*[bc]", 20_000, ""),
    ])
  func ages(_ pattern: String, _ count: Int, _ letter: String) throws {
    let letters = String(repeating: letter.isEmpty ? "a" : letter, count: count)
    #expect(try outcome(pattern, letters + "!") == .failure(.steps))
  }

  @Test(
    "A long text alone does not end a search",
    arguments: [
      ("^[a-z]+$", 1 << 20), ("a$", 1 << 20), ("^(a|b)+$", 100_000), ("a.*a", 1 << 20),
      ("^(?:[a-z]{3})*a{0,2}$", 200_000),
    ])
  func long(_ pattern: String, _ count: Int) throws {
    #expect(try outcome(pattern, String(repeating: "a", count: count)) == .success(true))
  }

  @Test("Deep matches do not exhaust memory")
  func memory() throws {
    let groups = String(repeating: "(a", count: 90) + String(repeating: ")?", count: 90)
    let result = try outcome("^(?:\(groups)|b)*c$", String(repeating: "ab", count: 200_000))
    #expect(result == .failure(.memory) || result == .failure(.steps))
  }

  @Test("Several searches share their steps")
  func shared() throws {
    let pattern = try Pattern("^(a+)+$")
    let text = String(repeating: "a", count: 40) + "!"
    var steps = 2 * Pattern.Limits.steps
    let time = ProcessorTime.measure {
      for _ in 0..<1000 {
        #expect(throws: PatternLimit.steps) { try pattern.matches(in: text, steps: &steps) }
      }
    }
    #expect(steps == 0)
    #expect(time < Self.patience)
    #expect(try pattern.matches(in: "aa", steps: &steps))
  }

  @Test("Finding a match takes no more steps than testing for one")
  func match() throws {
    let pattern = try Pattern("^(a+)+$")
    let text = String(repeating: "a", count: 40) + "!"
    var (finding, telling) = (Pattern.Limits.steps, Pattern.Limits.steps)
    #expect(throws: PatternLimit.steps) { try pattern.firstMatch(in: text, steps: &finding) }
    #expect(throws: PatternLimit.steps) { try pattern.matches(in: text, steps: &telling) }
    #expect(finding == telling && finding < Pattern.Limits.steps)
  }

  @Test("A pattern can have 4096 bytes")
  func length() throws {
    #expect(try Pattern(String(repeating: "a", count: 4096)).matches(in: "b") == false)
    let error = #expect(throws: PatternSyntaxError.self) {
      try Pattern(String(repeating: "a", count: 4097))
    }
    #expect(error?.reason == "it is longer than 4096 bytes")
    #expect(error?.offset == nil)
  }

  @Test(
    "A short pattern with a large compiled form is refused",
    arguments: [
      "(?:(?:(?:a{100}){100}){100}){100}", "(a{60000}){60000}", "\\p{L}{65536}",
    ])
  func size(_ pattern: String) throws {
    let time = ProcessorTime.measure {
      #expect(throws: PatternSyntaxError.self) { try Pattern(pattern) }
    }
    #expect(time < Self.patience)
  }

  @Test("Parentheses can be nested 100 levels deep")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    }
    _ = try Pattern(nested(100))
    let error = #expect(throws: PatternSyntaxError.self) { try Pattern(nested(101)) }
    #expect(error?.reason == "parentheses are too deeply nested")
  }

  @Test("A pattern cannot raise its own limits")
  func ownLimits() throws {
    let text = String(repeating: "a", count: 40) + "!"
    #expect(
      try outcome("(*LIMIT_MATCH=4000000000)(*LIMIT_DEPTH=4000000000)(a+)+$", text)
        == .failure(.steps))
  }

  @Test("Random patterns compile and search quickly, or fail with a message")
  func chance() {
    let seed = TestSeed.picked()
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b", ".", "*", "+", "?", "(", ")", "(?:", "(?=", "(?!", "(?>", "(?<=", "|", "[", "]",
      "^", "$", "\\1", "\\b", "\\w", "\\d", "{2}", "{1,50}", "{0,}", "\\p{L}", "[^a]", "é", "\\",
      "(?i)", "(?<n>", "(?&n)", "(?R)", "\\K", "(*ACCEPT)", "(?C1)", "\\X", "\\R", "+?", "*+",
    ]
    let text = String(repeating: "aab", count: 40) + "é!"
    var compiled = 0
    for _ in 0..<4_000 {
      let pattern = (0..<(1 + generator.below(12))).map { _ in pieces[generator.below(pieces.count)]
      }
      .joined()
      let time = ProcessorTime.measure {
        guard let expression = try? Pattern(pattern) else { return }
        compiled += 1
        _ = try? expression.matches(in: text)
      }
      #expect(time < Self.patience, "seed \(seed): \(pattern) took \(time)")
    }
    #expect(compiled > 200, "seed \(seed)")
  }
}
