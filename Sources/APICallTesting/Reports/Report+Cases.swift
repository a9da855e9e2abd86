import APICallBase
import APICallModel
package import APICallReports
import APICallText

extension Report {
  package init(_ results: CaseResults, runAgainWith options: [String]) {
    var suites = results.unreadable.map { ReportSuite($0.file, failure: $0.failure) }
    let notRun = results.notRun.map {
      CaseResult(
        testCase: $0,
        verdict: .skipped(
          results.isInterrupted ? "the run was interrupted" : "too many cases had failed"))
    }
    for result in results.results + notRun {
      let file = result.testCase.file
      if suites.last?.file != file || suites.last?.failure != nil {
        suites.append(ReportSuite(file))
      }
      suites[suites.count - 1].cases.append(ReportCase(result, runAgainWith: options))
    }
    self.init(.test, suites, status: results.status)
    problems = results.strays
    if results.isInterrupted { problems.append(Message("a signal interrupted the run")) }
    problems += (results.uncovered ?? []).map {
      Message("the endpoint '\($0)' has no case")
    }
    if results.failsOnFlaky {
      problems += results.results.filter(\.isFlaky).map {
        Message("the case '\($0.testCase.id)' is flaky", at: $0.testCase.mark)
      }
    }
    changes = results.removed.map { "removed \($0)" }
  }
}

extension ReportCase {
  fileprivate init(_ result: CaseResult, runAgainWith options: [String]) {
    let testCase = result.testCase
    let words = ["apicall", "test"] + options + [ShellWord.path(testCase.id)]
    self.init(
      testCase.name, id: testCase.id, at: SourcePlace(testCase.mark), result.reported,
      command: words.joined(separator: " "))
    tags = testCase.test.tags
    earlier = result.failedAttempts.map { ReportAttempt($0.reported, $0.steps) }
    warnings = result.notes
    duration = result.duration
    steps = result.steps
    changes = result.changes
  }
}

extension CaseResult {
  fileprivate var reported: ReportCase.Verdict {
    // Without a response there is nothing to judge.
    guard case .failed(let problems) = verdict, !ending.isJudgement else { return verdict }
    return .broken(Failure(ending, problems))
  }
}
