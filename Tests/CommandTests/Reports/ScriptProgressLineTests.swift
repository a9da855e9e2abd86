import Testing

@testable import APICallResponses
@testable import apicall

@Suite("The progress line of a script")
struct ScriptProgressLineTests {
  /// Events at the beginning, and the line that shows them after 12 seconds.
  struct Case: CustomTestStringConvertible {
    var testDescription: String { line.isEmpty ? "nothing" : line }
    var line: String
    var columns = 80
    var elapsed = Duration.seconds(12)
    var events: [(path: String, event: RunEvent)]

    init(
      _ line: String, columns: Int = 80, after elapsed: Duration = .seconds(12),
      _ events: (String, RunEvent)...
    ) {
      self.line = line
      self.columns = columns
      self.elapsed = elapsed
      self.events = events
    }
  }

  private static let avatars = (
    "avatars", RunEvent.step(StepStart(number: 3, of: 5, iterations: 400))
  )
  private static let rows = ("rows", RunEvent.step(StepStart(number: 1, of: 1)))
  private static let begun = ("avatars", RunEvent.iteration(.begun))
  private static let done = ("avatars", RunEvent.iteration(.done))
  private static let failed = ("avatars", RunEvent.iteration(.failed))

  private static func read(_ share: Double) -> (String, RunEvent) { ("rows", .reading(share)) }
  private static let row = [IterationState.begun, .done].map { ("rows", RunEvent.iteration($0)) }

  private static let ready = ("ready", RunEvent.step(StepStart(number: 2, of: 2)))

  private static func pausing(
    _ calls: Int, _ length: Duration, in step: String = "ready"
  ) -> (String, RunEvent) {
    (step, .pausing(PollPause(calls: calls, length: length)))
  }

