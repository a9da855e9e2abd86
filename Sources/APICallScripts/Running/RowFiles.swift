import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText
import JSONText
import YAMLTree

/// The files that a loop writes about its rows: `results` and `failures`, or the journal of a run.
///
/// Both are kept however the loop ends, and take their names then.
final class RowFiles {
  private let step: Step
  private let traces: RowTraces?
  private let trail: SecretTrail
  private let world: World
  private let distrust: Distrust?
  /// The run that keeps the results of the rows; nil if `results` does.
  private let run: RowRun?
  private var results: (file: any OutputFile, path: SavePath)?
  private var failures: (file: any OutputFile, path: SavePath, rows: FailedRows)?
  /// The provenance of everything that was written.
  private var provenance: Provenance
  /// The file that is being written.
  ///
  /// If that fails, nothing more is written, and it does not replace an older one.
  private var current: SavePath?

  /// Opens the files; nil if the loop has none.
  ///
  /// Throws a ``Failure`` if one cannot be written, or if `failures` would have secrets.
  init?(
    of loop: Loop, for step: Step, in script: ScriptSpec, rows: any RowSource, scope: Scope,
    tracing traces: RowTraces?, isCalled: Bool, _ context: RunContext
  ) throws(Failure) {
    guard !loop.paths.isEmpty || loop.keepsResults else { return nil }
    self.step = step
    run = loop.keepsResults ? context.rowRun : nil
    self.traces = traces
    world = context.resources.world
    trail = world.trail
    provenance = rows.frame.provenanceOfWhole.joined(Provenance(.response))
    let distrust = context.resources.sources.chain?.distrust(in: world)
    self.distrust = distrust
    func open(
      _ template: Template
    ) throws(Failure) -> (file: any OutputFile, path: SavePath) {
      let path = try StepFiles(
        at: template, of: step, in: script, isCalled: isCalled, into: context.into
      ).path(of: nil, in: scope)
      let file = StepFile(
        path: path, mark: template.mark, script: script.head.file, context: context,
        distrust: distrust)
      let files = context.resources.world.files
      if let source = rows.file, let canonical = files.canonicalPath(of: path.text),
        canonical == files.canonicalPath(of: source)
      {
        throw Failure(
          .badInput, "'\(path.text)' is the file whose rows the loop takes", at: template.mark,
          hint: "write another name: the rows that are not reached would be lost")
      }
      if let other = failures?.path,
        FilePath.normalized(other.text) == FilePath.normalized(path.text)
      {
        throw Failure(
          .badInput, "'results' and 'failures' are one file, '\(path.text)'", at: template.mark,
          hint: "write two names")
      }
      guard context.rowPaths.insert(FilePath.normalized(path.text)) else {
        throw Failure(
          .badInput, "another loop of this run has written '\(path.text)'", at: template.mark,
          hint: "name a file for each, such as one with an input of the script")
      }
      return (try file.open(), path)
    }
    if let template = loop.failures {
      guard !provenance.secrecy.isMasked else {
        throw Failure(
          .badInput, "'failures' would write rows that have a secret", at: template.mark,
          hint: "remove it; 'results' names the rows that failed by their numbers")
      }
      let opened = try open(template)
      failures = (opened.file, opened.path, FailedRows(of: loop, rows: rows))
    }
    if let template = loop.results, run == nil {
      results = try open(template)
    }
  }

  /// The texts by which the rows of an iteration are known.
  func keys(of row: Row, _ rows: any RowSource, in scope: Scope) throws(Failure) -> [String] {
    guard let key = step.loop?.key, results != nil || run != nil else { return [] }
    var keys: [String] = []
    var scope = scope.forRows()
    for value in row.values {
      scope.beginRow()
      scope[Loop.element] = rows.binding(of: Row(value: value))
      do throws(TemplateProblem) {
        note(try key.provenance(in: scope))
        keys.append(try key.render(in: scope).description)
      } catch {
        throw Failure(.badInput, [error.diagnostic])
      }
    }
    return keys
  }

  /// Notes what the files tell something of, besides what they contain.
  func note(_ provenance: Provenance) { self.provenance.join(provenance) }

  /// Writes what an iteration came to.
  func note(_ iteration: Iteration, _ failure: Failure?) throws(Failure) {
    let trace = traces?.take(iteration.number)
    if let run {
      let line = line(of: iteration, iteration.number, failure, trace)
      let rest = line.filter { !Self.ofPlace($0.key) }
      try run.note(iteration.number, failure, with: masked(rest))
      run.close(iteration.number)
    }
    guard current == nil else { return }
    do throws(DeliveryError) {
      current = failures?.path
      if failure != nil {
        try failures?.rows.write(iteration.row, only: iteration.failedRows, to: failures?.file)
      }
      current = results?.path
      guard let results else { return }
      var lines: [UInt8] = []
      for number in iteration.row.numbers(at: iteration.number) {
        lines += masked(line(of: iteration, number, failure, trace))
        lines.append(0x0A)
      }
      try results.file.write(lines.span)
      current = nil
    } catch {
      throw Failure(writing: error)
    }
  }

