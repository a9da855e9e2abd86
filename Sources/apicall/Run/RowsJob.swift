import APICallBase
import APICallLanguage
import APICallModel
import APICallResponses
import APICallScripts
import APICallSystem
import APICallText
import JSONText
import YAMLTree

/// The rows of a run and their results, from the options to the exit status.
final class RowsJob {
  /// What the loop of the script takes and keeps.
  let run: RowRun
  private let settings: RowsSettings
  private let environment: CommandEnvironment
  private let attempt: AttemptFile?
  /// The file of the rows; nil for one that is only known with the inputs.
  private let rowsPath: String?
  /// The texts that stand for the columns of the rows; nil for a script of the user.
  let source: Source?
  /// The results of an earlier run that were finished; then nothing is sent.
  private(set) var finished: ResultsBook?

  /// Opens the results, and takes over from earlier attempts; nil if no rows are given.
  ///
  /// Nothing is sent before.
  init?(_ script: ScriptSpec, _ environment: CommandEnvironment) throws(Failure) {
    settings = environment.settings.rows
    guard settings.areUsed else { return nil }
    self.environment = environment
    source = settings.path == nil ? nil : script.head.source
    let step = script.steps[try script.rowStep()]
    rowsPath = settings.path ?? step.loop?.source.path?.literal
    run = RowRun(step: step.name, given: settings.file, part: settings.part)
    if case .script = step.callee { run.callsScript = true }
    run.lastingNames = step.lastingNames(in: script)
    guard let path = settings.results, path != ScriptSpec.standardInput else {
      attempt = nil
      guard settings.results != nil else { return }
      run.journal = RowJournal(StandardResults(), at: "standard output", knowing: ResultsBook())
      return
    }
    let files = environment.world.files
    let header = try Self.header(of: script, rowsPath, step, settings, environment)
    let earlier = try Self.earlier(at: path, settings, files)
    for file in earlier {
      guard let found = try ResultsReading.header(of: file, in: files) else { continue }
      if let problem = header.problem(
        with: found, in: path, ignoringJob: settings.resume == .changed)
      {
        throw problem
      }
    }
    let attempt = try AttemptFile(for: path)
    self.attempt = attempt
    do throws(Failure) {
      if let book = try takeOver(path, attempt, header, files) {
        run.journal = RowJournal(attempt, at: path, knowing: book)
      }
    } catch {
      attempt.remove()
      throw error
    }
    if settings.grace != nil { Signals.drainOnTermination() }
    run.isDraining = { Signals.isDraining }
  }

  deinit {
    // A later run need not continue what says nothing.
    guard let journal = run.journal, journal.book.final == 0, journal.book.unknown.isEmpty,
      !journal.hasLines
    else { return }
    attempt?.remove()
  }

  // MARK: Earlier results

  /// The files of earlier runs; an error if there are some and they are not to be continued.
  private static func earlier(
    at path: String, _ settings: RowsSettings, _ files: any FileSystem
  ) throws(Failure) -> [String] {
    let isFinished = files.status(of: path) != nil
    let found = (isFinished ? [path] : []) + ((try? AttemptFile.attempts(at: path)) ?? [])
    guard let first = found.first, settings.resume == nil else { return found }
    throw Failure(
      .cannotCreate, "there are results of an earlier run in '\(first)'",
      hint: "--resume continues them; to begin again, remove them or name another file")
  }

