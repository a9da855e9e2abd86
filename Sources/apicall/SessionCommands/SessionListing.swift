import APICallBase
import APICallLanguage
import APICallRequests
import APICallSafety
import APICallScripts
import APICallText
import JSONText

/// The printed entries of a session, without secrets.
struct SessionListing {
  /// The most characters of a value on a line.
  private static let longestValue = 200

  private let records: [SessionRecord]
  private let titles: SessionTitles
  private let times: SessionTimes
  private let redactor: Redactor

  /// Creates a listing.
  init(_ records: [SessionRecord], files: any FileSystem, now: Timestamp) {
    self.records = records
    titles = SessionTitles(files: files)
    times = SessionTimes(now: now)
    var redactor = Redactor([])
    for record in records {
      for output in record.entry.outputs where output.isSecret { redactor.learn(output.value) }
    }
    self.redactor = redactor
  }

  /// The text: for each entry, a line that names the call, one with its age, and one per output.
  var text: String {
    var lines: [String] = []
    for record in records {
      lines.append(titles.title(of: record))
      let entry = record.entry
      let remarks = [
        times.age(of: entry.taken), times.expiry(of: entry.expires),
        "inputs \(record.inputs.prefix(8))",
      ]
      lines.append("  " + remarks.filter { !$0.isEmpty }.joined(separator: ", "))
      let rows = entry.outputs.map { [$0.name, shown($0)] }
      lines += TextColumns.lines(rows).map { "  \($0)" }
    }
    return lines.reduce(into: "") { $0 += "\($1)\n" }
  }

  /// The JSON: one object per line for each entry; a secret output has no `value`.
  var json: String {
    records.reduce(into: "") { lines, record in
      let outputs = record.entry.outputs.map { output in
        BuiltJSON.map([
          ("name", .text(output.name)),
          isSecret(output)
            ? ("secret", .boolean(true)) : ("value", .json(Array(compact(output).utf8))),
        ])
      }
      let object = BuiltJSON.map([
        ("spec", .text(record.spec)), ("profile", BuiltJSON(record.profile)),
        ("origin", .text(record.origin)), ("inputs", .text(record.inputs)),
        ("taken", .text(record.entry.taken.iso8601)),
        ("expires", BuiltJSON(record.entry.expires?.iso8601)), ("outputs", .list(outputs)),
      ])
      lines += "\(object.compact)\n"
    }
  }

  private func shown(_ output: SessionOutput) -> String {
    guard !isSecret(output) else { return ProtectedText.mask }
    let text = compact(output)
    let start = text.prefix(Self.longestValue)
    return start.endIndex < text.endIndex ? "\(start)…" : text
  }

  /// Whether a value is secret, or contains a secret of any entry.
  private func isSecret(_ output: SessionOutput) -> Bool {
    output.isSecret || redactor.protecting(output.json).holdsSecret
  }

  /// The value as JSON on one line.
  private func compact(_ output: SessionOutput) -> String {
    String(decoding: SessionKey.compact(output.json.revealedBytes), as: UTF8.self)
  }
}
