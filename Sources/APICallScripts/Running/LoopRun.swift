import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallText
import JSONText
import YAMLTree

/// The iterations of a step: up to `parallel` at a time, begun in order, and printed in order or as
/// they end.
final class LoopRun: PoolSource {
  /// Runs an iteration with its names; nil if it was skipped.
  typealias Work = (Scope, Iteration) async throws(Failure) -> ScopeRecord?

  /// The number of iterations after which other tasks get a turn.
  private static let iterationsInTurn = 64
  /// The number of failed rows of a batch that a message names.
  private static let mostRowsShown = 10

  let step: Step
  let loop: Loop
  let rows: any RowSource
  var scope: Scope
  private let usesIndex: Bool
  let head: EndpointSpec
  let source: Source
  let context: RunContext
  let printer: IterationsPrinter?
  private let work: Work
  let place: StepPlace
  private let files: RowFiles?
  /// The secrecy of what decided that iterations failed.
  var secrecyOfFailures: () -> Secrecy = { .open }

  private var pacer: RatePacer?
  private var lists: IterationLists
  /// The results of the last round, if the loop has rounds.
  var lastRound: ScopeRecord?
  let state: KeptState?
  /// Whether each item of a round is printed as it arrives.
  let passesItems: Bool
  private var firstFailure: Failure?
  private var failures = RepeatedFailures()
  private var taken = 0
  /// The iterations that have begun and are not noted in the files about rows.
  private var open: [Int: Iteration] = [:]
  /// Whether every row has had its iteration, however that ended.
  private(set) var isComplete = false

  init(
    _ loop: Loop, of step: Step, in script: ScriptSpec, demand: ResponseDemand, scope: Scope,
    _ context: RunContext, printer: IterationsPrinter?, tracing traces: RowTraces?,
    keeping state: KeptState?, at place: StepPlace, passingItems: Bool, work: @escaping Work
  ) throws(Failure) {
    self.state = state
    self.passesItems = passingItems
    self.step = step
    self.loop = loop
    self.scope = scope
    self.context = context
    self.printer = printer
    self.work = work
    self.place = place
    let (root, world) = (script.head.fileRoot, context.resources.world)
    let given = try context.rowRun?.rows(of: loop, in: scope, root: root, at: place, world)
    let all =
      if let given { given } else {
        try loop.rows(in: scope, for: step.name, root: root, world: world)
      }
    let single = loop.first.map { FirstRows(of: all, $0) } ?? all
    rows = loop.batch.map { BatchRows(of: single, by: $0) } ?? single
    files = try RowFiles(
      of: loop, for: step, in: script, rows: rows, scope: scope, tracing: traces,
      isCalled: place.path.count > 1, context)
    head = script.head
    source = script.head.source
    usesIndex = step.uses(Loop.index, of: script.head.source)
    pacer = loop.rate.map { RatePacer($0) }
    lists = IterationLists(of: loop.rounds == nil ? demand : ResponseDemand(), for: step)
    if loop.rounds != nil { beginRounds(all, of: script) }
  }

  var known: Int? { rows.count }

  /// Returns a list of each value; throws the ``Failure`` of the first iteration that failed.
  ///
  /// If some failed and all were made, the failure has the status of the loop.
  func perform() async throws(Failure) -> ScopeRecord {
    defer { printer?.close() }
    defer { secrecyOfFailures = { .open } }
    let record: ScopeRecord
    do throws(Failure) {
      record = try await performAll()
    } catch {
      // The files have the rows until here.
      do throws(Failure) {
        do throws(Failure) { try noteOpen() } catch {
          try close()
          throw error
        }
        try close()
      } catch let unwritten {
        throw error.followed(by: unwritten)
      }
      throw error
    }
    try close()
    return record
  }

  private func close() throws(Failure) {
    files?.note(Provenance(.response, secrecyOfFailures()))
    try files?.close()
  }

  private func performAll() async throws(Failure) -> ScopeRecord {
    let pool = OrderedPool(
      of: self, parallel: loop.parallel, count: rows.count, permits: context.permits,
      executor: context.executor)
    let ending = await pool.perform()
    if !context.showsEveryFailure { context.report(failures.remarks(of: step)) }
    if case .cancelled = ending { throw Failure(.interrupted, []) }
    if let firstFailure, !loop.continuesOnError { throw firstFailure }
    if case .failed(let fault) = ending {
      // Earlier failures have been reported; they have not ended a loop that goes on after them.
      let status = loop.continuesOnError ? fault.status : (firstFailure ?? fault).status
      throw fault.endsRun ? fault : Failure(status, fault.diagnostics)
    }
    isComplete = true
    try printer?.finish()
    if failures.total > 0 {
      let message = Message(
        "\(failures.total) of \(taken) iterations of \(step.title) failed", at: step.mark)
      context.rowRun?.note(failedRows: message, at: place)
      throw Failure(loop.exit, [message])
    }
    return try record()
  }

