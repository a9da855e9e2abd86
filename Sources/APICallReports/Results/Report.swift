package import APICallBase
package import APICallText

/// What came of `apicall test` or `apicall run`: the one value that all reports are made of.
///
/// ```
/// Report              the run: files, problems beside the cases, exit status, times
/// └─ ReportSuite      a file with its cases, or the reason why it cannot be read
///    └─ ReportCase    a case: its verdict, warnings, and the command that runs it again
///       ├─ ReportAttempt    an earlier attempt that failed, with its own steps
///       └─ ReportStep       a step of a script, or the only one of a call
///          └─ ReportExchange     a request and what came back, with the times
/// ```
///
/// The caller masks all secrets before it makes the value; a report shows every text that it holds.
/// Texts and bodies may come from any server: a report shows or cuts them, whatever they contain.
/// A time that is nil is not in the reports, so that equal runs without a network give equal files.
package struct Report: Sendable {
  package enum Command: String, Sendable, CaseIterable {
    case test, run

    /// The command as it is typed: `apicall test`.
    package var words: String { "apicall \(rawValue)" }
  }

  package var command: Command
  /// The words that were typed after the command, quoted for sh(1), and masked.
  package var arguments: [String] = []
  package var version = Release.version
  /// The files in the order in which they were found.
  package var suites: [ReportSuite]
  /// Problems beside the cases, such as a folder that no case uses.
  ///
  /// Those with the severity of an error count as failures.
  package var problems: [Message] = []
  /// What was written or removed beside the cases, such as `removed users.recorded/old`.
  package var changes: [String] = []
  /// Whether nothing could be sent: the responses are recorded ones, or those of examples.
  package var isOffline = false
  package var status: ExitStatus
  /// When it began, in UTC; nil if the report must not depend on it.
  package var start: UTCTimestamp?
  /// How long it took; nil if the report must not depend on it.
  package var duration: Duration?

  package init(_ command: Command, _ suites: [ReportSuite], status: ExitStatus) {
    self.command = command
    self.suites = suites
    self.status = status
  }

  package var commandLine: String { ([command.words] + arguments).joined(separator: " ") }

  package var cases: [ReportCase] { suites.flatMap(\.cases) }
}

/// A file of cases.
package struct ReportSuite: Sendable {
  package var file: String
  /// The cases in the order of the file; those of a file that cannot be read are not known.
  package var cases: [ReportCase]
  /// Why the file cannot be read, and the exit status for it; nil if it can be.
  package var failure: Failure?

  package init(_ file: String, _ cases: [ReportCase] = [], failure: Failure? = nil) {
    self.file = file
    self.cases = cases
    self.failure = failure
  }

  /// The sum of the times of the cases, which may have run in parallel; nil if none is known.
  package var duration: Duration? {
    cases.compactMap(\.duration).reduce(nil) { ($0 ?? .zero) + $1 }
  }
}

/// Readers of JUnit and TAP know cases only, so a file that cannot be read and a problem beside the
/// cases become one case each there.
extension Report {
  /// The files with a case for everything that failed; the problems are the last one.
  package var judgedSuites: [ReportSuite] {
    var suites = suites.map(\.judged)
    let errors = problems.filter { $0.severity == .error }
    if !errors.isEmpty {
      let cases = errors.enumerated().map { index, problem in
        ReportCase(
          "problem \(index + 1)", id: "\(command.words)::problem \(index + 1)",
          at: problem.place, .failed([problem]), command: commandLine)
      }
      suites.append(ReportSuite(command.words, cases))
    }
    return suites
  }
}

extension ReportSuite {
  /// The file with a case for the reason why it cannot be read.
  var judged: ReportSuite {
    guard let failure else { return self }
    var suite = self
    suite.failure = nil
    let unreadable = ReportCase(
      "cannot be read", id: file, at: failure.diagnostics.lazy.compactMap(\.place).first,
      .broken(failure), command: "apicall check \(ShellWord.path(file))")
    suite.cases.insert(unreadable, at: 0)
    return suite
  }
}
