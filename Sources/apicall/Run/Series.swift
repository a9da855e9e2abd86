import APICallBase
import APICallCurl
import APICallModel
import APICallResponses
import APICallRun
import APICallSafety
import APICallScripts
import APICallSystem
import Glibc

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
    _ jobs: RepeatingList<CallJob>, _ environment: CommandEnvironment, _ channels: ReportChannels
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

/// One call of a series: sends it and prints its response.
final class SeriesCall: PoolItem {
  private let index: Int
  private let series: Series
  /// The output of the call; if calls run in parallel, it is held back until the call's turn.
  private let streams: OutputStreams

  init(_ index: Int, in series: Series) {
    self.index = index
    self.series = series
    let (output, errors) = (series.output, StandardErrorSink())
    streams =
      series.parallel > 1
      ? OutputStreams(output: WaitingSink(output), error: WaitingSink(errors))
      : OutputStreams(output: output, error: errors)
  }

  func begin() { series.progress?.note(.iteration(.begun), at: StepPlace(path: [])) }

  func takeTurn() -> Failure? {
    do throws(DeliveryError) {
      let trail = series.environment.world.trail
      try? (streams.error as? WaitingSink)?.takeTurn { trail.redactor(besides: []) }
      try (streams.output as? WaitingSink)?.takeTurn()
      return nil
    } catch {
      return Failure(writing: error)
    }
  }

  func perform() async -> Failure? {
    let failure = await performCall()
    series.progress?.note(
      .iteration(failure == nil ? .done : .failed), at: StepPlace(path: []))
    return failure
  }

  private func performCall() async -> Failure? {
    let job = series.jobs[index]
    var context = series.context
    if series.jobs.count > 1 {
      context = context.changed {
        $0.observers = series.observers(of: index + 1)
      }
    }
    if series.settings.reports.isVerbose { try? streams.error.write(job.notes) }
    var file: (any OutputFile)?
    do throws(Failure) {
      try await CallRun.perform(
        job.maker, job.call, at: StepPlace(path: []), in: context, errors: streams.error,
        inputs: { () throws(Failure) in job.inputs },
        opening: { (call) throws(Failure) in
          guard let saving = series.settings.output.saving else {
            return (OutputRules(job.asked, in: .here), streams)
          }
          if saving.continues, job.call == nil { try Continuation.check(call) }
          let opened = try saving.open(
            for: &call, asked: job.asked, in: series.environment.world)
          file = opened
          return (
            OutputRules(job.asked, in: opened.context),
            OutputStreams(file: opened, error: streams.error)
          )
        },
        notingUnshown: { failure in
          guard series.settings.output.isEnvelope else { return }
          try? series.environment.envelopePrinter(to: streams.output).report(failure)
        })
    } catch {
      return error
    }
    if let path = file?.chosenPath {
      try? streams.error.write(Diagnostic("saved as '\(path)'").text)
      try? streams.error.flush()
    }
    return nil
  }

  func finish(_ failure: Failure?) throws(Failure) {
    if let failure { try series.note(failure, of: index) }
  }
}
