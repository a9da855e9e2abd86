import Foundation
import SeededNumbers
import Synchronization

/// Many random projects, several at a time.
enum RandomProjects {
  /// A project with problems.
  struct Wrong: Sendable {
    let number: Int
    let problems: [String]
    let project: RandomProject
  }

  /// The results.
  struct Outcome: Sendable {
    var wrong: [Wrong] = []
    /// The number of runs by exit status.
    var statuses: [String: Int] = [:]
    /// The number of successful runs with a request.
    var succeeded = 0
    var requests = 0
    /// The first lines of messages.
    var messages: [String: Int] = [:]
    var faults: [String] = []
  }

  /// Returns the project with a number.
  static func project(_ number: Int, seed: UInt64) -> RandomProject {
    RandomProject(seed: SeededGenerator.seed(ofCase: number, in: seed))
  }

  /// Tries projects.
  static func tried(_ count: Int, seed: UInt64) -> Outcome {
    let outcome = Mutex(Outcome())
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        let project = project(number, seed: seed)
        do {
          let run = try RandomProjectRun(project)
          outcome.withLock { $0.add(run, of: project, number) }
        } catch {
          outcome.withLock { $0.faults.append("case \(number): \(error)") }
        }
      }
    }
    return outcome.withLock { $0 }
  }
}

extension RandomProjects.Outcome {
  fileprivate mutating func add(_ run: RandomProjectRun, of project: RandomProject, _ number: Int) {
    for status in run.statuses { statuses[status, default: 0] += 1 }
    if run.requests > 0, run.statuses.allSatisfy({ $0 == "0" }) { succeeded += 1 }
    requests += run.requests
    for (status, error) in zip(run.statuses, run.errors) where status != "0" {
      let line = error.components(separatedBy: "\n")[0]
        .replacing(#/127.0.0.1:[0-9]+/#, with: "HOST").replacing(
          #/^[^ ]*:[0-9]+:[0-9]+: /#, with: ""
        )
        .replacing(#/[a-z]+[0-9]+/#, with: "N")
      messages["\(status) \(line)", default: 0] += 1
    }
    if !run.problems.isEmpty {
      wrong.append(.init(number: number, problems: run.problems, project: project))
    }
  }
}
