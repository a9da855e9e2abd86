import APICallCore
import APICallCurl
import APICallSystem
import Glibc

/// What is about to be done where a script is run: the script, and what is given to it.
struct ScriptErrand {
  private let script: Script
  private let inputs: Scope
  private let resources: CallResources

  /// Reads what is given to a script; nothing is sent.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - settings: the command line.
  ///   - workbench: what calls are made with.
  /// - Throws: a ``Failure`` that says what is wrong with the inputs or an option.
  init(_ script: Script, _ settings: RunSettings, _ workbench: Workbench) throws(Failure) {
    self.script = script
    resources = workbench.resources(for: settings)
    if let format = settings.output.format ?? script.format?.text {
      _ = try workbench.registry.formatter(named: format)
    }
    try Self.check(settings.output, of: script, in: workbench.world.files)
    inputs = try script.scope(from: settings.inputs, with: resources)
    try script.checkFolders(inputs, in: workbench.world.files)
  }

  /// Refuses what is about the answer of one call.
  private static func check(
    _ output: OutputSettings, of script: Script, in files: any FileSystem
  ) throws(Failure) {
    try output.saving?.check(for: script, in: files)
    if output.isEnvelope, script.savesAnswers {
      throw Failure(
        .usage, "--envelope shows the answers that '\(script.file)' saves",
        hint: "leave out --envelope, or 'save' in the steps")
    }
    for name in output.prints where !script.outputs.contains(where: { $0.name == name }) {
      throw Failure(
        .usage, "there is no output '\(name)' in \(script.file)",
        hint: Nearest.hint(for: name, among: script.outputs.map(\.name), noun: "outputs"))
    }
  }

  /// Opens the file that a step saves its answer in.
  private static func open(
    _ path: String, in files: any FileSystem
  ) throws(Failure) -> any OutputFile {
    guard files.status(of: path)?.kind != .folder else {
      throw Failure(.cannotCreate, "cannot save to '\(path)': it is a folder")
    }
    do throws(Failure) {
      return try OutputFiles.open(path)
    } catch {
      // Steps before this one have sent what they send.
      var failure = error
      for index in failure.diagnostics.indices {
        let hint = failure.diagnostics[index].hint
        failure.diagnostics[index].hint = hint?.replacing("; nothing was sent", with: "")
      }
      throw failure
    }
  }

  /// Runs the script and prints what it prints.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - channels: where reports go.
  ///   - loop: what its calls are sent on.
  /// - Throws: the ``Failure`` of the step that failed.
  func run(
    _ settings: RunSettings, _ channels: ReportChannels, on loop: CurlLoop
  ) throws(Failure) {
    let file = try settings.output.saving.map { saving throws(Failure) in
      try OutputFiles.open(saving.path)
    }
    let progress = channels.scriptProgress()
    defer { progress?.erase() }
    var printing = ScriptOutputPlan(
      format: settings.output.format, color: settings.output.color,
      surroundings: file?.surroundings ?? .here,
      output: file ?? channels.output(before: progress))
    if file != nil { printing.place = .file }
    do throws(Failure) {
      try run(settings, channels, on: loop, printing, progress)
    } catch {
      throw file?.discard(after: error) ?? error
    }
    if let failure = file?.end(after: nil) { throw failure }
  }

  private func run(
    _ settings: RunSettings, _ channels: ReportChannels, on loop: CurlLoop,
    _ printing: ScriptOutputPlan, _ progress: ScriptProgress?
  ) throws(Failure) {
    var count = 0
    var surroundings = ScriptSurroundings(
      resources: resources, printing: printing, errors: StandardErrorSink(),
      observers: { place, errors in
        count += 1
        let observers = channels.reports(of: count, at: place) { text in
          try? errors.write(text)
          try? errors.flush()
        }.observers
        progress?.makeWay(for: observers)
        return observers
      },
      report: { StandardStreams.report($0, color: settings.output.color) })
    surroundings.hold = { Spool() }
    surroundings.resume = { Signals.resume() }
    surroundings.executor = loop
    let files = resources.world.files
    surroundings.save = { (path) throws(Failure) in try Self.open(path, in: files) }
    surroundings.tell = channels.teller(progress)
    let envelope = settings.output.isEnvelope ? ScriptEnvelope(of: script.file) : nil
    surroundings.envelope = envelope
    // It is used on this thread only, which is the loop's while that runs.
    nonisolated(unsafe) let run = try ScriptRun(
      script, in: inputs, surroundings,
      isPrinted: envelope == nil && settings.output.prints.isEmpty)
    nonisolated(unsafe) let line = progress
    nonisolated(unsafe) var outputs = ScopeRecord()
    var failure: Failure?
    do throws(Failure) {
      try loop.run { [resources] () async throws(Failure) in
        let drawing = line?.drawing(on: loop, waiting: resources.world.wait)
        var ending: Failure?
        do throws(Failure) { outputs = try await run.perform() } catch { ending = error }
        drawing?.cancel()
        await drawing?.value
        if let ending { throw ending }
      }
      if !settings.output.prints.isEmpty {
        try printing.print(outputs, named: settings.output.prints, by: resources.registry)
      }
    } catch {
      failure = error
    }
    if let envelope, Signals.received == nil {
      let printer = try EnvelopePrinter(
        OutputRules(settings.output.envelope, in: .here), registry: resources.registry,
        output: printing.output)
      try printer.print(envelope.octets(outputs: outputs, failure: failure))
    }
    if let failure { throw failure }
    do {
      try printing.output.flush()
    } catch {
      throw Failure(writing: error)
    }
  }
}
