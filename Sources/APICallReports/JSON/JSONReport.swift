import APICallBase
import APICallText
import JSONText

/// The report as one JSON document, with the names of apicall-events(5).
///
/// A member without a value is left out; lists are always present. The bodies of cases that passed
/// are left out, and those after the first 16 MiB.
package enum JSONReport {
  /// The version of the format; new members do not change it.
  package static let version = 1
  /// The deepest nesting: that of a body, and the levels around it.
  private static let depth = 1024

  /// Returns a JSON document with one member or item per line.
  package static func text(of report: Report) -> String {
    var compact: [UInt8] = []
    json(of: report).withoutNulls.append(to: &compact)
    var text: [UInt8] = []
    var indenter = JSONIndenter(maxDepth: depth)
    // The text above is JSON, so this cannot fail.
    try? indenter.push(TerminalText.escaping(json: compact).span, into: &text)
    try? indenter.finish(into: &text)
    return String(decoding: text, as: UTF8.self) + "\n"
  }

  private static func json(of report: Report) -> BuiltJSON {
    let counts = ReportCounts(report)
    var room = ShownText.longestReport
    return .map([
      ("apicall_report", BuiltJSON(version)), ("apicall", .text(report.version)),
      ("command", .text(report.command.rawValue)),
      ("command_line", .text(ShownText.start(of: report.commandLine))),
      ("time", BuiltJSON(report.start.flatMap(ShownTime.milliseconds))),
      ("elapsed_ms", BuiltJSON(milliseconds: report.duration)),
      ("offline", .boolean(report.isOffline)), ("exit", BuiltJSON(report.status.rawValue)),
      ("exit_name", .text(report.status.name)),
      (
        "counts",
        .map(
          ReportCase.State.allCases.map { ($0.rawValue, BuiltJSON(counts[$0])) }
            + [
              ("unreadable", BuiltJSON(counts.unreadable)),
              ("problems", BuiltJSON(counts.problems)),
            ])
      ),
      ("files", .list(report.suites.map { json(of: $0, &room) })),
      ("diagnostics", .list(report.problems.map(json))),
      ("changes", .texts(report.changes)),
    ])
  }

  private static func json(of suite: ReportSuite, _ room: inout Int) -> BuiltJSON {
    .map(
      [("file", .text(suite.file))] + exit(suite.failure?.status)
        + [
          ("diagnostics", .list((suite.failure?.diagnostics ?? []).map(json))),
          ("cases", .list(suite.cases.map { json(of: $0, &room) })),
        ])
  }

  private static func json(of testCase: ReportCase, _ room: inout Int) -> BuiltJSON {
    let hasBodies = testCase.hasBodies && room > 0
    if hasBodies { room -= testCase.bodySize }
    return .map(
      [("id", .text(testCase.id)), ("name", .text(testCase.name))]
        + SourcePlace.jsonMembers(of: testCase.place)
        + [("tags", .texts(testCase.tags)), ("state", .text(testCase.state.rawValue))]
        + exit(testCase.verdict.status)
        + [
          ("reason", BuiltJSON(testCase.skipReason)),
          ("elapsed_ms", BuiltJSON(milliseconds: testCase.duration)),
          ("diagnostics", .list(testCase.verdict.diagnostics.map(json))),
          (
            "earlier_attempts",
            .list(
              testCase.earlier.map { attempt in
                .map(
                  [("state", .text(attempt.verdict.state.rawValue))] + exit(attempt.verdict.status)
                    + [
                      ("elapsed_ms", BuiltJSON(milliseconds: attempt.duration)),
                      ("diagnostics", .list(attempt.verdict.diagnostics.map(json))),
                      (
                        "steps",
                        .list(attempt.steps.map { JSONExchange.json(of: $0, bodies: hasBodies) })
                      ),
                    ])
              })
          ),
          ("warnings", .list(testCase.warnings.map(json))),
          ("run_again", .text(testCase.command)), ("changes", .texts(testCase.changes)),
          (
            "steps",
            .list(testCase.steps.map { JSONExchange.json(of: $0, bodies: hasBodies) })
          ),
        ])
  }

  /// A diagnostic as in events; its longest texts are cut.
  private static func json(of diagnostic: Message) -> BuiltJSON {
    FailureText.limited(diagnostic).json
  }

  private static func exit(_ status: ExitStatus?) -> [(key: String, value: BuiltJSON)] {
    [("exit", BuiltJSON(status?.rawValue)), ("exit_name", BuiltJSON(status?.name))]
  }
}

extension ReportCase {
  fileprivate var hasBodies: Bool { state.isFailure || state == .flaky }

  fileprivate var bodySize: Int {
    (earlier.flatMap(\.steps) + steps).flatMap(\.exchanges).reduce(0) { sum, exchange in
      sum + (exchange.body?.bytes.count ?? 0) + (exchange.response?.body?.bytes.count ?? 0)
    }
  }
}
