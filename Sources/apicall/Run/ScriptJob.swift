import APICallBase
import APICallContracts
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun
import APICallScripts
import APICallSystem
import APICallText

/// The job for a script.
struct ScriptJob {
  private let script: ScriptSpec
  private let environment: CommandEnvironment
  private let states: StateKeeper

  static func run(
    _ script: ScriptSpec, _ environment: CommandEnvironment, _ channels: ReportChannels,
    keeping states: StateKeeper
  ) async throws(Failure) {
    var start = RunStart(file: script.file, summary: script.head.summary)
    start.steps = script.steps.count
    try await channels.reports().reporting(start) { () async throws(Failure) in
      let job: ScriptJob
      do throws(Failure) {
        job = try ScriptJob(script, environment, keeping: states)
      } catch {
        guard environment.settings.output.isEnvelope else { throw error }
        try environment.envelopePrinter().report(error)
      }
      try await job.run(channels)
    }
  }

  /// Checks the command line; nothing is sent.
  private init(
    _ script: ScriptSpec, _ environment: CommandEnvironment, keeping states: StateKeeper
  ) throws(Failure) {
    let settings = environment.settings
    self.states = states
    self.script = script
    self.environment = environment
    var format = settings.output.format ?? script.format?.text
    if settings.output.prints.isEmpty, !settings.output.isEnvelope {
      format = format ?? script.formatOfPrintedStep?.text
    }
    if let format = format ?? settings.output.columns.map({ _ in StandardFormat.json }) {
      let parts = settings.output.prints.map { Selection.output($0) }
      var request = OutputRequest(
        format: format, content: parts.isEmpty ? OutputRequest().content : .parts(parts))
      request.choose(settings.output.columns)
      let entry = try environment.registry.formatter(named: format)
      try OutputRules(request, in: .here).check(entry)
      // Errors in its options are reported before anything is sent.
      _ = try environment.registry.values(
        of: entry.options, for: format, .formatter, given: script.format)
    }
    if !settings.assignments.isEmpty {
      try environment.registry.checkAssignments(
        among: script.extensionNames + [format, settings.requester].compactMap { $0 })
    }
    try Self.check(settings.output, of: script, in: environment.world.files)
    // The loop of such a step has a state for each of its items.
    let isKept =
      script.head.state != nil
      || script.steps.contains { $0.loop == nil && $0.callee.head.state != nil }
    if settings.first != nil, settings.rows.path == nil, isKept {
      throw Failure(
        .usage,
        "--first leaves out items of '\(script.file)', and its state would not read them again",
        hint: "to try the file, use --state with another file, or 'apicall show'")
    }
    environment.warnOfUnusedConnection(by: [.script(script)])
  }

  private static func check(
    _ output: OutputSettings, of script: ScriptSpec, in files: any FileSystem
  ) throws(Failure) {
    try output.saving?.check(for: script, in: files)
    if let into = output.into, files.status(of: into)?.kind != .folder {
      throw Failure(
        .cannotCreate, "--into names '\(into)', which is not an existing folder",
        hint: "create it with 'mkdir -p \(ShellWord.path(into))'; nothing was sent")
    }
    if output.isEnvelope, script.writesFiles {
      throw Failure(
        .usage, "--envelope prints the responses, but '\(script.file)' saves them",
        hint: "leave out --envelope, or 'save' in the steps")
    }
    for name in output.prints where !script.outputs.contains(where: { $0.name == name }) {
      throw Failure(
        .usage, "'\(script.file)' has no output '\(name)'",
        hint: Nearest.hint(for: name, among: script.outputs.map(\.name), noun: "outputs"))
    }
  }

