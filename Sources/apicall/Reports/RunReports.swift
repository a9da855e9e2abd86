import APICallBase
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem
import Glibc

/// Where reports go to, opened once for a run.
final class ReportChannels {
  private let settings: RunSettings
  private let world: World
  private let start = SuspendingClock.now
  private let events: EventFile?
  private let extent: ProgressExtent

  /// Opens the file of the events.
  ///
  /// - Throws: a ``Failure`` where that cannot be opened.
  init(_ settings: RunSettings, world: World) throws(Failure) {
    self.settings = settings
    self.world = world
    events = try settings.reports.events.map { path throws(Failure) in try EventFile(path) }
    // Of several calls at a time there would be several bars in one place.
    extent =
      settings.series.jobs > 1 && settings.endpoints.count > 1
      ? .none
      : ProgressExtent(
        in: ProgressExtent.Surroundings(settings, areEventsShown: events?.isTerminal == true))
  }

  /// Calls together those who report.
  ///
  /// - Parameters:
  ///   - call: the number of the call, where a run makes several.
  ///   - place: which call of a script it is, or which one that a file needs; nil, or without a step,
  ///     where it is that of the file itself.
  ///   - errors: takes what is for standard error.
  /// - Returns: all of them.
  func reports(
    of call: Int? = nil, at place: StepPlace? = nil,
    errors: @escaping (String) -> Void = { StandardStreams.report($0) }
  ) -> RunReports {
    let start = start
    let place = place?.path.isEmpty == true ? nil : place
    func elapsed() -> Duration { SuspendingClock.now - start }
    var observers: [any RunObserver] = []
    // A bar is taken away before anybody else writes.
    if extent != .none, place?.iteration == nil {
      observers.append(
        ProgressBar(
          endsWithAnswer: extent == .untilAnswer, showsPauses: !settings.reports.isVerbose,
          elapsed: elapsed))
    }
    if settings.reports.isVerbose { observers.append(ExchangeTrace(of: place, write: errors)) }
    if let events {
      observers.append(
        EventLog(now: world.now, elapsed: elapsed, call: call, at: place) { events.write($0) })
    }
    return RunReports(observers: observers)
  }

  /// Calls together those who report the call of a file, and those that it needs.
  ///
  /// - Parameters:
  ///   - call: the number of the file, where several are run.
  ///   - progress: what draws the bars of calls; nil where they draw themselves.
  /// - Returns: what does, of a place and of what takes what is for standard error.
  func observers(
    of call: Int?, drawnBy progress: RunProgress? = nil
  ) -> (StepPlace, any ByteSink) -> [any RunObserver] {
    { place, errors in
      let observers = self.reports(of: call, at: place) { text in
        try? errors.write(text)
        try? errors.flush()
      }.observers
      progress?.makeWay(for: observers)
      return observers
    }
  }

  /// Makes what draws the line of progress of a script, for which a bar may stand as well; nil where
  /// none may.
  func scriptProgress() -> RunProgress? {
    guard extent != .none else { return nil }
    let start = start
    return RunProgress(showsWaiting: false) { SuspendingClock.now - start }
  }

  /// Makes what draws the bars of calls, and what is waited for; nil where none may stand.
  func callProgress() -> RunProgress? {
    // What was sent into a pipe may come to the same terminal while the next call waits.
    let isAlone =
      extent == .whole || settings.endpoints.count == 1 || StandardStreams.isOutputTerminal
    guard extent != .none, isAlone else { return nil }
    let start = start
    return RunProgress(showsWaiting: !settings.reports.isVerbose) { SuspendingClock.now - start }
  }

  /// Where a script prints that has a line of progress.
  func output(before progress: RunProgress?) -> any ByteSink {
    let output = DescriptorSink(STDOUT_FILENO)
    guard let progress, extent == .untilAnswer else { return output }
    return ProgressYieldingSink(
      output, before: progress, isTerminal: StandardStreams.isOutputTerminal)
  }

  /// Finds those who want to know of the steps and iterations of a script.
  ///
  /// - Parameter progress: the line of progress, if there is one.
  /// - Returns: what tells them; nil where there is nobody.
  func teller(_ progress: RunProgress?) -> ((RunEvent, StepPlace) -> Void)? {
    guard progress != nil || events != nil else { return nil }
    let (world, start, events) = (world, start, events)
    return { event, place in
      progress?.note(event, at: place)
      guard let events else { return }
      EventLog(now: world.now, elapsed: { SuspendingClock.now - start }, at: place) {
        events.write($0)
      }.observe(event)
    }
  }
}

/// All who report a run, or one of its calls, while it lasts.
struct RunReports {
  /// Who they are.
  let observers: [any RunObserver]

  /// Tells all of them.
  func tell(_ event: RunEvent) {
    for observer in observers { observer.observe(event) }
  }

  /// Runs something, and tells of its beginning and how it ended.
  ///
  /// - Throws: what that throws.
  func reporting(
    _ start: RunStart, _ run: () async throws(Failure) -> Void
  ) async throws(Failure) {
    guard !observers.isEmpty else { return try await run() }
    tell(.started(start))
    do {
      try await run()
      tell(.finished(RunEnd()))
    } catch {
      tell(.finished(RunEnd(error, signal: Signals.first)))
      throw error
    }
  }
}

extension ProgressExtent.Surroundings {
  /// The surroundings of this process.
  fileprivate init(_ settings: RunSettings, areEventsShown: Bool) {
    // What cannot be shown anyway is not looked into.
    let isErrorTerminal = settings.reports.showsProgress != false && StandardError.isTerminal
    self.init(
      choice: settings.reports.showsProgress, isErrorTerminal: isErrorTerminal,
      terminal: isErrorTerminal ? Program.environment("TERM") : nil,
      continuousIntegration: isErrorTerminal ? Program.environment("CI") : nil,
      output: isErrorTerminal ? StandardStreams.outputKind : .file,
      isAnswerSaved: settings.output.saving != nil, areEventsShown: areEventsShown)
  }
}
