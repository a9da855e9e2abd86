import APICallPlugins
import APICallSystem
import APICallTesting
import APICallText

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
    isLive =
      StandardError.isTerminal && !["", "dumb"].contains(Program.environment("TERM") ?? "")
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
        done, of: count, failed: failed, at: testCase.id,
        columns: StandardError.columnsOrDefault))
  }

  /// Takes a result, in the order of the files.
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