  @Test("For several files, it counts them")
  func files() {
    var line = ScriptProgressLine(files: 7)
    let place = StepPlace(path: [])
    for state in [IterationState.begun, .begun, .done, .begun, .failed, .begun] {
      line.note(.iteration(state), at: place, elapsed: .zero)
    }
    let elapsed = Duration.seconds(12)
    #expect(
      line.text(elapsed: elapsed, columns: 60)
        == "files: 2 of 7, 2 running, 1 failed, 10/min, 0:30 left")
    #expect(line.text(elapsed: elapsed, columns: 40) == "files: 2 of 7, 1 failed, 0:30 left")
    #expect(line.text(elapsed: elapsed, columns: 24) == "files: 2 of 7, 1 failed")
    #expect(line.text(elapsed: elapsed, columns: 16) == "files: 2 of 7")
  }

  @Test(
    "It shows the events that fit",
    arguments: [
      Case(""),
      Case("step 1 of 5 users: 0:12", ("users", .step(StepStart(number: 1, of: 5)))),
      Case(
        "step 2 of 5 jobs: 1:00:12", after: .seconds(3612),
        ("users", .step(StepStart(number: 1, of: 5))), ("jobs", .step(StepStart(number: 2, of: 5)))
      ),
      Case("step 3 of 5 avatars: 0 of 400, 0:12", avatars),
      Case(
        "step 3 of 5 avatars: 1 of 400 [               ], 2 running, 5/min, 1:19:48 left", avatars,
        begun, begun, done,
        begun),
      Case(
        "step 3 of 5 avatars: 3 of 400 [                 ], 2 failed, 15/min, 26:28 left", avatars,
        begun, done, begun,
        failed,
        begun, failed, begun),
      Case(
        "step 3 of 5 avatars: 1 of 400, 2 running, 1 failed, 5/min, 1:19:48 left", avatars, begun,
        begun,
        begun, failed),
      Case(
        "step 3 of 5 avatars: 1 of 400, 1 failed, 1:19:48 left", columns: 60, avatars, begun,
        begun,
        begun, failed),
      Case(
        "step 3 of 5 avatars: 1 of 400, 1 failed", columns: 48, avatars, begun, begun,
        begun, failed),
      Case(
        "step 3 of 5 avatars: 1 of 400", columns: 36, avatars, begun, begun, begun,
        failed),
      Case("step 3 of 5 avatars", columns: 28, avatars, begun, begun, begun, failed),
      Case("step 3", columns: 7, avatars),
      Case("", columns: 0, avatars),
      Case(
        "step 1 of 1 rows: 1 iteration, 0:12", rows, ("rows", .iteration(.begun)),
        ("rows", .iteration(.done))),
      Case(
        "step 1 of 1 rows: 2 iterations, 0:12", rows, ("rows", .iteration(.begun)),
        ("rows", .iteration(.done)),
        ("rows", .iteration(.begun)), ("rows", .iteration(.skipped))),
      Case(
        "step 1 of 1 one: 0 of 1, 0:12",
        ("one", .step(StepStart(number: 1, of: 1, iterations: 1)))),
      // Of a file, the share that has been done is known.
      Case("step 1 of 1 rows: 0 iterations, 0% of the file, 0:12", rows, read(0.02), row[0]),
      Case(
        "step 1 of 1 rows: 1 iteration, 20% of the file [=>          ], 5/min, 0:48 left", rows,
        read(0.2), row[0], row[1]),
      Case(
        "step 1 of 1 rows: 1 iteration, 20% of the file [===>                 ], 2 running, 5/min, "
          + "0:48 left", columns: 100, rows, read(0.2), row[0], row[1], read(0.4), row[0],
        read(0.6), row[0]),
      Case(
        "step 1 of 1 rows: 2 iterations, 100% of the file [=========], 10/min, 0:00 left", rows,
        read(0.5), row[0], row[1], read(1), row[0], row[1]),
      Case(
        "step 1 of 1 rows: 1 iteration, 20% of the file", columns: 50, rows, read(0.2), row[0],
        row[1]),
      // The steps of a called script are shown, except in an iteration of a loop.
      Case(
        "step 2 of 3 import/rows: 1 of 9 [=>                         ], 5/min, 1:36 left",
        ("import", .step(StepStart(number: 2, of: 3))),
        ("import/login", .step(StepStart(number: 1, of: 2))),
        ("import/rows", .step(StepStart(number: 2, of: 2, iterations: 9))),
        ("import/rows", .iteration(.begun)), ("import/rows", .iteration(.done))),
      Case(
        "step 3 of 5 avatars: 0 of 400, 2 running, 0:12", avatars, begun,
        ("avatars/get", .step(StepStart(number: 1, of: 2))), begun,
        ("avatars/get", .step(StepStart(number: 2, of: 2, iterations: 7))),
        ("avatars/get", .iteration(.begun))),
      Case(
        "step 3 of 3 last: 0:12", ("import", .step(StepStart(number: 2, of: 3))),
        ("import/rows", .step(StepStart(number: 2, of: 2, iterations: 9))),
        ("last", .step(StepStart(number: 3, of: 3)))),
      // The calls at the end.
      Case(
        "cleanup login/logout: 0:12", avatars, begun,
        ("login/logout", .step(StepStart(part: .cleanup)))),
      Case(
        "finally audit: 0:12", avatars, ("audit", .step(StepStart(part: .finally)))),
      Case(
        "cleanup avatars/undo: 0:12", avatars, begun, done,
        ("avatars/undo", .step(StepStart(part: .cleanup)))),
      Case("on_failure tell: 0:12", avatars, ("tell", .step(StepStart(part: .onFailure)))),
      // A polling step, before its next call and when the pause has ended.
      Case("step 2 of 2 ready: call 4 in 3 s, 0:12", ready, pausing(3, .seconds(15))),
      Case("step 2 of 2 ready: call 4 in 1 s, 0:12", ready, pausing(3, .milliseconds(12_001))),
      Case("step 2 of 2 ready: 0:12", ready, pausing(3, .seconds(12))),
      Case("step 2 of 2 ready: 0:12", ready, pausing(3, .seconds(2))),
      Case(
        "step 2 of 2 ready: call 5 in 2 s, 0:12", ready, pausing(3, .seconds(2)),
        pausing(4, .seconds(14))),
      Case("step 2 of 2 ready: call 4 in 3 s", columns: 36, ready, pausing(3, .seconds(15))),
      Case(
        "step 3 of 5 avatars: 0 of 400, 0:12", avatars,
        pausing(3, .seconds(15), in: "avatars")),
      // Calls do not change it.
      Case(
        "step 3 of 5 avatars: 0 of 400, 0:12", avatars,
        ("avatars", .started(RunStart(file: "avatar.yaml"))), ("avatars", .finished(RunEnd()))),
    ])
  func says(_ state: Case) {
    var line = ScriptProgressLine()
    for (path, event) in state.events {
      let place = StepPlace(path: path.split(separator: "/").map(String.init))
      line.note(event, at: place, elapsed: .zero)
    }
    #expect(line.text(elapsed: state.elapsed, columns: state.columns) == state.line)
  }
}
