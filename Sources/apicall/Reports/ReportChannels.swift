import APICallBase
import APICallResponses
import APICallRun
import APICallSystem
import APICallTesting
import Glibc

/// The channels for reports, opened once for a run.
final class ReportChannels {
  private let settings: RunSettings
  private let world: World
  private let elapsed: @Sendable () -> Duration
  private let events: EventFile?
  let log: CallLog?
  private let extent: ProgressExtent
  private var codings: Set<String> = []

  init(_ settings: RunSettings, world: World) throws(Failure) {
    let start = SuspendingClock.now
    elapsed = { SuspendingClock.now - start }
    self.settings = settings
    self.world = world
    events = try settings.reports.events.map { path throws(Failure) in try EventFile(path) }
    log = settings.reports.results.isEmpty ? nil : CallLog(elapsed: elapsed, keepsBodies: false)
    extent = ProgressExtent(
      in: ProgressExtent.Context(settings, areEventsShown: events?.isTerminal == true))
  }

  func reports(
    of call: Int? = nil, at place: StepPlace? = nil, drawnBy progress: RunProgress? = nil,
    errors: @escaping (String) -> Void = { StandardStreams.report($0) }
  ) -> [any RunObserver] {
    let place = place?.path.isEmpty == true ? nil : place
    var observers: [any RunObserver] = []
    // The bar comes first, so that it is erased before the others write.
    // Those of parallel calls would be in the same place.
    if extent != .none, !settings.isParallel, place?.iteration == nil {
      let bar = ProgressBar(
        endsWithResponse: extent == .untilResponse, showsPauses: !settings.reports.isVerbose,
        elapsed: elapsed)
      progress?.makeWay(for: bar)
      observers.append(bar)
    }
    if settings.reports.isVerbose { observers.append(ExchangeTrace(of: place, write: errors)) }
    if let events {
      observers.append(
        EventLog(now: world.now, elapsed: elapsed, call: call, at: place) { events.write($0) })
    }
    if settings.reports.warns {
      observers.append(CodingWarning(isNew: { self.codings.insert($0).inserted }, write: errors))
    }
    return observers
  }

  func observers(
    of call: Int?, drawnBy progress: RunProgress? = nil
  ) -> (StepPlace, any ByteSink) -> [any RunObserver] {
    { place, errors in
      let observers = self.reports(of: call, at: place, drawnBy: progress) { text in
        try? errors.write(text)
        try? errors.flush()
      }
      return observers + (self.log.map { [$0.observer(of: call)] } ?? [])
    }
  }

  var taps: [any ExchangeTap] { log.map { [$0] } ?? [] }

  /// Creates the progress line of a script, which may give way to a bar; nil if none may be shown.
  func scriptProgress() -> RunProgress? {
    extent == .none ? nil : RunProgress(showsWaiting: false, elapsed: elapsed)
  }

  /// Creates the progress line of calls, which draws bars and waits; nil if none may be shown.
  func callProgress() -> RunProgress? {
    // Output sent to a pipe may appear on the same terminal while the next call waits.
    let isAlone =
      extent == .whole || settings.endpoints.count == 1 || StandardStreams.isOutputTerminal
    guard extent != .none, isAlone else { return nil }
    let count = settings.endpoints.count
    return RunProgress(
      showsWaiting: count == 1 && !settings.reports.isVerbose, files: count > 1 ? count : nil,
      elapsed: elapsed)
  }

  func output(before progress: RunProgress?) -> any ByteSink {
    let output = DescriptorSink(STDOUT_FILENO)
    guard let progress, extent == .untilResponse else { return output }
    return ProgressYieldingSink(
      output, before: progress, isTerminal: StandardStreams.isOutputTerminal)
  }

  /// Creates the observer of the steps and iterations of a script.
  ///
  /// Returns the function that reports an event; nil if there are no observers.
  func teller(_ progress: RunProgress?) -> ((RunEvent, StepPlace) -> Void)? {
    guard progress != nil || events != nil else { return nil }
    let (world, elapsed, events) = (world, elapsed, events)
    return { event, place in
      progress?.note(event, at: place)
      guard let events else { return }
      EventLog(now: world.now, elapsed: elapsed, at: place) {
        events.write($0)
      }.observe(event)
    }
  }
}

extension [any RunObserver] {
  func tell(_ event: RunEvent) {
    for observer in self { observer.observe(event) }
  }

  func reporting(_ start: RunStart, _ run: () async throws(Failure) -> Void) async throws(Failure) {
    guard !isEmpty else { return try await run() }
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

extension ProgressExtent.Context {
  fileprivate init(_ settings: RunSettings, areEventsShown: Bool) {
    // If nothing can be shown, the rest is not looked up.
    let isErrorTerminal = settings.reports.showsProgress != false && StandardError.isTerminal
    self.init(
      choice: settings.reports.showsProgress, isErrorTerminal: isErrorTerminal,
      terminal: isErrorTerminal ? Program.environment("TERM") : nil,
      continuousIntegration: isErrorTerminal ? Program.environment("CI") : nil,
      output: isErrorTerminal ? StandardStreams.outputKind : .file,
      isResponseSaved: settings.output.saving != nil, areEventsShown: areEventsShown)
  }
}
