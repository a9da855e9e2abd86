/// How many cases there are of each kind.
package struct CaseCounts: Sendable, Hashable {
  package private(set) var passed = 0
  /// Those that passed after they had failed; they are not among ``passed``.
  package private(set) var flaky = 0
  package private(set) var failed = 0
  package private(set) var skipped = 0

  /// Counts results.
  package init(of results: [CaseResult]) {
    for result in results {
      switch result.verdict {
      case .passed where result.isFlaky: flaky += 1
      case .passed: passed += 1
      case .failed, .broken: failed += 1
      case .skipped: skipped += 1
      }
    }
  }

  /// `80 passed, 1 failed, 2 skipped`, without what is 0.
  package var words: String {
    let parts = [(passed, "passed"), (flaky, "flaky"), (failed, "failed"), (skipped, "skipped")]
    let shown = parts.filter { $0.0 > 0 }
    return shown.isEmpty ? "0 passed" : shown.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
