import SeededNumbers
import Testing

/// Files for the paginators and waiters that botocore declares, which comes with moto.
///
/// `make aws-paging` runs more of them.
@Suite("Paginators and waiters of AWS")
struct AWSPagingTests {
  @Test("apicall makes the requests of botocore and finds the same items", .server("moto"))
  func comparison() throws {
    let seed = TestSeed.picked()
    let count = CaseCount.picked(12)
    let child = try ChildProcess(
      [
        "\(Place.package)/.build/servers/moto/bin/python3",
        "\(Place.package)/Tests/Corpora/Paging/run", Place.program("apicall"), "\(count)",
        "\(seed)",
      ])
    let run = CommandRun(child, limit: .seconds(900))
    #expect(run.ending == .exit(0), "seed \(seed):\n\(run.output)\(run.error)")
    #expect(run.output.hasSuffix("0 different, 0 not noticed\n"))
  }
}
