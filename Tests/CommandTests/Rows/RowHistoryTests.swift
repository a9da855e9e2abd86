import Foundation
import SeededNumbers
import Testing

/// Rows in parts, by workers that are killed or stopped; `make row-histories` plays more of them.
@Suite("Histories of rows made by workers")
struct RowHistoryTests {
  @Test("No row is lost, none has two results, and no POST without a key is repeated")
  func histories() throws {
    let seed = TestSeed.picked()
    let isRelease = ProcessInfo.processInfo.environment["APICALL_PROGRAMS"] != nil
    let rows = isRelease ? 20_000 : 2_000
    let child = try ChildProcess([
      "\(Place.package)/Tests/RowHistories/run", Place.program("apicall"), "\(rows)", "3",
      "\(seed)",
    ])
    let run = CommandRun(child, limit: .seconds(600))
    #expect(run.ending == .exit(0), "seed \(seed):\n\(run.output)\(run.error)")
    #expect(run.output.contains("4 histories, 0 wrong"), "\(run.output)")
  }
}
