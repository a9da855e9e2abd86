import APICallCore
import APICallSystem

/// All who report a run while it lasts, as the command line asks for them.
struct RunReports {
  /// Who they are.
  private(set) var observers: [any RunObserver] = []

  /// Calls those who report a run together, and opens the file of the events.
  ///
  /// - Throws: a ``Failure`` where that cannot be opened.
  init(_ settings: RunSettings, world: World) throws(Failure) {
    let start = SuspendingClock.now
    func elapsed() -> Duration { SuspendingClock.now - start }
    let file = try settings.reports.events.map { path throws(Failure) in try EventFile(path) }
    // A bar is taken away before anybody else writes.
    let extent = ProgressExtent(
      in: ProgressExtent.Surroundings(settings, areEventsShown: file?.isTerminal == true))
    if extent != .none {
      observers.append(ProgressBar(endsWithAnswer: extent == .untilAnswer, elapsed: elapsed))
    }
    if settings.reports.isVerbose { observers.append(ExchangeTrace()) }
    if let file {
      observers.append(EventLog(now: world.now, elapsed: elapsed) { file.write($0) })
    }
  }

  /// Tells all of them.
  func tell(_ event: RunEvent) {
    for observer in observers { observer.observe(event) }
  }

  /// Tells of the beginning.
  ///
  /// - Parameters:
  ///   - name: what was asked for.
  ///   - read: reads the endpoint.
  /// - Returns: the endpoint.
  /// - Throws: what reading it throws.
  func starting(
    _ name: String, _ read: () throws(Failure) -> Endpoint
  ) throws(Failure) -> Endpoint {
    guard !observers.isEmpty else { return try read() }
    do {
      let endpoint = try read()
      tell(.started(RunStart(file: endpoint.file, summary: endpoint.summary)))
      return endpoint
    } catch {
      tell(.started(RunStart(file: name)))
      throw error
    }
  }

  /// Runs something, and tells how it ended.
  ///
  /// - Throws: what that throws.
  func reporting(_ run: () throws(Failure) -> Void) throws(Failure) {
    guard !observers.isEmpty else { return try run() }
    do {
      try run()
      tell(.finished(RunEnd()))
    } catch {
      tell(.finished(RunEnd(error, signal: Signals.received)))
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
