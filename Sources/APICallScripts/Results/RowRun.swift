package import APICallBase
package import APICallLanguage
package import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import APICallResponses
import YAMLTree

/// The rows that the command line gives to a run, and what it keeps of them: `--rows`, `--part`,
/// `--results`.
///
/// It is used on the thread of the loop that sends the calls.
package final class RowRun: @unchecked Sendable {
  /// The file of `--rows`.
  package struct File: Sendable {
    /// The path; `-` is standard input.
    package var path: String
    package var isCSV: Bool

    package init(path: String, isCSV: Bool) {
      self.path = path
      self.isCSV = isCSV
    }
  }

  /// The step whose loop takes the rows.
  package let step: String
  /// The rows; nil for those that the loop names.
  package let given: File?
  package let part: RowsPart?
  /// Where the results go; nil if they are not kept.
  package var journal: RowJournal?
  /// Whether no further row begins, as after a signal that leaves time.
  package var isDraining: () -> Bool = { false }
  /// The number of rows of the source; nil until all were read.
  package var total: Int? { last?.rows }
  /// The last line of the results; nil until all rows were read.
  package private(set) var last: ResultsEnd?
  /// Why the run ended before its rows did.
  package private(set) var fault: Failure?

  /// The iterations in progress, by their numbers.
  private var open: [Int: OpenRow] = [:]
  private var elapsed: () -> Duration = { .zero }
  private var now: (() -> UTCTimestamp)?

  private struct OpenRow {
    let place: RowPlace
    let start: Duration
    var hasBegun = false
    /// The number of requests that may take effect twice.
    var requests = 0
  }

  package init(step: String, given: File?, part: RowsPart?) {
    self.step = step
    self.given = given
    self.part = part
  }

  // MARK: Rows

  /// The rows of a loop; nil if it is another one.
  func rows(
    of loop: Loop, in scope: Scope, root: FileRoot?, at place: StepPlace, _ world: World
  ) throws(Failure) -> (any RowSource)? {
    guard place.path == [step] else { return nil }
    elapsed = world.elapsed
    now = world.now
    func make() throws(Failure) -> PlacedRows { try placed(loop, in: scope, root, world) }
    let first = try make()
    return ResumedRows(first, of: self, again: make)
  }

  private func placed(
    _ loop: Loop, in scope: Scope, _ root: FileRoot?, _ world: World
  ) throws(Failure) -> PlacedRows {
    let file: InputFile
    var (shown, secrecy) = ("", Secrecy.open)
    if let given {
      (file, shown) = (InputFile(path: given.path), given.path)
    } else if let path = loop.source.path {
      (file, shown, secrecy) = try loop.find(path, in: scope, root, world.files)
    } else {
      throw Failure(.bug, "the loop has no file")
    }
    if file.path == ScriptSpec.standardInput { shown = "standard input" }
    let reader: any FileReader
    do throws(FileError) { reader = try file.open(in: world.files) } catch {
      throw Failure(reading: shown, error)
    }
    guard !reader.isTerminal else {
      throw Failure(
        .usage, "the rows come from \(shown), which is a terminal",
        hint: "write command | apicall run …, or name a file with --rows")
    }
    let form: PlacedRows.Form
    switch loop.source {
    case .csv(_, let types):
      let rows = CSVRows(loop.dialect, types: types, isSecret: secrecy.isMasked)
      form = .fields(
        loop.charset.map { ConvertedRows($0, to: rows) } ?? rows,
        loop.dialect)
    default: form = .values
    }
    return PlacedRows(
      SourceLines(reader, named: shown, in: world), as: form, part: part,
      from: Provenance(file.isConfined ? .file : .user, secrecy)
        .joined(world.provenance(ofFile: file.path)))
  }

  func end(of rows: Int, at offset: Int) {
    last = ResultsEnd(rows: rows, offset: offset)
  }

  /// Compares the rows of the loop with those of finished results, which are at a path.
  ///
  /// Throws a ``Failure`` if they are others.
  package func check(
    _ book: ResultsBook, at path: String, with loop: Loop, in scope: Scope, root: FileRoot?,
    _ world: World
  ) async throws(Failure) {
    let rows = try placed(loop, in: scope, root, world)
    var check = ResultsBook.Check(book)
    var count = 0
    while let place = try await rows.next()?.place {
      count = place.number
      if let changed = check.add(place) {
        throw Self.hasChanged(changed, in: rows.file, since: path)
      }
    }
    if let missing = check.add(nil) { throw Self.hasChanged(missing, in: rows.file, since: path) }
    let known = book.final + book.unknown.count
    if count > known { throw Self.hasChanged(known + 1...count, in: rows.file, since: path) }
  }

  static func hasChanged(
    _ numbers: ClosedRange<Int>, in file: String?, since path: String
  ) -> Failure {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    let words = first == last ? "row \(first)" : "rows \(first) to \(last)"
    return Failure(
      .badInput,
      "\(words) of '\(file ?? "")' \(first == last ? "has" : "have") changed since '\(path)' was begun",
      hint: "restore them; changed rows belong in a file of their own, with other --results")
  }

  /// The message of the loop if all rows were made and some of them failed; nil if not.
  private var messageOfRows: Message?

  func note(failedRows message: Message, at place: StepPlace) {
    if place.path == [step] { messageOfRows = message }
  }

  /// What ended the run besides failed rows, which the results have; nil for nothing.
  package func besidesRows(_ failure: Failure) -> Failure? {
    guard let ofRows = messageOfRows else { return failure }
    let others = failure.diagnostics.filter { message in
      message.message != ofRows.message || message.mark?.source !== ofRows.mark?.source
        || message.mark?.start != ofRows.mark?.start
    }
    if others.count == failure.diagnostics.count { return failure }
    return others.isEmpty ? nil : Failure(failure.status, others)
  }

  // MARK: Iterations

  func open(_ place: RowPlace, as number: Int) {
    open[number] = OpenRow(place: place, start: elapsed())
  }

  func close(_ number: Int) { open[number] = nil }

  /// Whether a call at a place acts on a row: a call that it needs, such as a login, does not.
  func isOfRow(_ place: StepPlace) -> Bool {
    place.path.first == step && (callsScript || place.path.count == 1)
  }

  /// Whether the step calls a script, all of whose calls may act on the row.
  package var callsScript = false
  /// The names whose values are the same for the row in a later attempt.
  package var lastingNames: Set<String> = []

  /// Notes that a request that may take effect twice is about to be sent.
  func begin(_ number: Int) {
    guard let journal, var row = open[number] else { return }
    if !row.hasBegun { journal.begin(row.place) }
    row.hasBegun = true
    row.requests += 1
    open[number] = row
  }

  func maySend() -> Bool {
    guard fault == nil else { return false }
    guard let journal, !journal.maySend() else { return true }
    fault =
      journal.fault
      ?? Failure(
        .incomplete, "another attempt has taken over the results in '\(journal.path)'",
        hint: "this one has stopped; nothing is lost")
    return false
  }

  func end(with failure: Failure) { fault = fault ?? failure }

  /// Whether the loop ends after the failure of a row.
  func stops(after failure: Failure) -> Bool {
    guard journal != nil, failure.concernsAllRows else { return false }
    end(with: failure)
    return true
  }

  /// Writes what became of a row; the rest of its line is a map in JSON.
  func note(_ number: Int, _ failure: Failure?, with rest: [UInt8]) throws(Failure) {
    guard let journal, let row = open[number] else { return }
    let line = ResultsLine(
      row.place, state(of: row, after: failure), exit: failure?.status.rawValue ?? 0,
      milliseconds: Int((elapsed() - row.start) / .milliseconds(1)), time: now?())
    try journal.note(line, with: rest)
  }

  private func state(of row: OpenRow, after failure: Failure?) -> ResultsLine.State {
    guard let failure else { return .final }
    if failure.concernsAllRows { return row.hasBegun ? .unknown : .left }
    guard failure.mayPass else { return .final }
    guard row.hasBegun else { return .left }
    return row.requests == 1 && failure.isBeforeEffect ? .left : .unknown
  }
}
