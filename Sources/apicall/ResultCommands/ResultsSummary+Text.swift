import APICallReports
import APICallScripts
import APICallText
import JSONText

extension ResultsSummary {
  /// The number of parts that are named.
  private static let mostNamed = 10

  private var sortedKinds: [(kind: Kind, rows: Int, example: String)] {
    kinds.map { ($0.key, $0.value.rows, $0.value.example) }.sorted {
      ($1.1, $0.0.exit, $0.0.status ?? 0) < ($0.1, $1.0.exit, $1.0.status ?? 0)
    }
  }

  /// What is to be said, each with its label.
  private var facts: [(label: String, words: String)] {
    var facts = [("rows", "\(done) done, \(done - failed) good, \(failed) failed")]
    if left > 0 { facts.append(("left", "\(left) failed in a way that may pass")) }
    if unknown > 0 { facts.append(("unknown", "\(unknown) may have taken effect or not")) }
    if let partCount {
      let missing = missingParts(upTo: Self.mostNamed)
      var words = "\(partCount - missing.count) of \(partCount) finished"
      if missing.count > 0 {
        let more = missing.count - missing.numbers.count
        words += "; not \(missing.numbers.map(String.init).joined(separator: ", "))"
        words += more > 0 ? " and \(more) more" : ""
      }
      facts.append(("parts", words))
    } else if !running.isEmpty {
      facts.append(("not finished", running.prefix(Self.mostNamed).joined(separator: ", ")))
    }
    for entry in sortedKinds {
      let status = entry.kind.status.map { ", status \($0)" } ?? ""
      let words = "\(entry.rows) with exit \(entry.kind.exit)\(status): \(entry.example)"
      facts.append(("failed", words))
    }
    for row in slow {
      facts.append(("slow", "\(row.milliseconds) ms: row \(row.place.number) of \(row.file)"))
    }
    return facts
  }

  var text: String {
    let facts = facts
    let width = (facts.map(\.label.utf8.count).max() ?? 0) + 2
    return facts.map { fact in
      let space = String(repeating: " ", count: width - fact.label.utf8.count)
      return TerminalText.line("\(fact.label)\(space)\(fact.words)") + "\n"
    }.joined()
  }

  /// The page that a command line has asked for.
  func page(of command: String) -> String {
    var facts = facts
    if history.untimed > 0 {
      facts.append(("not shown below", "\(history.untimed.counted("row")) without a time"))
    }
    let headline =
      !isComplete
      ? "Rows are left"
      : failed > 0 || unknown > 0 ? "All rows are done, not all are good" : "All rows are good"
    return RowsPage.text(
      of: command, headline: headline, facts: facts,
      bars: history.bins.map { ($0.start, $0.bin.rows, $0.bin.failed) }, seconds: history.width,
      times: history.times)
  }

  var json: String {
    let missing = missingParts(upTo: 1000)
    var members: [(key: String, value: BuiltJSON)] = [
      ("done", BuiltJSON(done)), ("good", BuiltJSON(done - failed)), ("failed", BuiltJSON(failed)),
      ("left", BuiltJSON(left)), ("unknown", BuiltJSON(unknown)),
      ("finished", BuiltJSON(finished)), ("running", .texts(running)),
    ]
    if let partCount {
      members.append(("parts", BuiltJSON(partCount)))
      members.append(("missing_parts", .list(missing.numbers.map { BuiltJSON($0) })))
    }
    let failures = sortedKinds.map { entry in
      BuiltJSON.map([
        ("exit", BuiltJSON(entry.kind.exit)), ("status", BuiltJSON(entry.kind.status)),
        ("rows", BuiltJSON(entry.rows)), ("example", .text(entry.example)),
      ])
    }
    members.append(("failures", .list(failures)))
    let slowest = slow.map { row in
      BuiltJSON.map([
        ("file", .text(row.file)), ("row", BuiltJSON(row.place.number)),
        ("at", BuiltJSON(row.place.offset)), ("ms", BuiltJSON(row.milliseconds)),
      ])
    }
    members.append(("slowest", .list(slowest)))
    var bytes: [UInt8] = []
    BuiltJSON.map(members).append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
