import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// The rounds of a step: so many at a time, begun and printed in order.
///
/// All of it happens on one thread, that of the loop which its calls are sent on.
final class LoopRun {
  /// Runs a round, with the names that it has, and where it prints and tells; nil for one that was
  /// skipped.
  typealias Work = (Scope, Round) async throws(Failure) -> ScopeRecord?

  /// After how many rounds everybody else gets a turn.
  private static let roundsInTurn = 64

  private let step: Step
  private let loop: Loop
  private let rows: any RowSource
  private let scope: Scope
  private let usesIndex: Bool
  private let surroundings: ScriptSurroundings
  private let printer: RoundsPrinter?
  private let work: Work
  private let place: StepPlace
  /// How many rounds may have begun and not had their turn.
  private let most: Int

  private var pacer: RatePacer?
  private var lists: RoundLists
  private var queue = RoundQueue()
  /// The number of rounds that may still begin, counted from the first.
  private var end = Int.max
  private var isTaking = false
  /// What began the rounds, one for each that may be under way, and the round that each runs.
  private var workers: [(task: Task<Void, Never>, round: Int?)] = []
  private var parked: [UnsafeContinuation<Void, Never>] = []
  private var isFlushing = false
  /// Whether somebody else gave all of it up.
  private var isCancelled = false
  /// What ends the step: that of the source, or of the output.
  private var fault: Failure?
  private var firstFailure: Failure?
  private var failures = 0

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
    _ surroundings: ScriptSurroundings, printer: RoundsPrinter?, at place: StepPlace,
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
    most = 5 * loop.parallel + 64
  }

  /// How many rounds there are; nil where nobody knows yet.
  var known: Int? { rows.count }

  /// Runs all rounds.
  ///
  /// - Returns: what they left: of each value a list.
  /// - Throws: the ``Failure`` of the first round that failed.
  func perform() async throws(Failure) -> ScopeRecord {
    defer { printer?.close() }
    if loop.parallel == 1 {
      await runRounds(by: nil)
    } else {
      await runSideBySide()
    }
    if isCancelled { throw Failure(.interrupted, []) }
    if let firstFailure, !loop.continuesOnError { throw firstFailure }
    if let fault {
      // What failed before has been told.
      throw fault.endsScript ? fault : Failure((firstFailure ?? fault).status, fault.diagnostics)
    }
    try printer?.finish()
    if let firstFailure { throw summary(of: firstFailure) }
    return try record()
  }

  /// Whether every row has had its round, however that ended.
  var isComplete: Bool {
    fault == nil && !isCancelled && (firstFailure == nil || loop.continuesOnError)
  }

  /// What the rounds left; null for those that were skipped or failed.
  ///
  /// - Throws: a ``Failure`` where that cannot be a list.
  func record() throws(Failure) -> ScopeRecord { try lists.record() }

  private func summary(of first: Failure) -> Failure {
    Failure(
      first.status,
      "\(failures) of \(queue.turn) rounds of the step '\(step.name)' failed", at: step.mark)
  }

  // MARK: Side by side

  private func runSideBySide() async {
    // It is used on the loop's thread only, as this is.
    nonisolated(unsafe) let rounds = self
    await withTaskCancellationHandler {
      workers.append((start { await rounds.runRounds(by: 0) }, nil))
      // A worker starts the next one before it ends.
      var slot = 0
      while slot < workers.count {
        await workers[slot].task.value
        slot += 1
      }
    } onCancel: {
      rounds.isCancelled = true
      rounds.stop(behind: -1)
    }
  }

  /// Starts one more worker, where there may be a row for it and a permit is left.
  ///
  /// It is asked for each time a round begins: then only as many are started as find something to do.
  private func startAnother() {
    guard workers.count < loop.parallel, !hasEnded,
      rows.count.map({ queue.turn + queue.count < $0 }) ?? true,
      surroundings.permits.take()
    else { return }
    nonisolated(unsafe) let rounds = self
    let slot = workers.count
    let work = start {
      await rounds.runRounds(by: slot)
      rounds.surroundings.permits.giveBack()
    }
    workers.append((work, nil))
  }

  /// Begins something on the thread of the loop.
  private func start(_ work: @escaping () async -> Void) -> Task<Void, Never> {
    // It is used on that thread only, as all of a script is.
    nonisolated(unsafe) let work = work
    return Task(executorPreference: surroundings.executor) { await work() }
  }

  /// Runs one round after the other, until none is left.
  private func runRounds(by slot: Int?) async {
    while let round = await begin(by: slot) {
      let outcome = await run(round)
      if let slot { workers[slot].round = nil }
      end(round, outcome)
    }
    wakeAll()
  }

  private func run(_ round: Round) async -> RoundOutcome {
    if let failure = round.row.failure { return .failed(failure.noting(step, round.number)) }
    var scope = scope
    scope[Loop.element] = rows.binding(of: round.row)
    if usesIndex { scope[Loop.index] = Scope.Binding(.number(String(round.index))) }
    do throws(Failure) {
      return .done(try await work(scope, round))
    } catch {
      return .failed(error.noting(round.row, of: rows.file))
    }
  }

  // MARK: Beginning

  /// Takes the next row, when it is time for it; nil where no further round begins.
  private func begin(by slot: Int?) async -> Round? {
    while isTaking || queue.count >= most {
      if hasEnded { return nil }
      await park()
    }
    if hasEnded { return nil }
    isTaking = true
    defer {
      isTaking = false
      wakeOne()
    }
    if let slot { workers[slot].round = queue.turn + queue.count }
    do throws(Failure) {
      guard let row = try await rows.next() else {
        end = queue.turn + queue.count
        return nil
      }
      try await keepPace()
      if hasEnded { return nil }
      let index = queue.begin()
      if slot != nil { startAnother() }
      tell(.begun, of: index)
      return Round(
        index: index, row: row, output: surroundings.hold(), errors: surroundings.hold())
    } catch {
      if !hasEnded {
        end = queue.turn + queue.count
        fault = error.noting(step)
        if error.endsScript { stop(behind: queue.turn - 1) }
      }
      return nil
    }
  }

  /// Whether no further round begins.
  private var hasEnded: Bool { queue.turn + queue.count >= end }

  /// Waits until the next round may begin.
  ///
  /// Now and then everybody else gets a turn: rounds that are skipped wait for nothing, and signals
  /// and limits of time would not be heard.
  private func keepPace() async throws(Failure) {
    let world = surroundings.resources.world
    let pause = pacer?.pause(at: world.elapsed()) ?? .zero
    let isTurnOfOthers = (queue.turn + queue.count) % Self.roundsInTurn == Self.roundsInTurn - 1
    guard pause > .zero || isTurnOfOthers else { return }
    do {
      try await world.wait(pause)
    } catch {
      throw Failure(.interrupted, [])
    }
  }

  private func park() async {
    await withUnsafeContinuation { parked.append($0) }
  }

  private func wakeOne() {
    if !parked.isEmpty { parked.removeFirst().resume() }
  }

  private func wakeAll() {
    while !parked.isEmpty { wakeOne() }
  }

  // MARK: Ending

  /// Notes how a round ended, and takes the turns of those that have waited for it.
  private func end(_ round: Round, _ outcome: RoundOutcome) {
    tell(outcome.state, of: round.index)
    if round.index >= end { return }
    queue.end(round, outcome)
    if case .failed(let failure) = outcome, !loop.continuesOnError || failure.endsScript {
      stop(behind: round.index)
    }
    while queue.turn < end, let (round, outcome) = queue.next() {
      do throws(Failure) {
        try take(outcome, of: round)
      } catch {
        return give(up: error)
      }
    }
    scheduleFlush()
    wakeOne()
  }

  private func tell(_ state: RoundState, of index: Int) {
    guard let tell = surroundings.tell else { return }
    tell(.round(state), StepPlace(path: place.path, round: index + 1))
  }

  /// Prints and keeps what the round left whose turn it is.
  private func take(_ outcome: RoundOutcome, of round: Round) throws(Failure) {
    if !round.errors.isEmpty {
      try? round.errors.drain(to: surroundings.errors)
      try? surroundings.errors.flush()
    }
    switch outcome {
    case .done(let record):
      do throws(Failure) {
        try printer?.print(round.output)
        try lists.append(record)
      } catch {
        throw error.noting(step, round.number).noting(round.row, of: rows.file)
      }
    case .failed(let failure):
      firstFailure = firstFailure ?? failure
      if failure.endsScript { throw failure }
      guard loop.continuesOnError else { return }
      failures += 1
      surroundings.report(
        step.allowsFailure
          ? failure.diagnostics.map { $0.told(as: .warning) } : failure.diagnostics)
      try lists.append(nil)
    }
  }

  /// Ends all of it where the turn is.
  private func give(up failure: Failure) {
    fault = failure
    stop(behind: queue.turn - 1)
  }

  /// Begins nothing behind a round any more, and gives up what is under way there.
  private func stop(behind index: Int) {
    end = min(end, index + 1)
    for worker in workers {
      if let round = worker.round, round > index { worker.task.cancel() }
    }
    wakeAll()
  }

  /// Has what was printed flushed when nothing else is to be done in this turn of the loop; of rounds
  /// that come one after the other nothing is.
  private func scheduleFlush() {
    guard let printer, !isFlushing else { return }
    if loop.parallel == 1 {
      do throws(Failure) { try printer.flush() } catch { give(up: error) }
      return
    }
    isFlushing = true
    nonisolated(unsafe) let rounds = self
    _ = start {
      rounds.isFlushing = false
      do throws(Failure) { try printer.flush() } catch { rounds.give(up: error) }
    }
  }
}

extension Step {
  /// Whether it uses a name of its script.
  fileprivate func uses(_ name: String, of source: Source) -> Bool {
    var isUsed = false
    visitNames(of: source) { if $0.name == name { isUsed = true } }
    return isUsed
  }
}
