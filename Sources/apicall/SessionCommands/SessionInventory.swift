import APICallBase
import APICallLanguage
import APICallScripts
import APICallSystem
import APICallText
import JSONText

/// Lists all sessions.
struct SessionInventory {
  let world: World
  let isJSON: Bool

  /// Prints a line for each session with a readable entry.
  ///
  /// Throws the ``Failure`` of the first entry that cannot be read.
  func print() throws(Failure) {
    var rows: [(files: SessionFiles, records: [SessionRecord])] = []
    var failure: Failure?
    for files in try SessionFolder().sessions() {
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
      : TextColumns.lines(rows.map { cells(of: $0.records, in: $0.files) })
    try Printing.print(lines.reduce(into: "") { $0 += "\($1)\n" })
    if let failure { throw failure }
  }

  private func cells(of records: [SessionRecord], in files: SessionFiles) -> [String] {
    let times = SessionTimes(now: world.now())
    return [
      files.name.name ?? project(of: records) ?? files.name.folderName,
      records.count == 1 ? "1 entry" : "\(records.count) entries",
      records.last.map { times.age(of: $0.entry.taken) } ?? "",
      times.expiry(of: firstExpiry(of: records)),
    ]
  }

  private func json(of records: [SessionRecord], in files: SessionFiles) -> String {
    BuiltJSON.map([
      ("session", BuiltJSON(files.name.name)), ("project", BuiltJSON(project(of: records))),
      ("file", .text(files.place)), ("entries", BuiltJSON(records.count)),
      ("taken", BuiltJSON(records.last?.entry.taken.iso8601)),
      ("expires", BuiltJSON(firstExpiry(of: records)?.iso8601)),
    ]).compact
  }

  private func project(of records: [SessionRecord]) -> String? {
    records.lazy.compactMap(\.project).first
  }

  /// The time when the first entry expires; nil if none does.
  private func firstExpiry(of records: [SessionRecord]) -> Timestamp? {
    records.compactMap(\.entry.expires).min { $0.isBefore($1) }
  }
}