  private func run(_ channels: ReportChannels) async throws(Failure) {
    let settings = environment.settings
    let file = try settings.output.saving.map { saving throws(Failure) in
      try OutputFiles.open(saving.path)
    }
    let progress = channels.scriptProgress()
    defer { progress?.erase() }
    var printing = ScriptOutputPlan(
      format: settings.output.format, color: settings.output.color, context: file?.context ?? .here,
      output: file ?? channels.output(before: progress))
    printing.columns = settings.output.columns
    if file != nil { printing.place = .file }
    do throws(Failure) {
      try await run(channels, printing, progress)
    } catch {
      throw file?.discard(after: error) ?? error
    }
    if let failure = file?.end(after: nil) { throw failure }
  }

  private func run(
    _ channels: ReportChannels, _ printing: ScriptOutputPlan, _ progress: RunProgress?
  ) async throws(Failure) {
    let settings = environment.settings
    var count = 0
    let rows = try RowsJob(script, environment)
    var context = environment.context(
      printing: printing, errors: StandardErrorSink(),
      editing: { $0.hidingMarks(of: rows?.source) }
    ) { place, errors in
      count += 1
      return channels.observers(of: count, drawnBy: progress)(place, errors)
    }
    context.states = states
    context.rowRun = rows?.run
    if printsAtOnce {
      let (states, world, savesFiles) = (states, environment.world, script.writesFiles)
      context.checkpoint = { () throws(Failure) in
        try rethrowing(printing.output.flush()) { Failure(writing: $0) }
        if savesFiles { OutputDelivery.syncFiles() }
        try await OutputDelivery.wait(in: world)
        try states.moveInPart()
      }
    }
    context.into = settings.output.into
    context.resources.world.memory = MemoryBudget(settings.memory)
    let limit = script.allSteps.lazy.compactMap(\.loop?.toldLimit).first
    let rate = try environment.sharedRate(limit)
    context.taps = channels.taps + context.taps
    if rows != nil || rate != nil {
      context.taps.append(RowTap(rows?.run, rate: rate, limit, in: environment.world))
    }
    context.tell = channels.teller(progress)
    context.announce = { [context] in context.report($0.diagnostics) }
    let envelope = settings.output.isEnvelope ? ScriptEnvelope(of: script.file) : nil
    context.envelope = envelope
    var outputs = ScopeRecord()
    var failure: Failure?
    do throws(Failure) {
      let inputs = try script.scope(from: settings.inputs, with: context.resources)
      let run = try ScriptExecution(
        script, in: inputs, context, isPrinted: envelope == nil && settings.output.prints.isEmpty)
      try script.checkFolders(inputs, in: environment.world, into: settings.output.into)
      if let rows, rows.finished != nil { return try await rows.compare(with: script, inputs) }
      let drawing = progress?.drawing(on: environment.loop, waiting: environment.pause)
      var ending: Failure?
      let watch = rows?.watch()
      do throws(Failure) { outputs = try await run.perform() } catch { ending = error }
      watch?.cancel()
      drawing?.cancel()
      await drawing?.value
      if let rows { ending = rows.outcome(after: ending) }
      if let ending { throw ending }
      if !settings.output.prints.isEmpty {
        try printing.print(outputs, named: settings.output.prints, in: context)
      }
    } catch {
      failure = error
    }
    if let envelope, failure?.endsRun != true {
      do throws(Failure) {
        let printer = try environment.envelopePrinter(to: printing.output)
        try printer.print(envelope.bytes(outputs: outputs, failure: failure))
      } catch {
        failure = failure?.followed(by: error) ?? error
      }
    }
    if let failure { throw failure }
    try rethrowing(printing.output.flush()) { Failure(writing: $0) }
  }

  /// Whether each response is printed when it is whole, so that what was printed is never part of a
  /// whole.
  private var printsAtOnce: Bool {
    let output = environment.settings.output
    guard output.saving == nil, output.prints.isEmpty, !output.isEnvelope else { return false }
    if case .value = script.printing { return false }
    let format = output.format ?? script.format?.text ?? script.formatOfPrintedStep?.text
    return format ?? StandardFormat.ndjson == StandardFormat.ndjson
  }
}
