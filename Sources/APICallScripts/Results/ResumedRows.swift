import APICallBase
import APICallLanguage

/// The rows that a run has still to make: those that are done, or of which it is not known, are left
/// out.
final class ResumedRows: RowSource {
  private let rows: PlacedRows
  private let run: RowRun
  private let again: () throws(Failure) -> PlacedRows
  private var check: ResultsBook.Check?
  private var hasBegun = false
  private var count = 0

  init(_ rows: PlacedRows, of run: RowRun, again: @escaping () throws(Failure) -> PlacedRows) {
    self.rows = rows
    self.run = run
    self.again = again
  }

  var file: String? { rows.file }
  var frame: Scope.Binding { rows.frame }
  var share: Double? { rows.share }
  var columns: [String]? { rows.columns }

  func next() async throws(Failure) -> Row? {
    if !hasBegun { try await begin() }
    while true {
      if run.isDraining() || run.fault != nil { return nil }
      guard let row = try await rows.next(), let place = row.place else {
        if let changed = check?.add(nil) { throw hasChanged(changed) }
        run.end(of: count, at: rows.offset)
        return nil
      }
      count = place.number
      if let changed = check?.add(place) { throw hasChanged(changed) }
      if run.journal?.book.isSettled(place.number) != true { return row }
    }
  }

  /// Compares the rows with those that are done: all of them before the first request, if the source
  /// can be read twice.
  private func begin() async throws(Failure) {
    hasBegun = true
    guard let book = run.journal?.book, book.final > 0 || !book.unknown.isEmpty else { return }
    var check = ResultsBook.Check(book)
    guard rows.isRepeatable else { return self.check = check }
    let rows = try again()
    while !check.isComplete {
      if let changed = check.add(try await rows.next()?.place) {
        throw hasChanged(changed)
      }
    }
  }

  private func hasChanged(_ numbers: ClosedRange<Int>) -> Failure {
    RowRun.hasChanged(numbers, in: rows.file, since: run.journal?.path ?? "")
  }
}
