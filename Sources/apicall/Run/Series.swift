import APICallBase
import APICallCurl
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem
import Glibc

/// The calls of the files that are run, so many at a time; what each writes comes in the order of the
/// files.
final class Series: PoolSource {
  private let jobs: Recurring<CallJob>
  private let settings: RunSettings
  private let workbench: Workbench
  private let surroundings: RunSurroundings
  private let channels: ReportChannels
  /// The first failure of those that have been told.
  private var first: Failure?

  init(
    _ jobs: Recurring<CallJob>, settings: RunSettings, workbench: Workbench,
    channels: ReportChannels
  ) {
    self.jobs = jobs
    self.settings = settings
    self.workbench = workbench
    self.channels = channels
    surroundings = workbench.surroundings(
      for: settings,
      printing: ScriptOutputPlan(
        format: nil, color: settings.output.color, surroundings: .here, output: BufferSink()),
      errors: StandardErrorSink(), observers: channels.observers(of: nil))
  }

  /// Sends all calls and waits for them.
  ///
  /// - Throws: the ``Failure`` of the first file that failed; its diagnostics have been told where
  ///   others were run after it.
  func run() async throws(Failure) {
    let pool = OrderedPool(
      of: self, parallel: min(settings.series.jobs, jobs.count), count: jobs.count,
      permits: workbench.permits, executor: workbench.loop)
    switch await pool.perform() {
    case .failed(let failure): throw failure
    case .cancelled: throw Failure(.interrupted, [])
    case .complete: if let first { throw Failure(first.status, []) }
    }
  }

  /// The number of a call as people count, where there are several.
  private func number(of index: Int) -> Int? { jobs.count > 1 ? index + 1 : nil }

  func next(_ index: Int) async throws(Failure) -> (any PoolItem)? {
    index < jobs.count ? Place(index, in: self) : nil
  }

  /// One of the calls, and where it writes to.
  private final class Place: PoolItem {
    private let index: Int
    private let series: Series
    private let output = WaitingSink(DescriptorSink(STDOUT_FILENO))
    private let errors = WaitingSink(StandardErrorSink())

    init(_ index: Int, in series: Series) {
      self.index = index
      self.series = series
    }

    func begin() {}

    func takeTurn() -> Failure? {
      do throws(DeliveryError) {
        try? errors.takeTurn()
        try output.takeTurn()
        return nil
      } catch {
        return Failure(writing: error)
      }
    }

    func perform() async -> Failure? {
      await series.perform(index, to: OutputStreams(output: output, error: errors))
    }

    func finish(_ failure: Failure?) throws(Failure) {
      if let failure { try series.note(failure, of: index) }
    }
  }

  private func perform(_ index: Int, to streams: OutputStreams) async -> Failure? {
    let job = jobs[index]
    var surroundings = surroundings
    if let number = number(of: index) {
      surroundings = surroundings.changed { $0.observers = channels.observers(of: number) }
    }
    if settings.reports.isVerbose { try? streams.error.write(job.notes) }
    do throws(Failure) {
      try await job.run(in: surroundings, to: streams)
      return nil
    } catch {
      return error
    }
  }

  func stops(after failure: Failure) -> Bool { !settings.series.keepsGoing || endsAll(failure) }

  /// Whether there is no use in further calls: a signal came, or nobody reads what is printed.
  private func endsAll(_ failure: Failure) -> Bool { failure.endsRun || Signals.first != nil }

  private func note(_ failure: Failure, of index: Int) throws(Failure) {
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
