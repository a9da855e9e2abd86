import APICallBase
import APICallReports
package import APICallText

/// The end of the report for people.
package enum CaseSummary {
  /// The most cases that are listed as slow, and the shortest time of one.
  private static let (mostSlow, shortestSlow) = (5, Duration.milliseconds(200))

  package static func text(
    of results: CaseResults, isOffline: Bool, time: Duration?
  ) -> StyledText {
    var text = StyledText()
    for stray in results.strays { text.append(stray.styledText) }
    for line in lines(of: results) { text.append("\(TerminalText.line(line))\n") }
    text.append(list("without a case:", results.uncovered ?? [], style: .error))
    text.append(list("slowest:", slowest(of: results.results), style: .hint))
    let failed = results.results.filter(\.isFailed)
    if failed.count > 1 {
      text.append(list("failed:", failed.map { ShellWord.path($0.testCase.id) }, style: .error))
    }
    var line = counts(of: results)
    // A time below a second is not worth showing.
    if let time, time >= .seconds(1) { line += " in \(seconds(time))" }
    if isOffline { line += "; nothing was sent" }
    text.append(line + "\n")
    return text
  }

  private static func lines(of results: CaseResults) -> [String] {
    var lines: [String] = []
    for result in results.results {
      guard case .skipped(let reason) = result.verdict else { continue }
      lines.append("skipped \(result.testCase.id): \(reason)")
    }
    for result in results.results where result.isFlaky {
      let count = result.failedAttempts.count + 1
      let reason = result.failedAttempts.last?.problems.first.map { ": before, \($0.words)" } ?? ""
      lines.append("flaky \(result.testCase.id): it passed at attempt \(count)\(reason)")
    }
    if results.failsOnFlaky, results.results.contains(where: \.isFlaky) {
      lines.append("--fail-on-flaky: a flaky case is a failure")
    }
    lines += results.results.flatMap(\.changes)
    if results.isUpdate, results.failed == 0, results.results.allSatisfy({ $0.changes.isEmpty }) {
      lines.append("no golden file has changed; to begin one, name the case as FILE::NAME")
    }
    return lines + results.removed.map { "removed \($0)" }
  }

  private static func list(
    _ heading: String, _ items: [String], style: TextStyle
  ) -> StyledText {
    var text = StyledText()
    guard !items.isEmpty else { return text }
    text.append(heading, style)
    text.append("\n")
    for item in items { text.append("  \(TerminalText.line(item))\n") }
    return text
  }

  /// The cases that took longest, if they took long; those that were not sent have no time.
  private static func slowest(of results: [CaseResult]) -> [String] {
    let slow = results.compactMap { result in
      result.duration.flatMap { $0 >= shortestSlow ? (time: $0, id: result.testCase.id) : nil }
    }
    return slow.sorted { $0.time > $1.time }.prefix(mostSlow)
      .map { "\(seconds($0.time)) \(ShellWord.path($0.id))" }
  }

  private static func counts(of results: CaseResults) -> String {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      number == 0 ? "" : ", \(number) \(number == 1 ? one : many)"
    }
    let noted = results.results.count { !$0.isFailed && !$0.notes.isEmpty }
    return results.results.counts
      + count(results.notRun.count, "not run", "not run")
      + count(results.unreadable.count, "file has errors", "files have errors")
      + count(results.strays.count, "unused folder", "unused folders")
      + count(results.uncovered?.count ?? 0, "endpoint without a case", "endpoints without a case")
      + count(noted, "with notes", "with notes")
  }

  private static func seconds(_ time: Duration) -> String {
    let tenths = Int((time / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
