import APICallBase

/// How many cases there are of each state: the only place that counts them.
package struct ReportCounts: Sendable, Hashable {
  package private(set) var passed = 0
  package private(set) var failed = 0
  package private(set) var broken = 0
  package private(set) var skipped = 0
  package private(set) var flaky = 0
  package private(set) var unreadable = 0
  /// The problems beside the cases that are errors.
  package private(set) var problems = 0

  package init(_ report: Report) {
    for suite in report.suites { add(suite) }
    problems = report.problems.count { $0.severity == .error }
  }

  package init(_ suite: ReportSuite) { add(suite) }

  private mutating func add(_ suite: ReportSuite) {
    if suite.failure != nil { unreadable += 1 }
    for state in suite.cases.lazy.map(\.state) {
      switch state {
      case .passed: passed += 1
      case .failed: failed += 1
      case .broken: broken += 1
      case .skipped: skipped += 1
      case .flaky: flaky += 1
      }
    }
  }

  package var cases: Int { passed + failed + broken + skipped + flaky }

  /// The number of everything because of which the command fails.
  package var failures: Int { failed + broken + unreadable + problems }

  package subscript(state: ReportCase.State) -> Int {
    switch state {
    case .passed: passed
    case .failed: failed
    case .broken: broken
    case .skipped: skipped
    case .flaky: flaky
    }
  }

  /// What there is, such as `80 passed, 1 failed, 1 file has errors`; `0 passed` if there is
  /// nothing.
  package var words: String {
    var parts = ReportCase.State.allCases.filter { self[$0] > 0 }.map {
      "\(self[$0]) \($0.rawValue)"
    }
    if unreadable > 0 {
      parts.append("\(unreadable) \(unreadable == 1 ? "file has" : "files have") errors")
    }
    if problems > 0 { parts.append("\(problems) \(problems == 1 ? "problem" : "problems")") }
    return parts.isEmpty ? "0 passed" : parts.joined(separator: ", ")
  }
}
