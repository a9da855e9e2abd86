import SeededNumbers
import Testing

/// Lists that change while they are read, by runs that fail or are killed.
///
/// `make sync-histories` plays more of them.
@Suite("Histories of lists read with since")
struct SyncHistoryTests {
  @Test("No item is lost, and only what a killed run has printed comes again")
  func histories() throws {
    let seed = TestSeed.picked()
    let count = CaseCount.picked(100)
    let child = try ChildProcess([
      "\(Place.package)/Tests/SyncHistories/run", Place.program("apicall"), "\(count)", "\(seed)",
    ])
    let run = CommandRun(child, limit: .seconds(900))
    #expect(run.ending == .exit(0), "seed \(seed):\n\(run.output)\(run.error)")
    #expect(run.output.contains("\(count) histories, 0 wrong; "), "\(run.output)")
  }
}
