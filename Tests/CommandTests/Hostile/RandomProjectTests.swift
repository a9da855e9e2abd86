import Foundation
import SeededNumbers
import Testing

@Suite("Random projects with the user's secrets", .serialized)
struct RandomProjectTests {
  private static let count = CaseCount.picked(150)

  @Test("No request or file contains what it should not, and honest projects work")
  func projects() throws {
    let seed = TestSeed.picked()
    let outcome = RandomProjects.tried(Self.count, seed: seed)
    #expect(outcome.faults.isEmpty, "\(outcome.faults.prefix(3))")
    let shown = outcome.wrong.sorted { $0.number < $1.number }.prefix(3).map { wrong in
      "case \(wrong.number): \(wrong.problems.joined(separator: "\n"))\n\(wrong.project.shrunk().shown)"
    }
    #expect(
      outcome.wrong.isEmpty,
      """
      seed \(seed): \(outcome.wrong.count) of \(Self.count) projects are wrong
      \(shown.joined(separator: "\n\n"))
      """)
    // They are generated to succeed as well as to fail, and few have accidental errors.
    #expect(outcome.succeeded * 5 > Self.count, "\(outcome.statuses)")
    #expect(outcome.statuses["65", default: 0] * 4 < Self.count, "\(outcome.messages)")
    #expect(outcome.requests > 2 * Self.count)
    if CaseCount.wanted != nil {
      print(
        "seed \(seed): \(Self.count) projects, \(outcome.succeeded) succeeded,",
        "\(outcome.requests) requests, exit statuses \(outcome.statuses)")
      for (message, count) in outcome.messages.sorted(by: { $0.value > $1.value }).prefix(20) {
        print("\(count): \(message)")
      }
    }
  }
}
