/// A file of cases on the page.
struct HTMLFile {
  struct Case {
    let testCase: ReportCase
    let anchor: String
  }

  /// The file; one that cannot be read has a case for the reason.
  let suite: ReportSuite
  let anchor: String
  let cases: [Case]

  /// The files of a report with names that are unique within the page.
  static func files(of report: Report) -> [HTMLFile] {
    var count = 0
    return report.suites.map(\.judged).enumerated().map { index, suite in
      let cases = suite.cases.map { testCase in
        count += 1
        return Case(testCase: testCase, anchor: "case-\(count)")
      }
      return HTMLFile(suite: suite, anchor: "file-\(index + 1)", cases: cases)
    }
  }

  /// The state of the file in a word: that of its worst case.
  var state: ReportCase.State {
    let states = Set(suite.cases.map(\.state))
    let order: [ReportCase.State] = [.broken, .failed, .flaky, .passed]
    return order.first { states.contains($0) } ?? .skipped
  }

  /// Writes the file with a heading.
  ///
  /// It can be folded, and is unless it failed.
  func write(isOnly: Bool, to writer: inout MarkupWriter) {
    let isOpen = isOnly || state.isFailure
    writer.block("details", ["class": "file", "open": isOpen ? "" : nil]) { writer in
      writer.block("summary") { writer in
        writer.inline("h2", ["id": anchor], text: ShownText.line(suite.file))
        writer.write(" ")
        Self.write(state, to: &writer)
        writer.write(" ")
        writer.inline("span", ["class": "soft"], text: ReportCounts(suite).words)
      }
      if !cases.isEmpty {
        writer.block("div", ["class": "cases"]) { writer in
          for item in cases { Self.write(item, to: &writer) }
        }
      }
    }
  }

  static func write(_ state: ReportCase.State, to writer: inout MarkupWriter) {
    writer.inline("span", ["class": "state \(state.rawValue)"], text: state.rawValue)
  }

  private static func write(_ item: Case, to writer: inout MarkupWriter) {
    let testCase = item.testCase
    let state = testCase.state
    writer.block(
      "details",
      ["class": "case \(state.rawValue)", "id": item.anchor, "open": state.isFailure ? "" : nil]
    ) { writer in
      writer.block("summary") { writer in
        write(state, to: &writer)
        writer.write(" ")
        writer.inline("span", ["class": "name"], text: ShownText.line(testCase.name))
        if let reason = testCase.skipReason {
          writer.write(" ")
          writer.inline("span", ["class": "soft"], text: ShownText.line(reason))
        }
        if let duration = testCase.duration {
          writer.write(" ")
          writer.inline("span", ["class": "time"], text: ShownTime.words(duration))
        }
      }
      writer.block("div", ["class": "content"]) { HTMLCase.write(testCase, to: &$0) }
    }
  }
}