  /// Copies what earlier attempts have done; nil if one has finished all rows.
  private func takeOver(
    _ path: String, _ attempt: AttemptFile, _ header: ResultsHeader, _ files: any FileSystem
  ) throws(Failure) -> ResultsBook? {
    let repeats = settings.unknown == .repeat
    var isReopened = false
    if files.status(of: path) != nil {
      let (book, end) = try book(of: path, files)
      isReopened = end.map { isLonger(than: $0, files) } ?? true || repeats && !book.unknown.isEmpty
      if !isReopened { return finish(path, attempt, book) }
    }
    let earlier: [String]
    do throws(FileError) { earlier = try attempt.takeOver(reopening: isReopened) } catch {
      throw Failure(.inputOutput, "cannot take over the results of '\(path)': \(error.reason)")
    }
    // An attempt that has ended meanwhile has given its results their name before it removed its own.
    if !isReopened, files.status(of: path) != nil {
      return finish(path, attempt, try book(of: path, files).book)
    }
    func write(_ line: [UInt8]) throws(Failure) {
      do throws(FileError) { try attempt.append(line) } catch {
        throw Failure(.inputOutput, "cannot write the results to '\(path)': \(error.reason)")
      }
    }
    try write(header.bytes)
    var book = ResultsBook()
    for file in earlier where files.status(of: file) != nil {
      _ = try ResultsReading.read(file, in: files) { (found) throws(Failure) in
        if book.note(found.line) { try write(found.bytes + [0x0A]) }
      }
    }
    if repeats { book.forgetUnknown() }
    for place in book.unknown.values.sorted(by: { $0.number < $1.number }) {
      try write(ResultsLine(place, .unknown).bytes())
    }
    do throws(FileError) { try attempt.forget(earlier) } catch {
      throw Failure(.inputOutput, "cannot write the results to '\(path)': \(error.reason)")
    }
    tell(unknown: book)
    return book
  }

  private func book(
    of path: String, _ files: any FileSystem
  ) throws(Failure) -> (book: ResultsBook, end: ResultsEnd?) {
    var book = ResultsBook()
    let (_, end) = try ResultsReading.read(path, in: files) { (found) throws(Failure) in
      _ = book.note(found.line)
    }
    return (book, end)
  }

  /// Whether rows were added to the file since the results were finished.
  private func isLonger(than end: ResultsEnd, _ files: any FileSystem) -> Bool {
    guard settings.part == nil, let path = rowsPath else { return false }
    return files.status(of: path)?.size ?? 0 > end.offset
  }

  private func finish(
    _ path: String, _ attempt: AttemptFile, _ book: ResultsBook
  ) -> ResultsBook? {
    attempt.remove()
    attempt.removeAttempts()
    tell(unknown: book)
    finished = book
    return nil
  }

  /// Lists the rows that are left alone.
  private func tell(unknown book: ResultsBook) {
    guard !book.unknown.isEmpty else { return }
    let numbers = book.unknown.keys.sorted()
    var shown = numbers.prefix(20).map(String.init).joined(separator: ", ")
    if numbers.count > 20 { shown += " and \(numbers.count - 20) more" }
    let words =
      numbers.count == 1
      ? "the request of row \(shown) may have taken effect; it is not repeated"
      : "the requests of \(numbers.count) rows may have taken effect; they are not repeated: \(shown)"
    let hint =
      "find out at the server; --unknown repeat sends \(numbers.count == 1 ? "it" : "them") again"
    StandardStreams.report(
      [Message(words, hint: hint).reported(as: .warning)],
      color: environment.settings.output.color)
  }

  private static func header(
    of script: ScriptSpec, _ path: String?, _ step: Step, _ settings: RowsSettings,
    _ environment: CommandEnvironment
  ) throws(Failure) -> ResultsHeader {
    var size: Int?
    if settings.part != nil, let path {
      size = environment.world.files.status(of: path)?.size
    }
    return ResultsHeader(
      file: script.file, rows: settings.path ?? step.loop?.source.path?.written,
      job: JobDigest.text(of: script, environment), part: settings.part?.written, size: size)
  }

  // MARK: The end

  /// Ends what is in progress when the time after SIGTERM has passed.
  func watch() -> Task<Void, Never>? {
    guard let grace = settings.grace, let loop = environment.loop else { return nil }
    let pause = environment.pause
    return Task.isolated(on: loop) {
      do throws(CancellationError) {
        while !Signals.isDraining { try await pause(.milliseconds(50)) }
        try await pause(grace)
        Signals.endDraining()
      } catch {
        // The run has ended before.
      }
    }
  }

  /// Compares the rows with those of finished results, and tells what those have come to.
  func compare(with script: ScriptSpec, _ inputs: Scope) async throws(Failure) {
    guard let finished, let loop = script.steps[try script.rowStep()].loop else { return }
    do throws(Failure) {
      try await run.check(
        finished, at: settings.results ?? "", with: loop, in: inputs, root: script.head.fileRoot,
        environment.world)
    } catch {
      throw error.hidingMarks(of: source)
    }
    if let failure = outcome(after: nil) { throw failure }
  }

