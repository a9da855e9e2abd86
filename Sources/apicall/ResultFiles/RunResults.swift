import APICallBase
import APICallReports
import APICallRun
import APICallSafety
import APICallSystem
import APICallTesting
import APICallText

/// The reports of the calls of `apicall run`.
struct RunResults {
  private let files: ResultFiles
  private let world: World
  private let arguments: [String]
  private let begin: (moment: Timestamp, elapsed: Duration)

  init(
    _ reports: [ResultReport], of arguments: [String], in world: World
  ) throws(Failure) {
    files = try ResultFiles(reports)
    self.world = world
    self.arguments = arguments
    begin = (world.now(), world.elapsed())
  }

  /// Writes the reports after the run.
  ///
  /// Returns the failure of the run, with that of the reports; nil for neither.
  func write(
    after failure: Failure?, _ log: CallLog?, showing open: Set<String>,
    of file: (Int?) -> String
  ) -> Failure? {
    guard !files.isEmpty, let log else { return failure }
    if Signals.first != nil { Signals.resume() }
    var report = Report(
      log, of: file, typedAs: arguments.map { Self.shown($0, open) },
      maskedBy: world.trail.redactor(besides: []),
      endingWith: failure)
    report.start = begin.moment
    report.duration = world.elapsed() - begin.elapsed
    do throws(Failure) {
      try files.write(report)
      return failure
    } catch {
      return failure?.followed(by: error) ?? error
    }
  }

  /// An operand with its value masked, unless that may be shown.
  private static func shown(_ operand: String, _ open: Set<String>) -> String {
    let signs: [Character] = ["=", ":", "@", "["]
    let end = operand.firstIndex { signs.contains($0) } ?? operand.endIndex
    guard end < operand.endIndex, operand.contains("="), !open.contains(String(operand[..<end]))
    else { return operand }
    return "\(operand[..<end])=\(ProtectedText.mask)"
  }
}
