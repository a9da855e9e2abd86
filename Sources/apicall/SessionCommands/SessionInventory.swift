import APICallBase
import APICallScripts
import APICallSpec
import APICallSystem
import JSONText

/// Lists all sessions.
struct SessionInventory {
  let world: World
  let isJSON: Bool

  /// Prints a line for each session that can be read.
  ///
  /// - Throws: the ``Failure`` of the first one that cannot.
  func print() throws(Failure) {
    let files = try SessionProblem.asFailure { () throws(SessionProblem) in
      try SessionFolder().sessions()
    }
    var rows: [(file: SessionFile, book: SessionBook)] = []
    var failure: Failure?
    for file in files {
      do throws(SessionProblem) {
        if let book = try Session(file, in: world).book() { rows.append((file, book)) }
      } catch {
        failure = failure ?? error.failure
      }
    }
    let lines =
      isJSON
      ? rows.map { json(of: $0.book, in: $0.file) }
      : TextColumns.lines(rows.map { cells(of: $0.book, in: $0.file) })
    try Printing.print(lines.reduce(into: "") { $0 += "\($1)\n" })
    if let failure { throw failure }
  }

  private func cells(of book: SessionBook, in file: SessionFile) -> [String] {
    let times = SessionTimes(now: world.now())
    let count = book.records.count
    return [
      file.name.name ?? book.project ?? file.name.fileName,
      count == 1 ? "1 entry" : "\(count) entries",
      book.newest.map { times.age(of: $0) } ?? "", times.expiry(of: book.firstExpiry),
    ]
  }

  private func json(of book: SessionBook, in file: SessionFile) -> String {
    BuiltJSON.map([
      ("session", BuiltJSON(file.name.name)), ("project", BuiltJSON(book.project)),
      ("file", .text(file.place)), ("entries", BuiltJSON(book.records.count)),
      ("taken", BuiltJSON(book.newest?.iso8601)), ("expires", BuiltJSON(book.firstExpiry?.iso8601)),
    ]).compact
  }
}

extension SessionBook {
  /// When the newest entry was taken; nil where there is none.
  fileprivate var newest: Timestamp? {
    records.reduce(nil) { newest, record in
      guard let newest, !newest.isBefore(record.entry.taken) else { return record.entry.taken }
      return newest
    }
  }

  /// When the first entry expires; nil where none does.
  fileprivate var firstExpiry: Timestamp? {
    records.reduce(nil) { first, record in
      guard let expires = record.entry.expires else { return first }
      guard let first, !expires.isBefore(first) else { return expires }
      return first
    }
  }
}
