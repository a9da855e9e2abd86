import APICallBase
import APICallCurl
import APICallModel
import APICallReports
import APICallScripts
import APICallSystem
import APICallTesting
import APICallText

/// One run of `apicall test`: finds the cases, runs them, and reports what came of them.
final class TestSession: PoolSource {
  private let settings: TestSettings
  private let environment: CommandEnvironment
  private let files: ResultFiles
  private let loop: CurlLoop
  private let failedBefore: FailedCases
  private(set) var tester: CaseTester
  private(set) var cases: [TestCase] = []
  private var results = CaseResults()
  private var reporter: CaseReporter

  static func run(_ settings: TestSettings) throws(Failure) {
    let loop = CurlLoop(interruption: Interruption.bySignals())
    try loop.run { () async throws(Failure) in
      // Without the loop, the requester cannot be made, and nothing can be sent.
      let environment = CommandEnvironment(
        settings.connections, loop: settings.mode.sends ? loop : nil)
      let files = try ResultFiles(settings.reports)
      try await TestSession(settings, environment, reportingTo: files, on: loop).perform()
    }
  }

  private init(
    _ settings: TestSettings, _ environment: CommandEnvironment, reportingTo files: ResultFiles,
    on loop: CurlLoop
  ) {
    self.settings = settings
    self.environment = environment
    self.files = files
    self.loop = loop
    let world = environment.world
    tester = CaseTester(
      environment.registry, in: world, secrets: environment.secrets, on: loop, mode: settings.mode)
    tester.destination.profile = settings.profile
    tester.destination.allowsWrites = settings.allowsWrites
    tester.retries = settings.retries
    tester.isStrict = settings.isStrict
    tester.notesCalls = !files.isEmpty
    results.failsOnFlaky = settings.failsOnFlaky
    failedBefore = FailedCases(of: world.files.workingDirectory, by: world.digests.sha256)
    reporter = CaseReporter(settings)
  }

  private func perform() async throws(Failure) {
    let start = SuspendingClock.now
    let moment = environment.world.now()
    do throws(Failure) {
      try find()
    } catch {
      // The report of an earlier run must not be taken for this one.
      results.strays += error.diagnostics
      try write(since: start, at: moment, status: error.status)
      throw error
    }
    reporter.begin(cases)
    reporter.show(CaseReport.unreadable(results.unreadable.map(\.failure)))
    let pool = OrderedPool(
      of: self, parallel: min(settings.jobs, max(cases.count, 1)), count: cases.count,
      permits: environment.permits, executor: loop)
    let ending = await pool.perform()
    reporter.end()
    if case .failed(let failure) = ending, failure.status != .interrupted { throw failure }
    results.notRun = Array(cases.dropFirst(results.results.count))
    noteFailed()
    if Signals.first != nil {
      results.isInterrupted = true
      // What is known so far is reported; another signal ends that too.
      Signals.resume()
      try write(since: start, at: moment, status: .interrupted)
      throw Failure(.interrupted, [])
    }
    reporter.show(
      CaseSummary.text(
        of: results, isOffline: !settings.mode.sends, time: SuspendingClock.now - start))
    try write(since: start, at: moment, status: results.status)
    if results.status != .success { throw Failure(results.status, []) }
  }

  /// Notes which cases `--failed` runs the next time: those that failed, and those that were not run.
  private func noteFailed() {
    let failed = results.results.filter { result in
      result.isFailed || results.failsOnFlaky && result.isFlaky
    }
    failedBefore.note(
      failed.map(\.testCase.id) + results.notRun.map(\.id), among: Set(cases.map(\.id)))
  }

  private func write(
    since start: SuspendingClock.Instant, at moment: UTCTimestamp, status: ExitStatus
  ) throws(Failure) {
    guard !files.isEmpty else { return }
    var report = Report(results, runAgainWith: settings.optionsToRunAgain)
    report.status = status
    report.arguments = settings.optionsToRunAgain + settings.words.map { ShellWord($0).text }
    report.isOffline = !settings.mode.sends
    // Without a network, equal runs give equal reports.
    if settings.mode.sends {
      (report.start, report.duration) = (moment, SuspendingClock.now - start)
    }
    try files.write(report)
  }

