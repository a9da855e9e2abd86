import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// The rounds of a step: up to `parallel` at a time, begun and printed in order.
final class LoopRun: PoolSource {
  /// Runs a round, with the names that it has; nil for one that was skipped.
  typealias Work = (Scope, Round) async throws(Failure) -> ScopeRecord?

  /// After how many rounds everybody else gets a turn.
  private static let roundsInTurn = 64

  private let step: Step
  private let loop: Loop
  private let rows: any RowSource
  private let scope: Scope
  private let usesIndex: Bool
  private let surroundings: RunSurroundings
  private let printer: RoundsPrinter?
  private let work: Work
  private let place: StepPlace

  private var pacer: RatePacer?
  private var lists: RoundLists
  private var firstFailure: Failure?
  private var failures = 0
  /// How many rounds have left what they have.
  private var taken = 0
  /// Whether every row has had its round, however that ended.
  private(set) var isComplete = false

  /// Prepares the rounds of a step.
  ///
  /// - Parameters:
  ///   - loop: what it is run for.
  ///   - step: the step.
  ///   - script: its script.
  ///   - demand: what of the rounds is used.
  ///   - scope: the script's names, with their values.
  ///   - surroundings: what the script is run in.
  ///   - printer: prints what the rounds hand on; nil where nothing does.
  ///   - place: the names of the steps that lead to it, and its own.
  ///   - work: runs a round.
  /// - Throws: a ``Failure`` where what is gone through cannot be had.
  init(
    _ loop: Loop, of step: Step, in script: Script, demand: AnswerDemand, scope: Scope,
    _ surroundings: RunSurroundings, printer: RoundsPrinter?, at place: StepPlace,
    work: @escaping Work
  ) throws(Failure) {
    self.step = step
    self.loop = loop
    self.scope = scope
    self.surroundings = surroundings
    self.printer = printer
    self.work = work
    self.place = place
    rows = try loop.rows(
      in: scope, for: step.name, root: script.head.fileRoot, world: surroundings.resources.world)
    usesIndex = step.uses(Loop.index, of: script.head.source)
    pacer = loop.rate.map { RatePacer($0) }
    lists = RoundLists(of: demand, for: step)
  }

  /// How many rounds there are; nil where nobody knows yet.
  var known: Int? { rows.count }

  /// Runs all rounds.
  ///
  /// - Returns: what they left: of each value a list.
  /// - Throws: the ``Failure`` of the first round that failed.
  func perform() async throws(Failure) -> ScopeRecord {
    defer { printer?.close() }
    let pool = OrderedPool(
      of: self, parallel: loop.parallel, count: rows.count, permits: surroundings.permits,
      executor: surroundings.executor)
    let ending = await pool.perform()
    if case .cancelled = ending { throw Failure(.interrupted, []) }
    if let firstFailure, !loop.continuesOnError { throw firstFailure }
    if case .failed(let fault) = ending {
      // What failed before has been told.
      throw fault.endsRun ? fault : Failure((firstFailure ?? fault).status, fault.diagnostics)
    }
    isComplete = true
    try printer?.finish()
    if let firstFailure {
      throw Failure(
        firstFailure.status, "\(failures) of \(taken) rounds of the step '\(step.name)' failed",
        at: step.mark)
    }
    return try record()
  }

  /// What the rounds left; null for those that were skipped or failed.
  ///
  /// - Throws: a ``Failure`` where that cannot be a list.
  func record() throws(Failure) -> ScopeRecord { try lists.record() }

  // MARK: Rounds

  func next(_ index: Int) async throws(Failure) -> (any PoolItem)? {
    do throws(Failure) {
      guard let row = try await rows.next() else { return nil }
      try await keepPace(index)
      return Round(
        index, of: self, for: row, output: surroundings.hold(), errors: surroundings.hold())
    } catch {
      throw error.noting(step)
    }
  }

  /// Waits until the next round may begin.
  ///
  /// Now and then everybody else gets a turn: rounds that are skipped wait for nothing, and signals
  /// and limits of time would not be heard.
  private func keepPace(_ index: Int) async throws(Failure) {
    let world = surroundings.resources.world
    let pause = pacer?.pause(at: world.elapsed()) ?? .zero
    let isTurnOfOthers = index % Self.roundsInTurn == Self.roundsInTurn - 1
    guard pause > .zero || isTurnOfOthers else { return }
    do {
      try await world.wait(pause)
    } catch {
      throw Failure(.interrupted, [])
    }
  }

