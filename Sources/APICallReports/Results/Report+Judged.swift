import APICallBase
import APICallText

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
