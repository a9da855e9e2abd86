import APICallResponses
import APICallText

/// The progress of a script by its events, and the line that shows it.
struct ScriptProgressLine {
  /// A step in progress: the step of the script that was run, or of a script that it calls.
  fileprivate struct Level {
    let path: [String]
    let step: StepStart
    var start = Duration.zero
    var hasIterations: Bool
    /// The number of calls that a polling step has made, and the time of the next one.
    var pause: (calls: Int, end: Duration)?
    /// The share of the loop's file that the begun iterations have taken, from 0 to 1; nil if not
    /// known.
    var share: Double?
    var begun = 0
    var over = 0
    var failed = 0

    func leads(to other: [String]) -> Bool {
      !hasIterations && path.count < other.count && other.starts(with: path)
    }

    func hasIteration(above other: [String]) -> Bool {
      begun > over && path.count < other.count && other.starts(with: path)
    }
  }

  private var levels: [Level] = []
  /// The number of files, if the line counts files instead of the iterations of a step.
  private var files: Int?

  init() {}

  /// Creates a line for several files, each of which is noted as an iteration.
  init(files: Int) {
    self.files = files
    var step = StepStart(number: 1, of: 1)
    step.iterations = files
    levels = [Level(path: [], step: step, hasIterations: true)]
  }

  mutating func note(_ event: RunEvent, at place: StepPlace, elapsed: Duration) {
    switch event {
    case .step(let step):
      // Calls within iterations are counted by iteration.
      if levels.contains(where: { $0.hasIteration(above: place.path) }) { return }
      levels.removeAll { !$0.leads(to: place.path) }
      levels.append(
        Level(path: place.path, step: step, start: elapsed, hasIterations: step.iterations != nil))
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
    case .reading(let share):
      guard let index = levels.lastIndex(where: { $0.path == place.path }) else { return }
      levels[index].share = share
    case .pausing(let pause):
      guard let index = levels.lastIndex(where: { $0.path == place.path && !$0.hasIterations })
      else {
        return
      }
      levels[index].pause = (pause.calls, elapsed + pause.length)
    default: break
    }
  }

  /// The line, in ASCII and without control characters. These are a loop, a loop over the rows of a
  /// file, a step that polls, and files:
  ///
  /// ```text
  /// step 3 of 5 avatars: 120 of 400 [==>     ], 8 running, 2 failed, 10/s, 0:28 left
  /// step 3 of 5 avatars: 120 iterations, 30% of the file
  /// step 2 of 2 ready: call 4 in 3 s, 0:12
  /// files: 2 of 7, 3 running, 0:12
  /// ```
  ///
  /// If the terminal is too narrow, parts are left out: first the bar, then the rate, the number of
  /// running iterations, the time, and the number of failed ones.
  func text(elapsed: Duration, columns: Int) -> String {
    guard let first = levels.first, let last = levels.last else { return "" }
    let room = max(columns - 1, 0)
    let place = last.path.joined(separator: "/")
    let head = files == nil ? "\(Self.title(of: first.step)) \(place)" : "files"
    let pace = last.pace(at: elapsed)
    let time = pace?.left ?? ProgressLine.clock(elapsed.components.seconds)
    let underWay = last.begun - last.over
    let parts = [
      last.hasIterations ? last.iterations : last.nextCall(after: elapsed),
      underWay > 1 ? "\(underWay) running" : nil,
      last.failed > 0 ? "\(last.failed) failed" : nil, pace?.rate, time,
    ]
    for omitted in [[], [3], [1, 3], [1, 3, 4], [1, 2, 3, 4]] {
      var shown = parts.indices.filter { !omitted.contains($0) }.compactMap { parts[$0] }
      let line = shown.isEmpty ? head : "\(head): \(shown.joined(separator: ", "))"
      guard line.utf8.count <= room else { continue }
      let width = min(room - line.utf8.count - 3, ProgressLine.bars.widest)
      guard omitted.isEmpty, let percent = pace?.percent, width >= ProgressLine.bars.narrowest
      else { return line }
      shown[0] += " [\(ProgressLine.bar(percent, width: width))]"
      return "\(head): \(shown.joined(separator: ", "))"
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
  /// The time until the next call of a polling step; nil if it is not waiting.
  fileprivate func nextCall(after elapsed: Duration) -> String? {
    guard let pause, pause.end > elapsed else { return nil }
    return "call \(pause.calls + 1) in \(WaitingLine.seconds(pause.end - elapsed)) s"
  }

  fileprivate var iterations: String {
    if let count = step.iterations { return "\(over) of \(count)" }
    let done = over.counted("iteration")
    return percent.map { "\(done), \($0)% of the file" } ?? done
  }

  /// The number of all iterations; an estimate if it follows from the size of the begun ones.
  private var count: Double? {
    if let count = step.iterations { return Double(count) }
    return share.flatMap { $0 > 0 ? Double(begun) / $0 : nil }
  }

  /// How many of a hundred iterations have ended; nil if their number is not known.
  private var percent: Int? {
    count.flatMap { $0 > 0 && Double(over) <= $0 ? Int(Double(over) / $0 * 100) : nil }
  }

  /// How fast iterations end, how many of a hundred have ended, and how long the others take at that
  /// rate; nil as long as that is not known.
  fileprivate func pace(at elapsed: Duration) -> (rate: String, percent: Int, left: String?)? {
    let time = elapsed - start
    guard let count, let percent, hasIterations, over > 0, time >= .seconds(2)
    else { return nil }
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let rate = Double(over) / seconds
    let left = Int64(((count - Double(over)) / rate).rounded(.up))
    let shown = rate >= 1 ? "\(Int(rate.rounded()))/s" : "\(max(1, Int((rate * 60).rounded())))/min"
    return (shown, percent, ProgressLine.clock(left).map { "\($0) left" })
  }
}
