import APICallRun
import APICallScripts

/// How far a script has come, as its events tell, and the line that shows it.
struct ScriptProgressLine {
  /// One of the steps that are under way: that of the script which was run, and those of the scripts
  /// that it calls.
  fileprivate struct Level {
    let path: [String]
    let step: StepStart
    /// Whether it is run several times.
    var hasIterations: Bool
    /// How many calls were made by one that polls, and when the next one is made.
    var pause: (calls: Int, end: Duration)?
    var begun = 0
    var over = 0
    var failed = 0

    /// Whether another one is called by it, and once.
    func leads(to other: [String]) -> Bool {
      !hasIterations && path.count < other.count && other.starts(with: path)
    }

    /// Whether one of its iterations that is under way may call another one.
    func hasIteration(above other: [String]) -> Bool {
      begun > over && path.count < other.count && other.starts(with: path)
    }
  }

  private var levels: [Level] = []

  /// Takes note of what happens.
  ///
  /// - Parameters:
  ///   - event: what happens; what is not about a step or a iteration changes nothing.
  ///   - place: where.
  ///   - elapsed: how long the script has taken.
  mutating func note(_ event: RunEvent, at place: StepPlace, elapsed: Duration = .zero) {
    switch event {
    case .step(let step):
      // What the iterations of a step call is counted by iterations.
      if levels.contains(where: { $0.hasIteration(above: place.path) }) { return }
      levels.removeAll { !$0.leads(to: place.path) }
      levels.append(Level(path: place.path, step: step, hasIterations: step.iterations != nil))
    case .iteration(let state):
      guard let index = levels.lastIndex(where: { $0.path == place.path }) else { return }
      levels[index].hasIterations = true
      switch state {
      case .begun: levels[index].begun += 1
      case .done, .skipped: levels[index].over += 1
      case .failed:
        levels[index].over += 1
        levels[index].failed += 1
      }
    case .pausing(let pause):
      guard let index = levels.lastIndex(where: { $0.path == place.path && !$0.hasIterations })
      else {
        return
      }
      levels[index].pause = (pause.calls, elapsed + pause.length)
    default: break
    }
  }

  /// The line, in ASCII and without control characters: `step 3 of 5 avatars: 120 of 400 iterations,
  /// 8 under way, 2 failed, 0:12`, or `step 2 of 2 ready: call 4 in 3 s, 0:12` of one that polls.
  ///
  /// What the terminal has no room for is left out: first how many are under way, then the time, then
  /// how many failed.
  ///
  /// - Parameters:
  ///   - elapsed: how long the script has taken.
  ///   - columns: the columns of the terminal; the last one stays free.
  /// - Returns: the line; empty where there is nothing to say yet, or no room at all.
  func text(elapsed: Duration, columns: Int) -> String {
    guard let first = levels.first, let last = levels.last else { return "" }
    let room = max(columns - 1, 0)
    let head = "\(Self.title(of: first.step)) \(last.path.joined(separator: "/"))"
    let time = ProgressLine.clock(elapsed.components.seconds)
    let underWay = last.begun - last.over
    let parts = [
      last.hasIterations ? last.iterations : last.nextCall(after: elapsed),
      underWay > 1 ? "\(underWay) under way" : nil,
      last.failed > 0 ? "\(last.failed) failed" : nil, time,
    ]
    for leftOut in [[], [1], [1, 3], [1, 2, 3]] {
      let said = parts.indices.filter { !leftOut.contains($0) }.compactMap { parts[$0] }
      let line = said.isEmpty ? head : "\(head): \(said.joined(separator: ", "))"
      if line.utf8.count <= room { return line }
    }
    return String(head.prefix(room))
  }

  private static func title(of step: StepStart) -> String {
    if let part = step.part { return part.rawValue }
    guard let number = step.number, let count = step.count else { return "step" }
    return "step \(number) of \(count)"
  }
}

extension ScriptProgressLine.Level {
  /// How soon one that polls makes its next call; nil where that does not wait.
  fileprivate func nextCall(after elapsed: Duration) -> String? {
    guard let pause, pause.end > elapsed else { return nil }
    return "call \(pause.calls + 1) in \(WaitingLine.seconds(pause.end - elapsed)) s"
  }

  /// How many iterations are over, of how many where that is known.
  fileprivate var iterations: String {
    let word = (step.iterations ?? over) == 1 ? "iteration" : "iterations"
    return step.iterations.map { "\(over) of \($0) \(word)" } ?? "\(over) \(word)"
  }
}