  private func find() throws(Failure) {
    var finder = CaseFinder(environment.library, profile: settings.profile)
    for operand in settings.operands {
      do throws(Failure) {
        try finder.add(operand)
      } catch {
        guard settings.allowsNone, error.status == .noInput, operand.name == nil,
          environment.world.files.status(of: operand.path) != nil
        else { throw error }
      }
    }
    results.unreadable = finder.failures
    var filter = settings.filter
    if settings.runsFailed { filter.failed = failedBefore.names }
    cases = finder.cases.filter { filter.admits($0) }
    if results.unreadable.isEmpty, !settings.allowsNone,
      let mismatch = filter.mismatch(among: finder.cases)
    {
      throw mismatch
    }
    if settings.isWhole { try handle(finder.strays) }
    if settings.findsUncovered { results.uncovered = finder.uncovered }
    if settings.updates {
      let named = finder.named
      results.isUpdate = named.isEmpty
      tester.updates = { named.contains($0.id) }
    }
    try tester.close(over: cases)
    guard cases.isEmpty, results.unreadable.isEmpty, !settings.allowsNone else { return }
    throw filter.emptyFailure(among: finder.cases)
  }

  private func handle(_ strays: [String]) throws(Failure) {
    for folder in strays {
      guard settings.prunes else {
        results.strays.append(
          Message(
            "no case uses '\(folder)'",
            hint: "if its case was renamed, rename the folder; otherwise 'apicall test --prune'"
              + " removes it"))
        continue
      }
      try FolderReplacement.remove(folder)
      results.removed.append(folder)
    }
  }

  fileprivate func add(_ result: CaseResult) throws(Failure) {
    results.results.append(result.withoutResponse)
    reporter.note(result)
  }

  fileprivate func begin(_ testCase: TestCase) { reporter.begin(testCase) }

  func next(_ index: Int) async throws(Failure) -> (any PoolItem)? {
    guard index < cases.count, Signals.first == nil, results.failed < settings.mostFailures ?? .max
    else { return nil }
    return TestItem(cases[index], in: self)
  }

  func stops(after failure: Failure) -> Bool { true }

  /// False: nothing is held back.
  var holdsOutput: Bool { false }

  func flush() {}
}

/// One case in the pool.
private final class TestItem: PoolItem {
  private let testCase: TestCase
  private let session: TestSession
  private var result: CaseResult?

  init(_ testCase: TestCase, in session: TestSession) {
    self.testCase = testCase
    self.session = session
  }

  func begin() { session.begin(testCase) }

  func perform() async -> Failure? {
    result = await session.tester.result(of: testCase)
    return nil
  }

  func takeTurn() -> Failure? { nil }

  func finish(_ failure: Failure?) throws(Failure) {
    if let failure { throw failure }
    // A case that a signal has cut short neither passed nor failed.
    if Signals.first != nil { throw Failure(.interrupted, []) }
    if let result { try session.add(result) }
  }
}

/// Shows results on standard error as they come: a live line on a terminal, else a line per file.
struct CaseReporter {
  private static let pause = Duration.milliseconds(100)

  private let settings: TestSettings
  private let isLive: Bool
  private var count = 0
  private var done = 0
  private var failed = 0
  private var drawn: SuspendingClock.Instant?
  /// The results of the file whose cases are run.
  private var ofFile: [CaseResult] = []

  init(_ settings: TestSettings) {
    self.settings = settings
    isLive = StandardError.isTerminal && !["", "dumb"].contains(Program.environment("TERM") ?? "")
  }

  mutating func begin(_ cases: [TestCase]) {
    count = cases.count
    // A case that is sent may take long, so the line is drawn for the first one too.
    drawn = settings.mode.sends ? SuspendingClock.now - Self.pause : SuspendingClock.now
  }

  mutating func begin(_ testCase: TestCase) {
    guard isLive, let last = drawn, SuspendingClock.now - last >= Self.pause,
      !StandardError.isInBackground
    else { return }
    drawn = SuspendingClock.now
    StandardError.showPassing(
      CaseReport.progress(
        done, of: count, failed: failed, at: testCase.id, columns: StandardError.columnsOrDefault))
  }

  mutating func note(_ result: CaseResult) {
    if let file = ofFile.first?.testCase.file, file != result.testCase.file { endFile() }
    done += 1
    ofFile.append(result.withoutResponse)
    if result.isFailed { failed += 1 }
    show(CaseReport.text(of: result, runAgainWith: settings.optionsToRunAgain))
  }

  mutating func end() {
    endFile()
    StandardError.erasePassing()
  }

  private mutating func endFile() {
    if !isLive, let file = ofFile.first?.testCase.file {
      StandardStreams.report(CaseReport.line(of: file, ofFile))
    }
    ofFile = []
  }

  func show(_ text: StyledText) {
    guard !text.bytes.isEmpty else { return }
    StandardStreams.report(text, color: settings.color)
  }
}
