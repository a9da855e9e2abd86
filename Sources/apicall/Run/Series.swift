import APICallBase
import APICallCurl
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem

/// The calls of the files that are run, up to `--jobs` at a time; what each writes comes in the order
/// of the files.
final class Series: PoolSource {
  let jobs: Recurring<CallJob>
  let settings: RunSettings
  let environment: CommandEnvironment
  let surroundings: RunContext
  let channels: ReportChannels
  /// What draws the line of progress; nil where none may stand.
  private let progress: RunProgress?
  /// How many are made at a time.
  let parallel: Int
  /// The first failure of those that have been told.
  private var first: Failure?

  init(
    _ jobs: Recurring<CallJob>, settings: RunSettings, environment: CommandEnvironment,
    channels: ReportChannels
  ) {
    self.jobs = jobs
    self.settings = settings
    self.environment = environment
    self.channels = channels
    parallel = min(settings.series.jobs, jobs.count)
    let progress = channels.callProgress()
    self.progress = progress
    surroundings = environment.surroundings(
      for: settings,
      printing: ScriptOutputPlan(
        format: nil, color: settings.output.color, surroundings: .here, output: BufferSink()),
      errors: StandardErrorSink(), observers: channels.observers(of: nil, drawnBy: progress))
  }

  /// Calls together those who report a call, by the number of its file.
  func observers(of call: Int) -> (StepPlace, any ByteSink) -> [any RunObserver] {
    channels.observers(of: call, drawnBy: progress)
  }

  /// Sends all calls and waits for them.
  ///
  /// - Throws: the ``Failure`` of the first file that failed; its diagnostics have been told where
  ///   others were run after it.
  func run() async throws(Failure) {
    let drawing = progress?.drawing(on: environment.loop, waiting: environment.world.wait)
    do throws(Failure) {
      try await runAll()
    } catch {
      await Self.end(drawing)
      throw error
    }
    await Self.end(drawing)
  }

  private static func end(_ drawing: Task<Void, Never>?) async {
    drawing?.cancel()
    await drawing?.value
  }

  private func runAll() async throws(Failure) {
    if jobs.count == 1 {
      if let failure = await SeriesCall(0, in: self).perform() { throw failure }
      return
    }
    let pool = OrderedPool(
      of: self, parallel: parallel, count: jobs.count, permits: environment.permits,
      executor: environment.loop)
    switch await pool.perform() {
    case .failed(let failure): throw failure
    case .cancelled: throw Failure(.interrupted, [])
    case .complete: if let first { throw Failure(first.status, []) }
    }
  }

  func next(_ index: Int) async throws(Failure) -> (any PoolItem)? {
    index < jobs.count ? SeriesCall(index, in: self) : nil
  }

  func stops(after failure: Failure) -> Bool { !settings.series.keepsGoing || endsAll(failure) }

  /// Whether there is no use in further calls: a signal came, or nobody reads what is printed.
  private func endsAll(_ failure: Failure) -> Bool { failure.endsRun || Signals.first != nil }

  /// Tells why a call failed, or ends the whole by it.
  func note(_ failure: Failure, of index: Int) throws(Failure) {
    let named = jobs.count > 1 ? failure.named(jobs[index].endpoint.file) : failure
    guard settings.series.keepsGoing, !endsAll(named) else {
      throw first.map { Failure(endsAll(named) ? named.status : $0.status, []) } ?? named
    }
    StandardStreams.report(named.diagnostics, color: settings.output.color)
    first = first ?? named
  }

  /// No: what is written in its turn goes out at once.
  var holdsOutput: Bool { false }

  func flush() {}
}

extension Failure {
  /// The same, with the file in front of what has no place in one.
  func named(_ file: String) -> Failure {
    Failure(
      status,
      diagnostics.map { diagnostic in
        guard diagnostic.mark == nil, !diagnostic.message.contains(file) else { return diagnostic }
        var diagnostic = diagnostic
        diagnostic.message = "\(file): \(diagnostic.message)"
        return diagnostic
      })
  }
}
