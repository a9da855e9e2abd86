import APICallBase
import APICallModel
import APICallResponses
import APICallScripts
import APICallSystem

/// The calls of several files, up to `--jobs` at a time; their output is in the order of the files.
final class Series: PoolSource {
  let jobs: RepeatingList<CallJob>
  let settings: RunSettings
  let environment: CommandEnvironment
  let context: RunContext
  let channels: ReportChannels
  let progress: RunProgress?
  /// Standard output, which the progress line gives way to.
  let output: any ByteSink
  let parallel: Int
  private var first: Failure?

  init(
    _ jobs: RepeatingList<CallJob>, _ environment: CommandEnvironment, _ channels: ReportChannels,
    keeping states: StateKeeper
  ) {
    self.jobs = jobs
    settings = environment.settings
    self.environment = environment
    self.channels = channels
    parallel = min(settings.series.jobs, jobs.count)
    let progress = channels.callProgress()
    self.progress = progress
    output = channels.output(before: progress)
    var context = environment.context(
      printing: ScriptOutputPlan(
        format: nil, color: settings.output.color, context: .here, output: BufferSink()),
      errors: StandardErrorSink(), observers: channels.observers(of: nil, drawnBy: progress))
    context.taps = channels.taps + context.taps
    context.states = states
    if jobs.count == 1, jobs[0].printsAtOnce, settings.output.saving == nil {
      let (output, world) = (output, environment.world)
      context.checkpoint = { () throws(Failure) in
        try rethrowing(output.flush()) { Failure(writing: $0) }
        try await OutputDelivery.wait(in: world)
        try states.moveInPart()
      }
    }
    self.context = context
  }

  func observers(of call: Int) -> (StepPlace, any ByteSink) -> [any RunObserver] {
    channels.observers(of: call, drawnBy: progress)
  }

  func run() async throws(Failure) {
    let drawing = progress?.drawing(on: environment.loop, waiting: environment.pause)
    var ending: Failure?
    do throws(Failure) { try await runAll() } catch { ending = error }
    drawing?.cancel()
    await drawing?.value
    // It may have been drawn after the last output.
    progress?.erase()
    if let ending { throw ending }
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

  /// Whether further calls are pointless: a signal came, or the output is no longer read.
  private func endsAll(_ failure: Failure) -> Bool { failure.endsRun || Signals.first != nil }

  func note(_ failure: Failure, of index: Int) throws(Failure) {
    let named = jobs.count > 1 ? failure.named(jobs[index].endpoint.file) : failure
    guard settings.series.keepsGoing, !endsAll(named) else {
      throw first.map { Failure(endsAll(named) ? named.status : $0.status, []) } ?? named
    }
    StandardStreams.report(named.diagnostics, color: settings.output.color)
    first = first ?? named
  }

  /// False: output written in its turn is not held back.
  var holdsOutput: Bool { false }

  func flush() {}
}

extension Failure {
  /// The same failure, with the file before each message that has no place in a file.
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
