import APICallBase
import APICallText

/// How many cases there are of each state: the only place that counts them.
package struct ReportCounts: Sendable, Hashable {
  private var counts: [ReportCase.State: Int] = [:]
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
    for testCase in suite.cases { counts[testCase.state, default: 0] += 1 }
  }

  /// The number of all cases.
  package var cases: Int { counts.values.reduce(0, +) }

  package subscript(state: ReportCase.State) -> Int { counts[state, default: 0] }

  /// What there is, such as `80 passed, 1 failed, 1 file has errors`; `0 passed` if there is
  /// nothing.
  package var words: String {
    var parts = ReportCase.State.allCases.filter { self[$0] > 0 }.map {
      "\(self[$0]) \($0.rawValue)"
    }
    if unreadable > 0 {
      parts.append("\(unreadable.counted("file")) \(unreadable == 1 ? "has" : "have") errors")
    }
    if problems > 0 { parts.append(problems.counted("problem")) }
    return parts.isEmpty ? "0 passed" : parts.joined(separator: ", ")
  }
}