  /// Runs a round.
  func run(_ round: Round) async throws(Failure) {
    if let failure = round.row.failure { throw failure.noting(step, round.number) }
    var scope = scope
    scope[Loop.element] = rows.binding(of: round.row)
    if usesIndex { scope[Loop.index] = Scope.Binding(.number(String(round.index))) }
    do throws(Failure) {
      round.record = try await work(scope, round)
    } catch {
      throw error.noting(round.row, of: rows.file)
    }
  }

  /// Tells those who want to know of the rounds.
  func tell(_ state: RoundState, of round: Round) {
    surroundings.tell?(.round(state), StepPlace(path: place.path, round: round.number))
  }

  func stops(after failure: Failure) -> Bool { !loop.continuesOnError || failure.endsRun }

  /// Prints and keeps what the round left whose turn it is.
  func take(_ round: Round, _ failure: Failure?) throws(Failure) {
    taken += 1
    if !round.errors.isEmpty {
      let trail = surroundings.resources.world.trail
      try? round.errors.drain(to: surroundings.errors, masking: trail.redactor(besides: []))
      try? surroundings.errors.flush()
    }
    guard let failure else {
      do throws(Failure) {
        try printer?.print(round.output)
        return try lists.append(round.record)
      } catch {
        throw error.noting(step, round.number).noting(round.row, of: rows.file)
      }
    }
    firstFailure = firstFailure ?? failure
    if failure.endsRun { throw failure }
    guard loop.continuesOnError else { return }
    failures += 1
    surroundings.report(
      step.allowsFailure
        ? failure.diagnostics.map { $0.told(as: .warning) } : failure.diagnostics)
    try lists.append(nil)
  }

  var holdsOutput: Bool { printer != nil }

  func flush() throws(Failure) { try printer?.flush() }
}

extension Step {
  /// Whether it uses a name of its script.
  fileprivate func uses(_ name: String, of source: Source) -> Bool {
    var isUsed = false
    visitNames(of: source) { if $0.name == name { isUsed = true } }
    return isUsed
  }
}

extension Failure {
  /// The failure with a note of the row that a round was run for.
  fileprivate func noting(_ row: Row, of file: String?) -> Failure {
    guard let file, let line = row.line, var first = diagnostics.first else { return self }
    let place = Mark.Position(line: line, column: 1)
    first.notes.append(
      Diagnostic.Note("for this row", at: Mark(source: Source(name: file, text: ""), start: place)))
    return Failure(status, [first] + diagnostics.dropFirst())
  }
}

/// Spaces the beginnings of rounds evenly.
struct RatePacer {
  private let interval: Duration
  /// When the next round is to begin; nil before the first.
  private var due: Duration?

  init(_ rate: Loop.Rate) { interval = rate.interval }

  /// Finds out how long a round has to wait, and counts it as begun then.
  ///
  /// - Parameter now: the time, from any moment on.
  /// - Returns: how long to wait; zero where it is late already.
  mutating func pause(at now: Duration) -> Duration {
    // Who is later than a whole interval does not hurry after.
    let begin = due.map { $0 + interval < now ? now : $0 } ?? now
    due = begin + interval
    return max(begin - now, .zero)
  }
}

/// One round of a step that is run several times.
final class Round: PoolItem {
  /// Its place among all of them, counted from 0.
  let index: Int
  /// What it is run for.
  let row: Row
  /// Keeps what it prints until its turn comes.
  let output: any HeldOutput
  /// Keeps what it has to tell.
  let errors: any HeldOutput
  /// What it left; nil where it was skipped, or failed.
  var record: ScopeRecord?

  private let loop: LoopRun

  init(
    _ index: Int, of loop: LoopRun, for row: Row, output: any HeldOutput, errors: any HeldOutput
  ) {
    self.index = index
    self.loop = loop
    self.row = row
    self.output = output
    self.errors = errors
  }

  /// The number of the round as people count.
  var number: Int { index + 1 }

  func begin() { loop.tell(.begun, of: self) }

  func perform() async -> Failure? {
    do throws(Failure) {
      try await loop.run(self)
      loop.tell(record == nil ? .skipped : .done, of: self)
      return nil
    } catch {
      loop.tell(.failed, of: self)
      return error
    }
  }

  /// Nothing: what it prints is seen when it is over.
  func takeTurn() -> Failure? { nil }

  func finish(_ failure: Failure?) throws(Failure) { try loop.take(self, failure) }
}
