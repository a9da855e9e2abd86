import APICallBase
import APICallReports
import APICallText
import Foundation
import JSONText
import SeededNumbers
import Testing

@Suite("Reports of hostile texts")
struct HostileReportTests {
  private static let count = CaseCount.picked(100)

  @Test("Whatever the texts are, the report is well-formed", arguments: ReportKind.allCases)
  func generated(_ kind: ReportKind) throws {
    let seed = TestSeed.picked()
    for number in 0..<Self.count {
      var maker = HostileReport.Maker(
        random: SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed)))
      let report = maker.report()
      do {
        try check(kind.text(of: report), kind, report)
      } catch {
        Issue.record("APICALL_SEED=\(seed), report \(number): \(error)")
        return
      }
    }
  }

  @Test("A text of 10 MB is cut", arguments: ReportKind.allCases)
  func long(_ kind: ReportKind) throws {
    let long = String(repeating: "<&\u{1B}é`#", count: 3 << 19)
    var diagnostic = Message(long, hint: long)
    diagnostic.quote = long
    diagnostic.details = [long]
    let body = ReportBody(Array(long.utf8), mediaType: "text/plain")
    let exchange = ReportExchange(
      "GET", long, headers: [ReportField("X", long)], body: body,
      ReportResponse(200, long, headers: [ReportField("X", long)], body: body))
    var testCase = ReportCase("a", id: "a::a", at: nil, .failed([diagnostic]), command: "x")
    testCase.steps = [ReportStep(.failed, [exchange])]
    let report = Report(.test, [ReportSuite("a.yaml", [testCase])], status: .expectation)
    let text = kind.text(of: report)
    try check(text, kind, report)
    #expect(text.utf8.count < 4 << 20)
  }

  private struct Fault: Error {
    var words: String
  }

  private func require(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    guard condition else { throw Fault(words: words()) }
  }

  private func check(_ text: String, _ kind: ReportKind, _ report: Report) throws {
    for scalar in text.unicodeScalars where TerminalText.isUnsafe(scalar) {
      throw Fault(words: "\(TerminalText.escape(scalar)) is in the report")
    }
    try require(text.isEmpty || text.hasSuffix("\n"), "no line break at the end")
    switch kind {
    case .text:
      let unreadable = report.suites.count { $0.failure != nil }
      let problems = report.problems.count { $0.severity == .error }
      let lines = text.utf8.count { $0 == 0x0A }
      try require(
        lines == report.cases.count + unreadable + problems + 1, "a case is not one line")
    case .junit: try JUnitRules.check(text, report, isStrict: false)
    case .junitXSD: try JUnitRules.check(text, report, isStrict: true)
    case .tap: try check(tap: text, 13, report)
    case .tap14: try check(tap: text, 14, report)
    case .github: try check(commands: text)
    case .summary: try check(markdown: text)
    case .json:
      let root = try JSONDocument(text: text).root
      let files = root["files"]?.count
      try require(files == report.suites.count, "the number of files is wrong")
    case .html: try HTMLRules.check(text, report)
    }
  }

  private func check(tap text: String, _ version: Int, _ report: Report) throws {
    let points = try TAPReader.read(text, version: version)
    let cases = report.judgedSuites.flatMap(\.cases)
    try require(
      points.map(\.isOK) == cases.map { !$0.state.isFailure }, "the points are not the cases")
  }

  private func check(commands text: String) throws {
    var counts: [Substring: Int] = [:]
    let command = /::(error|warning|notice) ((?:[a-zA-Z]+=[^:,\r]*,?)+)::[^\r]*/
      .matchingSemantics(.unicodeScalar)
    let percent = /%/.matchingSemantics(.unicodeScalar)
    let escape = /%(?:25|0A|0D|3A|2C)/.matchingSemantics(.unicodeScalar)
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: command) else {
        throw Fault(words: "not a command: \(line)")
      }
      counts[match.1, default: 0] += 1
      try require(
        line.matches(of: percent).count == line.matches(of: escape).count,
        "a percent sign is not escaped: \(line)")
    }
    try require(counts.values.allSatisfy { $0 <= 10 }, "more than 10 commands of a kind")
  }

  /// Outside of code blocks there are only the report's own words and tags.
  private func check(markdown text: String) throws {
    try require(text.utf8.count < 1 << 20, "more than 1 MiB")
    var fence: Substring?
    let ours = /<\/?(?:code|details|summary)>|&#[0-9]+;|\(`[a-z_]+`\)/
      .matchingSemantics(.unicodeScalar)
    // CommonMark, section 4.5: up to three spaces, and at least as many backticks.
    let closing = /[ ]{0,3}(`{3,})[ ]*/.matchingSemantics(.unicodeScalar)
    let opening = /(`{3,})text/
    let active = /[<>&`\[\]*_\\@]/.matchingSemantics(.unicodeScalar)
    let link = /www\.|:\/\//
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        guard let end = line.wholeMatch(of: closing), end.1.count >= open.count else { continue }
        try require(line == open, "a text ends its code block")
        fence = nil
        continue
      }
      if let match = line.wholeMatch(of: opening) {
        fence = match.1
        continue
      }
      let rest = line.replacing(ours, with: "")
      try require(rest.firstMatch(of: active) == nil, "not escaped: \(line)")
      try require(rest.firstMatch(of: link) == nil, "a link in: \(line)")
    }
    try require(fence == nil, "a code block does not end")
  }
}
