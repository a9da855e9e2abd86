import SeededNumbers
import Testing

/// Files of all features against generated responses, many of which are cut, mislabelled, emptied or
/// of another kind; an oracle in Python knows what is right.
@Suite("Wrong responses")
struct WrongResponseTests {
  @Test("A run ends with status 0 only if its output is what the oracle computes")
  func oracle() throws {
    let seed = TestSeed.picked()
    let count = CaseCount.picked(1000)
    let child = try ChildProcess(
      [
        "python3", "\(Place.package)/Tests/WrongResponses/run", Place.program("apicall"),
        "\(count)", "\(seed)",
      ])
    let run = CommandRun(child, limit: .seconds(900))
    #expect(run.ending == .exit(0), "seed \(seed):\n\(run.output)\(run.error)")
    #expect(run.output.hasSuffix("\(count) passed, 0 failed\n"))
  }
}
