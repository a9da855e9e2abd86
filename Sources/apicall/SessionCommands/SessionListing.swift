import APICallBase
import APICallLanguage
import APICallRequests
import APICallSafety
import APICallScripts
import APICallSystem
import APICallText
import JSONText

/// The printed entries of a session, without secrets.
struct SessionListing {
  private static let longestValue = 200

  private let records: [SessionRecord]
  private let files: any FileSystem
  private let now: UTCTimestamp
  private let redactor: Redactor

  init(_ records: [SessionRecord], files: any FileSystem, now: UTCTimestamp) {
    self.records = records
    self.files = files
    self.now = now
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
      lines.append(record.title(in: files))
      let entry = record.entry
      let remarks = [
        now.age(of: entry.taken), now.expiry(of: entry.expires),
        "inputs \(record.inputs.prefix(8))",
      ]
      lines.append("  " + remarks.filter { !$0.isEmpty }.joined(separator: ", "))
      let rows = entry.outputs.map { output in
        record.isOfCookies ? cookie(output) : [output.name, shown(output)]
      }
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

  /// The name of a cookie, its value, and where it is sent.
  private func cookie(_ output: SessionOutput) -> [String] {
    guard case .json(let json) = output.value else { return [output.name, ProtectedText.mask] }
    func text(_ name: String) -> String { TerminalText.line(json[name]?.string ?? "") }
    let expires = json["expires"]?.number?.integer.map { UTCTimestamp(seconds: $0) }
    return [
      text("name"), ProtectedText.mask, text("domain") + text("path"), now.expiry(of: expires),
    ]
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

  private func compact(_ output: SessionOutput) -> String {
    String(decoding: SessionKey.compact(output.json.revealedBytes), as: UTF8.self)
  }
}

/// The list of all sessions.
enum SessionInventory {
  static func printSessions(
    in world: World, isJSON: Bool, of contents: SessionName.Contents = .outputs
  ) throws(Failure) {
    let now = world.now()
    var rows: [(files: SessionFiles, records: [SessionRecord])] = []
    var failure: Failure?
    for files in try SessionFolder(of: contents).sessions() {
      do throws(Failure) {
        let (records, problem) = try Session(files, in: world).contents()
        if !records.isEmpty { rows.append((files, records)) }
        failure = failure ?? problem
      } catch {
        failure = failure ?? error
      }
    }
    let lines =
      isJSON
      ? rows.map { json(of: $0.records, in: $0.files) }
      : TextColumns.lines(rows.map { cells(of: $0.records, in: $0.files, now) })
    try Printing.print(lines.reduce(into: "") { $0 += "\($1)\n" })
    if let failure { throw failure }
  }

  private static func cells(
    of records: [SessionRecord], in files: SessionFiles, _ now: UTCTimestamp
  ) -> [String] {
    [
      files.name.name ?? project(of: records) ?? files.name.folderName,
      records.count == 1 ? "1 entry" : "\(records.count) entries",
      records.last.map { now.age(of: $0.entry.taken) } ?? "",
      now.expiry(of: firstExpiry(of: records)),
    ]
  }

  private static func json(of records: [SessionRecord], in files: SessionFiles) -> String {
    BuiltJSON.map([
      ("session", BuiltJSON(files.name.name)), ("project", BuiltJSON(project(of: records))),
      ("file", .text(files.place)), ("entries", BuiltJSON(records.count)),
      ("taken", BuiltJSON(records.last?.entry.taken.iso8601)),
      ("expires", BuiltJSON(firstExpiry(of: records)?.iso8601)),
    ]).compact
  }

  private static func project(of records: [SessionRecord]) -> String? {
    records.lazy.compactMap(\.project).first
  }

  /// The time when the first entry expires; nil if none does.
  private static func firstExpiry(of records: [SessionRecord]) -> UTCTimestamp? {
    records.compactMap(\.entry.expires).min { $0.isBefore($1) }
  }
}

extension UTCTimestamp {
  /// The age of something now: `3 h old`.
  func age(of moment: UTCTimestamp) -> String {
    "\(Self.span(seconds - moment.seconds)) old"
  }

  /// The expiry of something: `expires in 20 min`, or `expired`; empty if it is not known.
  func expiry(of moment: UTCTimestamp?) -> String {
    guard let moment else { return "" }
    return isBefore(moment)
      ? "expires in \(Self.span(moment.seconds - seconds))" : "expired"
  }

  /// A number of seconds in its largest unit, rounded down; a negative number is 0 s.
  private static func span(_ seconds: Int) -> String {
    switch max(seconds, 0) {
    case ..<60: "\(max(seconds, 0)) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}

extension SessionRecord {
  /// The call of an entry on one line: the path of its spec, its profile and its origin.
  func title(in files: any FileSystem) -> String {
    let origin = profile.map { "\($0), \(self.origin)" } ?? self.origin
    return TerminalText.line("\(files.shown(spec)) (\(origin))")
  }
}
