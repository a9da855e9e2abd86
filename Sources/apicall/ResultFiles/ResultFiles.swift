import APICallBase
import APICallReports
import APICallResponses
import APICallRun
import APICallSafety
import APICallSystem
import APICallTesting
import APICallText
import Glibc

/// The files of the reports of a run, opened before it begins.
///
/// A file is new or complete: what was there stays until the report is written.
final class ResultFiles {
  /// What takes the text of a report.
  private enum Target {
    case file(any OutputFile)
    case descriptor(Int32)
  }

  private var targets: [(kind: ReportKind, place: Target)] = []

  init(_ reports: [ResultReport]) throws(Failure) {
    for report in reports {
      switch report.place {
      case .file(let path):
        try OutputFiles.check(path)
        targets.append((report.kind, .file(try OutputFiles.open(path))))
      case .jobSummary(let path):
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
        guard descriptor >= 0 else {
          throw Failure(
            .cannotCreate, "cannot write the summary to '\(path)': \(SystemError.words(for: errno))"
          )
        }
        targets.append((report.kind, .descriptor(descriptor)))
      case .standardOutput:
        targets.append((report.kind, .descriptor(STDOUT_FILENO)))
      case .standardError:
        targets.append((report.kind, .descriptor(STDERR_FILENO)))
      }
    }
  }

  /// Discards what was not written.
  deinit {
    for target in targets {
      switch target.place {
      case .file(let file): _ = file.discard(after: Failure(.other, []))
      case .descriptor(let descriptor): if descriptor > STDERR_FILENO { close(descriptor) }
      }
    }
  }

  var isEmpty: Bool { targets.isEmpty }

  /// Writes all reports.
  ///
  /// Throws the first ``Failure``; the other reports are still written.
  func write(_ report: Report) throws(Failure) {
    var failure: Failure?
    while let target = targets.first {
      targets.removeFirst()
      let text = Array(target.kind.text(of: report).utf8)
      do throws(Failure) {
        switch target.place {
        case .file(let file):
          do throws(DeliveryError) {
            try file.write(text.span)
            try file.flush()
          } catch {
            throw file.discard(after: Failure(writing: error))
          }
          if let failure = file.end(after: nil) { throw failure }
        case .descriptor(let descriptor):
          defer { if descriptor > STDERR_FILENO { close(descriptor) } }
          let sink = DescriptorSink(descriptor)
          try Printing.write(text, to: sink)
          try Printing.flush(sink)
        }
      } catch {
        failure = failure?.followed(by: error) ?? error
      }
    }
    if let failure { throw failure }
  }
}

/// The reports of the calls of `apicall run`.
struct RunResults {
  private let files: ResultFiles
  private let world: World
  private let arguments: [String]
  private let begin: (moment: UTCTimestamp, elapsed: Duration)

  init(_ reports: [ResultReport], of arguments: [String], in world: World) throws(Failure) {
    files = try ResultFiles(reports)
    self.world = world
    self.arguments = arguments
    begin = (world.now(), world.elapsed())
  }

  /// Writes the reports after the run.
  ///
  /// Returns the failure of the run, with that of the reports; nil for neither.
  func write(
    after failure: Failure?, _ log: CallLog?, showing open: Set<String>, of file: (Int?) -> String
  ) -> Failure? {
    guard !files.isEmpty, let log else { return failure }
    if Signals.first != nil { Signals.resume() }
    var report = Report(
      log, of: file, typedAs: arguments.map { Self.shown($0, open) },
      maskedBy: world.trail.redactor(besides: []), endingWith: failure)
    report.start = begin.moment
    report.duration = world.elapsed() - begin.elapsed
    do throws(Failure) {
      try files.write(report)
      return failure
    } catch {
      return failure?.followed(by: error) ?? error
    }
  }

  private static func shown(_ operand: String, _ open: Set<String>) -> String {
    let signs: [Character] = ["=", ":", "@", "["]
    let end = operand.firstIndex { signs.contains($0) } ?? operand.endIndex
    guard end < operand.endIndex, operand.contains("="), !open.contains(String(operand[..<end]))
    else { return operand }
    return "\(operand[..<end])=\(ProtectedText.mask)"
  }
}