  /// Whether the journal of a run writes a member itself.
  private static func ofPlace(_ key: String) -> Bool { key == "row" || key == "exit" }

  private func masked(_ line: [(key: String, value: BuiltJSON)]) -> [UInt8] {
    var bytes: [UInt8] = []
    BuiltJSON.map(line).append(to: &bytes)
    return trail.redactor(besides: []).masking(json: bytes)
  }

  /// Writes that an iteration was cancelled, unless it had sent nothing, or a journal shows it.
  func noteCancelled(_ iteration: Iteration) throws(Failure) {
    guard run == nil, let trace = traces?.trace(of: iteration.number), trace.attempts > 0 else {
      return
    }
    let failure = Failure(.interrupted, "it was cancelled; the request may have taken effect")
    try note(iteration, failure)
  }

  private func line(
    of iteration: Iteration, _ number: Int, _ failure: Failure?, _ trace: RowTrace?
  ) -> [(key: String, value: BuiltJSON)] {
    let row = iteration.row
    let place = number - (row.batch?.first ?? number)
    let isFailed = iteration.failedRows.isEmpty || iteration.failedRows.contains(place)
    let failure = isFailed ? failure : nil
    var line: [(key: String, value: BuiltJSON)] = [("row", BuiltJSON(number))]
    if row.batch?.count ?? 1 == 1, let place = row.line { line.append(("line", BuiltJSON(place))) }
    if row.batch != nil { line.append(("batch", BuiltJSON(iteration.number))) }
    if place < iteration.keys.count { line.append(("key", .text(iteration.keys[place]))) }
    line.append(("exit", BuiltJSON(failure?.status.rawValue ?? 0)))
    if failure == nil, iteration.record == nil, iteration.failedRows.isEmpty {
      line.append(("skipped", .boolean(true)))
    }
    line.append(("status", BuiltJSON(trace?.status)))
    line.append(("attempts", BuiltJSON(trace?.attempts ?? 0)))
    if let failure {
      let message = failure.record(of: step, masking: [], after: trail)["message"]
      if let message { provenance.join(message.provenance) }
      // A script that is not trusted could read in its own file what is on this machine.
      let words = distrust == nil || run?.given != nil ? failure.diagnostics.first?.words : nil
      line.append(("error", BuiltJSON(words ?? message?.value?.plainText)))
    } else if row.batch == nil {
      // Whether there are values says as much as the condition of the step.
      for member in iteration.record?.members ?? [] { note(member.binding.provenanceOfWhole) }
      line.append(("value", value(of: iteration.record)))
    }
    return line
  }

  /// The values of the step; one that has a secret is masked.
  private func value(of record: ScopeRecord?) -> BuiltJSON {
    let values = step.namesOfResult.map { name -> (key: String, value: BuiltJSON) in
      guard let binding = record?[name], let value = binding.value else { return (name, .null) }
      if binding.provenanceOfWhole.secrecy.isMasked { return (name, .text(ProtectedText.mask)) }
      return (name, .line(value.jsonText))
    }
    let isWhole = values.count == 1 && (step.callee.called == nil || step.callee.outputs.isEmpty)
    return isWhole ? values[0].value : values.isEmpty ? .null : .map(values)
  }

  /// Keeps the files, also after a signal.
  func close() throws(Failure) {
    var first: Failure?
    if let failures {
      do throws(Failure) {
        do throws(DeliveryError) {
          try failures.rows.finish(to: failures.file)
        } catch {
          throw Failure(writing: error)
        }
        try keep(failures.file, failures.path)
      } catch {
        first = error
      }
    }
    if let results {
      do throws(Failure) { try keep(results.file, results.path) } catch { first = first ?? error }
    }
    failures = nil
    results = nil
    if let first { throw first }
  }

  private func keep(_ file: any OutputFile, _ path: SavePath) throws(Failure) {
    guard path.text != current?.text else {
      _ = file.discard(after: Failure(.inputOutput, []))
      return
    }
    try file.keepAfterSignal()
    if RequestRule.savedResponses.holds, let canonical = world.files.canonicalPath(of: path.text) {
      trail.note(provenance, ofFile: canonical)
    }
  }
}

extension Row {
  /// The numbers of its rows in the source, counted from 1.
  fileprivate func numbers(at number: Int) -> Range<Int> {
    batch.map { $0.first..<$0.first + $0.count } ?? number..<number + 1
  }
}
