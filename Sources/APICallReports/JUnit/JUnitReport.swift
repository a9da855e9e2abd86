import APICallBase
import APICallText

/// The report in the XML of JUnit, in the parts that Jenkins, GitLab and GitHub's actions read.
package enum JUnitReport {
  package enum Dialect: Sendable {
    /// Readers that link a case to its file and line.
    case common
    /// Readers that validate with an XML schema, which allows a case neither a file nor a line.
    case strict
  }

  /// Returns an XML document in UTF-8.
  package static func text(of report: Report, _ dialect: Dialect = .common) -> String {
    let suites = report.judgedSuites
    let counts = suites.map { ReportCounts($0) }
    var names = JUnitNames()
    var writer = MarkupWriter(.xml, start: #"<?xml version="1.0" encoding="UTF-8"?>"#)
    writer.block(
      "testsuites",
      [
        "name": report.command.words, "tests": String(counts.reduce(0) { $0 + $1.cases }),
        "failures": String(counts.reduce(0) { $0 + $1[.failed] }),
        "errors": String(counts.reduce(0) { $0 + $1[.broken] }),
        "time": ShownTime.seconds(report.duration),
      ]
    ) { writer in
      for (index, (suite, counts)) in zip(suites, counts).enumerated() {
        let file = ShownText.line(suite.file)
        // The problems beside the cases are not in a file.
        let isFile = dialect == .common && index < report.suites.count
        writer.block(
          "testsuite",
          [
            "name": file, "file": isFile ? file : nil, "tests": String(counts.cases),
            "failures": String(counts[.failed]), "errors": String(counts[.broken]),
            "skipped": String(counts[.skipped]), "time": ShownTime.seconds(suite.duration),
            "timestamp": report.start.flatMap(ShownTime.date),
          ]
        ) { writer in
          for testCase in suite.cases {
            let name = names.next(for: testCase, in: suite.file)
            write(testCase, name, dialect, to: &writer)
          }
        }
      }
    }
    return writer.finished
  }

  private static func write(
    _ testCase: ReportCase, _ name: JUnitNames.Name, _ dialect: Dialect,
    to writer: inout MarkupWriter
  ) {
    let place = dialect == .common ? testCase.place : nil
    writer.block(
      "testcase",
      [
        "classname": name.className, "name": name.name,
        "file": place.map { ShownText.line($0.file) }, "line": place.map { String($0.line) },
        "time": ShownTime.seconds(testCase.duration),
      ]
    ) { writer in
      switch testCase.verdict {
      case .passed: break
      case .skipped(let reason):
        let reason = ShownText.line(reason)
        writer.block("skipped", ["message": reason], text: reason)
      case .failed, .broken:
        writer.block(element(testCase.verdict), attributes(testCase.verdict)) { writer in
          writer.write(text(of: ReportAttempt(testCase.verdict, testCase.steps), at: testCase))
        }
      }
      for attempt in testCase.earlier {
        let prefix = testCase.state == .flaky ? "flaky" : "rerun"
        let name = prefix + element(attempt.verdict).capitalisedFirst
        writer.block(name, attributes(attempt.verdict)) { writer in
          writer.block("stackTrace", text: text(of: attempt, at: testCase))
        }
      }
      guard testCase.state.isFailure, !testCase.exchanges.isEmpty else { return }
      let output =
        writer.isLong
        ? "left out: the report is longer than 16 MiB\n" : ExchangeText.text(of: testCase.steps)
      writer.block("system-out", text: withoutAttachments(output))
    }
  }

  /// GitLab takes `[[ATTACHMENT|PATH]]` for a file to show: a space separates two brackets.
  private static func withoutAttachments(_ text: String) -> String {
    var last: Unicode.Scalar?
    return ShownText.replacing(in: text) { scalar in
      defer { last = scalar }
      return scalar == "[" && last == "[" ? " [" : nil
    }
  }

  /// `error` if the case cannot be judged; `failure` if it did not do what it should.
  private static func element(_ verdict: ReportCase.Verdict) -> String {
    verdict.status == nil ? "failure" : "error"
  }

  private static func attributes(_ verdict: ReportCase.Verdict) -> MarkupWriter.Attributes {
    ["type": ShownText.line(verdict.kind), "message": FailureText.summary(of: verdict)]
  }

  /// The text begins with a space and `FILE:LINE:COLUMN`: readers search for it like that.
  private static func text(of attempt: ReportAttempt, at testCase: ReportCase) -> String {
    let block = FailureText.block(of: attempt, at: testCase)
    if attempt.verdict.diagnostics.first?.place != nil { return " \(block)" }
    return testCase.place.map { " \(ShownText.line($0.description))\n\(block)" } ?? " \(block)"
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The names of cases in JUnit: a class name and a name, which are unique together, because GitLab
/// counts only the first case of those with equal names.
struct JUnitNames {
  struct Name: Hashable {
    var className: String
    var name: String
  }

  private var used: Set<Name> = []

  /// Returns names that no case before it has.
  mutating func next(for testCase: ReportCase, in file: String) -> Name {
    let name = ShownText.line(testCase.name)
    var unique = Name(className: Self.className(of: file), name: name)
    var number = 2
    while !used.insert(unique).inserted {
      unique.name = "\(name) (\(number))"
      number += 1
    }
    return unique
  }

  /// `checks.smoke_test` for `checks/smoke.test.yaml`: Jenkins takes what follows the last dot as
  /// the class and the rest as its package.
  static func className(of file: String) -> String {
    var names = ShownText.line(file).split(atByte: "/").filter { $0 != "." }
    if let last = names.last, let dot = last.utf8.lastIndex(of: UInt8(ascii: ".")),
      dot > last.startIndex
    {
      names[names.count - 1] = String(last[..<dot])
    }
    let joined = names.map { name in
      ShownText.replacing(in: name) { $0 == "." ? "_" : nil }
    }.joined(separator: ".")
    return joined.isEmpty ? "apicall" : joined
  }
}