  /// The results of the iterations; null for those that were skipped or failed.
  func record() throws(Failure) -> ScopeRecord {
    loop.rounds == nil ? try lists.record() : lastRound ?? .empty(of: step.callee)
  }

  // MARK: Iterations

  func next(_ index: Int) async throws(Failure) -> (any PoolItem)? {
    do throws(Failure) {
      guard let row = try await rows.next() else {
        if index == 0 { try checkColumns(of: Row()) }
        return nil
      }
      if let most = loop.mostFailures, failures.total >= most {
        throw Failure(
          firstFailure?.status ?? .rowsFailed,
          "the step '\(step.name)' stopped after "
            + (failures.total == 1 ? "one failure" : "\(failures.total) failures"),
          at: step.mark, hint: "'stop_after' sets the number")
      }
      if index == 0 { try checkColumns(of: row) }
      try await keepPace(index)
      let iteration = Iteration(
        index, of: self, for: row, output: nextOutput, errors: context.hold())
      if files != nil { open[index] = iteration }
      if let place = row.place { context.rowRun?.open(place, as: iteration.number) }
      return iteration
    } catch {
      throw error.noting(step)
    }
  }

  /// Waits until the next iteration may begin.
  ///
  /// From time to time other tasks get a turn: skipped iterations do not wait, and would delay
  /// signals and time limits.
  private func keepPace(_ index: Int) async throws(Failure) {
    let pause = pacer?.pause(at: context.resources.world.elapsed()) ?? .zero
    let isTurnOfOthers = index % Self.iterationsInTurn == Self.iterationsInTurn - 1
    guard pause > .zero || isTurnOfOthers else { return }
    do {
      try await context.resources.world.wait(pause)
    } catch {
      throw Failure(.interrupted, [])
    }
  }

  func run(
    _ iteration: Iteration, isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) {
    if let failure = iteration.row.failure { throw failure.noting(step, iteration.number) }
    var scope = scope
    scope[Loop.element] = rows.binding(of: iteration.row)
    if let files {
      do throws(Failure) {
        iteration.keys = try files.keys(of: iteration.row, rows, in: scope)
      } catch {
        throw error.noting(step, iteration.number).noting(iteration.row, of: rows.file)
      }
    }
    if usesIndex { scope[Loop.index] = Scope.Binding(.number(String(iteration.rowIndex))) }
    let result = await World.$iterations.withValue(World.iterations + [iteration.number]) {
      _ = isolation
      do throws(Failure) {
        return Result<_, Failure>.success(try await work(scope, iteration))
      } catch {
        return .failure(error.noting(iteration.row, of: rows.file))
      }
    }
    let record = try result.get()
    if let record { try checkRows(of: iteration, record, in: scope) }
    iteration.record = record
    if loop.rounds != nil, let record { try endRound(record) }
  }

  /// Checks each row by the condition `failed`, in which `index` is its place in the iteration.
  private func checkRows(
    of iteration: Iteration, _ record: ScopeRecord, in scope: Scope
  ) throws(Failure) {
    guard let condition = loop.failed else { return }
    var scope = scope.atPresent()
    scope.add(record, named: step.name)
    let values = iteration.row.values
    for (place, value) in values.enumerated() {
      scope.beginRow()
      scope[Loop.element] = rows.binding(of: Row(value: value))
      scope[Loop.index] = Scope.Binding(.number(String(place)))
      do throws(Failure) {
        let hasFailed = try condition.holds(in: scope, of: head, sparing: Loop.element) {
          files?.note($0)
        }
        if hasFailed { iteration.failedRows.insert(place) }
      } catch {
        // The rows that are not judged have failed with this one.
        iteration.failedRows.formUnion(place..<values.count)
        throw error.noting(step, iteration.number)
      }
    }
    guard !iteration.failedRows.isEmpty else { return }
    let first = iteration.row.batch?.first ?? iteration.number
    let numbers = iteration.failedRows.sorted().map { String(first + $0) }
    let shown = numbers.prefix(Self.mostRowsShown).joined(separator: ", ")
    let count =
      "\(numbers.count) of \(values.count) rows: \(shown)"
      + (numbers.count > Self.mostRowsShown ? ", …" : "")
    throw Failure(
      .rowsFailed, values.count == 1 ? "'failed' holds for the row" : "'failed' holds for \(count)",
      at: condition.templates.first?.mark
    ).noting(step, iteration.number).noting(iteration.row, of: rows.file)
  }

