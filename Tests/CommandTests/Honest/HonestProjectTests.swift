import Foundation
import SeededNumbers
import Synchronization
import TestServers
import Testing

@Suite("Random projects that check passes", .serialized)
struct HonestProjectTests {
  private static let count = CaseCount.picked(100)

  /// What a server responds to every request.
  private static let body =
    #"{"text":"t","num":5,"flag":true,"none":null,"list":[1,2],"map":{"a":1},"bad":"a/b c","#
    + #""control":"a\nb","next":null}"#

  /// What became of one project.
  private struct Outcome {
    var checked = ""
    var ran: String?
    var requests = 0
    var error = ""

    /// Whether the program ended in a way that no file may cause: a bug, a signal or a time limit,
    /// or a refusal after a request of what check passed.
    var isWrong: Bool {
      let late = requests > 0 ? ["64", "65", "66"] : []
      return [checked, ran].compactMap(\.self).contains { status in
        status == "70" || (Int(status) ?? 128) >= 128
      } || ran.map(late.contains) == true
    }
  }

  @Test("What check passes does not end with 64, 65 or 66 after a request, and nothing with 70")
  func projects() throws {
    let seed = TestSeed.picked()
    var counts: [String: Int] = [:]
    var wrong: [String] = []
    let outcomes = Mutex<[(project: HonestProject, outcome: Outcome)]>([])
    let errors = Mutex<[String]>([])
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      do {
        let server = try Self.server()
        while true {
          let number = next.add(1, ordering: .relaxed).oldValue
          guard number < Self.count else { return }
          let project = HonestProject(
            seed: SeededGenerator.seed(ofCase: number, in: seed), url: server.url)
          let outcome = try Self.tried(project, server)
          outcomes.withLock { $0.append((project, outcome)) }
        }
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    #expect(outcomes.withLock { $0.count } == Self.count)
    for (project, outcome) in outcomes.withLock({ $0 }) {
      counts["check \(outcome.checked)", default: 0] += 1
      if let ran = outcome.ran { counts["run \(ran)", default: 0] += 1 }
      if outcome.isWrong {
        let files = project.files.sorted { $0.key < $1.key }.map { "--- \($0.key)\n\($0.value)" }
        let endings = "check \(outcome.checked), run \(outcome.ran ?? "none")"
        wrong.append("\(endings) \(project.arguments)\n\(outcome.error)\(files.joined())")
      }
    }
    #expect(
      wrong.isEmpty, "seed \(seed): \(wrong.count) of \(Self.count)\n\(wrong.prefix(8).joined())")
    // Some of them work, and some are refused in time.
    #expect(counts["run 0", default: 0] * 40 > Self.count, "\(counts)")
    #expect(counts["check 65", default: 0] * 40 > Self.count, "\(counts)")
    if CaseCount.wanted != nil { print(seed, counts) }
  }

  private static func server() throws -> ScriptedServer {
    try ScriptedServer.answering { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-One: v\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
  }

  private static func tried(
    _ project: HonestProject, _ server: ScriptedServer
  ) throws -> Outcome {
    let folder = "\(Place.scratch)/honest-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/out", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in project.files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    var outcome = Outcome()
    let check = try CommandRun("check", "main.yaml", in: folder)
    outcome.checked = check.ending.status
    outcome.error = check.error
    guard outcome.checked == "0" else { return outcome }
    _ = server.takeRequests()
    let run = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "run", "main.yaml"] + project.arguments, in: folder))
    outcome.ran = run.ending.status
    outcome.requests = server.takeRequests().count
    outcome.error = run.error
    return outcome
  }
}
