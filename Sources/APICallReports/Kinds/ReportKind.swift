package import APICallBase

/// The kinds of reports, by the names that options use.
package enum ReportKind: String, Sendable, CaseIterable {
  /// A line for each case, and the counts.
  case text
  /// JUnit's XML, with files and lines.
  case junit
  /// JUnit's XML for readers that validate it with a schema.
  case junitXSD = "junit-xsd"
  /// The Test Anything Protocol, version 13.
  case tap
  /// The Test Anything Protocol, version 14.
  case tap14
  case github
  case summary
  case json
  case html

  /// Throws a failure of usage that suggests the nearest name.
  package init(named name: String) throws(Failure) {
    guard let kind = ReportKind(rawValue: name) else {
      throw Failure(
        .usage, "'\(name)' is not a kind of report",
        hint: Nearest.hint(
          for: name, among: Self.allCases.map(\.rawValue) + ["auto"], noun: "kinds"))
    }
    self = kind
  }

  /// Writes a report of this kind.
  ///
  /// It depends on nothing but the results: equal results give equal texts.
  ///
  /// Returns the contents of the report's file, with a line break at its end unless it is empty.
  package func text(of report: Report) -> String {
    switch self {
    case .text: TextReport.text(of: report)
    case .junit: JUnitReport.text(of: report, .common)
    case .junitXSD: JUnitReport.text(of: report, .strict)
    case .tap: TAPReport.text(of: report, .tap13)
    case .tap14: TAPReport.text(of: report, .tap14)
    case .github: GitHubAnnotations.text(of: report)
    case .summary: GitHubSummary.text(of: report)
    case .json: JSONReport.text(of: report)
    case .html: HTMLReport.text(of: report)
    }
  }
}