  /// What the run has come to; nil for success.
  func outcome(after failure: Failure?) -> Failure? {
    ended(after: failure)?.hidingMarks(of: source)
  }

  private func ended(after failure: Failure?) -> Failure? {
    if let finished { return outcome(of: finished, total: finished.final + finished.unknown.count) }
    guard let journal = run.journal else { return failure }
    guard Signals.forgetDraining() else { return failure }
    attempt?.sync()
    if let fault = run.fault ?? journal.fault { return fault }
    if let failure = failure.flatMap({ run.besidesRows($0) }),
      !(Signals.isDraining && failure.endsRun)
    {
      return failure.forEngines
    }
    let book = journal.book
    let settled = book.final + book.unknown.count
    guard let total = run.total, settled >= total else {
      let words = run.total.map { total in
        let left = total - settled
        return "\(left) of \(total.counted("row")) \(left == 1 ? "is" : "are") left"
      }
      return Failure(
        .incomplete,
        "\(words ?? "rows are left"), and \(book.final) \(book.final == 1 ? "is" : "are") done",
        hint: attempt == nil ? nil : "--resume continues with them")
    }
    do throws(FileError) {
      if journal.file.isKept, let last = run.last { try journal.file.append(last.bytes) }
      guard try journal.file.commit() else {
        guard let path = settings.results, environment.world.files.status(of: path) != nil,
          journal.file.isInPlace
        else {
          return Failure(
            .incomplete, "another attempt has taken over the results in '\(journal.path)'",
            hint: "this one has stopped; nothing is lost")
        }
        attempt?.remove()
        return outcome(of: book, total: total)
      }
    } catch {
      return Failure(
        .inputOutput, "cannot finish the results in '\(journal.path)': \(error.reason)",
        hint: attempt?.diskFault == nil
          ? "--resume tries again; nothing is lost"
          : "check the disk first: rows of this run may be missing, and --resume would repeat them")
    }
    return outcome(of: book, total: total)
  }

  private func outcome(of book: ResultsBook, total: Int) -> Failure? {
    guard book.failed > 0 || !book.unknown.isEmpty else { return nil }
    var words = book.failed > 0 ? "\(book.failed) of \(total.counted("row")) failed" : ""
    if !book.unknown.isEmpty {
      words += words.isEmpty ? "" : ", and "
      words += "\(book.unknown.count) of \(total.counted("row")) may have taken effect or not"
    }
    let status = ExitStatus(rawValue: settings.exit ?? ExitStatus.rowsFailed.rawValue)
    let hint = attempt.map { _ in
      "'apicall results \(ShellWord.path(settings.results ?? ""))' counts them by status"
    }
    let failure = Failure(status ?? .rowsFailed, words, hint: hint)
    guard failure.status == .success else { return failure }
    StandardStreams.report(
      failure.diagnostics.map { $0.reported(as: .warning) },
      color: environment.settings.output.color)
    return nil
  }
}

extension Message {
  /// The diagnostic without places in a text that the user has not written.
  func hidingMarks(of source: Source?) -> Message {
    guard let source else { return self }
    var diagnostic = self
    if diagnostic.mark?.source === source { diagnostic.mark = nil }
    diagnostic.notes.removeAll { $0.mark.source === source }
    return diagnostic
  }
}

extension Failure {
  fileprivate func hidingMarks(of source: Source?) -> Failure {
    Failure(status, diagnostics.map { $0.hidingMarks(of: source) })
  }

  /// The failure with a status by which an engine knows whether to try again: that of a call says
  /// nothing about it.
  fileprivate var forEngines: Failure {
    switch status {
    case .usage, .badInput, .noInput, .bug, .cannotCreate, .inputOutput, .noPermission,
      .badConfiguration, .interrupted, .terminated, .brokenPipe, .success:
      self
    default: Failure(.incomplete, diagnostics)
    }
  }
}
