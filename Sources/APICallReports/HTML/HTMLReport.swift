/// The report as one HTML page: no scripts, no requests, and nothing that a server wrote has an
/// effect.
///
/// The page also reads well without its style sheet, which some servers of reports forbid.
package enum HTMLReport {
  /// Returns an HTML document in UTF-8.
  package static func text(of report: Report) -> String {
    let counts = ReportCounts(report)
    var writer = MarkupWriter(.html, start: "<!DOCTYPE html>")
    writer.block("html", ["lang": "en"]) { writer in
      writer.block("head") { HTMLStyle.head("\(counts.words) · \(report.command.words)", to: &$0) }
      writer.block("body") { writer in
        let files = HTMLFile.files(of: report)
        writer.block("header") { HTMLSummary.header(of: report, counts, to: &$0) }
        writer.block("main") { writer in
          HTMLSummary.failures(in: files, to: &writer)
          problems(of: report, to: &writer)
          changes(of: report, to: &writer)
          HTMLSummary.contents(of: files, to: &writer)
          for file in files { file.write(isOnly: files.count == 1, to: &writer) }
        }
        writer.block("footer") { writer in
          writer.block("p", text: "Written by apicall \(ShownText.line(report.version)).")
        }
      }
    }
    return writer.finished
  }

  private static func problems(of report: Report, to writer: inout MarkupWriter) {
    guard !report.problems.isEmpty else { return }
    writer.block("section", ["aria-labelledby": "problems"]) { writer in
      writer.block("h2", ["id": "problems"], text: "Problems beside the cases")
      HTMLDiagnostics.write(report.problems, to: &writer)
    }
  }

  private static func changes(of report: Report, to writer: inout MarkupWriter) {
    let changes = report.changes + report.cases.flatMap(\.changes)
    guard !changes.isEmpty else { return }
    writer.block("section", ["aria-labelledby": "changes"]) { writer in
      writer.block("h2", ["id": "changes"], text: "What was written")
      writer.block("ul") { writer in
        for change in changes { writer.block("li", text: ShownText.line(change)) }
      }
    }
  }
}