  /// Reports the state of an iteration, and how far the rows have been read when it begins.
  func tell(_ state: IterationState, of iteration: Iteration) {
    if state == .begun, rows.count == nil, let share = rows.share {
      context.tell?(.reading(share), place)
    }
    context.tell?(.iteration(state), StepPlace(path: place.path, iteration: iteration.number))
  }

  func stops(after failure: Failure) -> Bool {
    !loop.continuesOnError || failure.endsRun || printer?.fault != nil
      || context.rowRun?.stops(after: failure) == true
  }

  var isOrdered: Bool { loop.order == .rows }

  func take(_ iteration: Iteration, _ failure: Failure?) throws(Failure) {
    taken += 1
    if failure?.endsRun != true {
      open[iteration.index] = nil
      try files?.note(iteration, failure)
    }
    let continues = failure.map { !$0.endsRun && loop.continuesOnError } ?? false
    let isShown = failure.map { !continues || failures.add($0, of: step) } ?? true
    if !iteration.errors.isEmpty, isShown || context.showsEveryFailure {
      let trail = context.resources.world.trail
      // If both outputs go to one file, what was printed before comes first.
      try? printer?.flush()
      try? iteration.errors.drain(to: context.errors, masking: trail.redactor(besides: []))
      try? context.errors.flush()
    }
    guard let failure else {
      do throws(Failure) {
        try printer?.print(iteration.output)
        return try lists.add(iteration.record, at: iteration.index)
      } catch {
        throw error.noting(step, iteration.number).noting(iteration.row, of: rows.file)
      }
    }
    firstFailure = firstFailure ?? failure
    if failure.endsRun || printer?.fault != nil { throw failure }
    guard continues else { return }
    if isShown || context.showsEveryFailure {
      context.report(
        step.allowsFailure
          ? failure.diagnostics.map { $0.reported(as: .warning) } : failure.diagnostics)
    }
    try lists.add(nil, at: iteration.index)
  }

  /// Notes the iterations that were in progress when the loop ended, or had not been delivered: what
  /// a server was sent may have taken effect.
  private func noteOpen() throws(Failure) {
    for (_, iteration) in open.sorted(by: { $0.key < $1.key }) {
      guard let outcome = iteration.outcome else { continue }
      switch outcome {
      case .success: try files?.note(iteration, nil)
      case .failure(let failure) where !failure.endsRun: try files?.note(iteration, failure)
      case .failure: try files?.noteCancelled(iteration)
      }
    }
    open = [:]
  }

  var holdsOutput: Bool { printer != nil }

  func flush() throws(Failure) { try printer?.flush() }
}

/// One iteration of a loop.
final class Iteration: PoolItem {
  /// Its index, counted from 0.
  let index: Int
  let row: Row
  let output: any BufferedOutput
  let errors: any BufferedOutput
  /// Its results; nil if it was skipped or failed.
  var record: ScopeRecord?
  /// The texts by which its rows are known.
  var keys: [String] = []
  /// The places of the rows that failed although the call succeeded.
  var failedRows: Set<Int> = []
  /// What it has come to; nil if it has not ended.
  private(set) var outcome: Result<Void, Failure>?

  let loop: LoopRun

  init(
    _ index: Int, of loop: LoopRun, for row: Row, output: any BufferedOutput,
    errors: any BufferedOutput
  ) {
    self.index = index
    self.loop = loop
    self.row = row
    self.output = output
    self.errors = errors
  }

  /// The number of the iteration, counted from 1.
  var number: Int { index + 1 }

  /// The index of its row in the source, where rows are left out.
  var rowIndex: Int { row.place.map { $0.number - 1 } ?? index }

  func begin() { loop.tell(.begun, of: self) }

  func perform() async -> Failure? {
    do throws(Failure) {
      try await loop.run(self)
      outcome = .success(())
      loop.tell(record == nil ? .skipped : .done, of: self)
      return nil
    } catch {
      outcome = .failure(error)
      loop.tell(.failed, of: self)
      return error
    }
  }

  /// Nil: its output is printed when it has finished, or has been printed already.
  func takeTurn() -> Failure? { nil }

  func finish(_ failure: Failure?) throws(Failure) { try loop.take(self, failure) }
}
