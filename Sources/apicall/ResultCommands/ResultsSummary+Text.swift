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
  private var lines: [[String]] {
    var lines: [[String]] = []
    lines.append(["rows", "\(done) done, \(done - failed) good, \(failed) failed"])
    if left > 0 { lines.append(["left", "\(left) failed in a way that may pass"]) }
    if unknown > 0 { lines.append(["unknown", "\(unknown) may have taken effect or not"]) }
    if let partCount {
      let missing = missingParts(upTo: Self.mostNamed)
      var words = "\(partCount - missing.count) of \(partCount) finished"
      if missing.count > 0 {
        let more = missing.count - missing.numbers.count
        words += "; not \(missing.numbers.map(String.init).joined(separator: ", "))"
        words += more > 0 ? " and \(more) more" : ""
      }
      lines.append(["parts", words])
    } else if !running.isEmpty {
      lines.append(["not finished", running.prefix(Self.mostNamed).joined(separator: ", ")])
    }
    for entry in sortedKinds {
      let status = entry.kind.status.map { ", status \($0)" } ?? ""
      let words = "\(entry.rows) with exit \(entry.kind.exit)\(status): \(entry.example)"
      lines.append(["failed", words])
    }
    for row in slow {
      lines.append(["slow", "\(row.milliseconds) ms: row \(row.place.number) of \(row.file)"])
    }
    return lines
  }

  var text: String {
    let lines = lines
    let width = (lines.map { $0[0].utf8.count }.max() ?? 0) + 2
    return lines.map { line in
      let space = String(repeating: " ", count: width - line[0].utf8.count)
      return TerminalText.line("\(line[0])\(space)\(line[1])") + "\n"
    }.joined()
  }

  /// The page that a command line has asked for.
  func page(of command: String) -> String {
    RowsPage(
      command: command, isWhole: isComplete, hasFailed: failed > 0 || unknown > 0,
      lines: lines.map { ($0[0], $0[1]) }, start: history.start, width: history.width,
      bars: history.bins.map { ($0.rows, $0.failed) }
    ).text
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
