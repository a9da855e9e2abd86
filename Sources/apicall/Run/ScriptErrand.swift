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
    try Self.check(settings.output, of: script)
    inputs = try script.scope(from: settings.inputs, with: resources)
  }

  /// Refuses what is about the answer of one call.
  private static func check(_ output: OutputSettings, of script: Script) throws(Failure) {
    if output.saving != nil {
      throw Failure(
        .usage, "'\(script.file)' is a script, and --output saves the answer of one call",
        hint: "write > FILE in place of --output")
    }
    for name in output.prints where !script.outputs.contains(where: { $0.name == name }) {
      throw Failure(
        .usage, "there is no output '\(name)' in \(script.file)",
        hint: Nearest.hint(for: name, among: script.outputs.map(\.name), noun: "outputs"))
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
    let printing = ScriptOutputPlan(
      format: settings.output.format, color: settings.output.color, surroundings: .here,
      output: DescriptorSink(STDOUT_FILENO))
    var count = 0
    var surroundings = ScriptSurroundings(
      resources: resources, printing: printing, errors: StandardErrorSink(),
      observers: { place, errors in
        count += 1
        return channels.reports(of: count, at: place) { text in
          try? errors.write(text)
          try? errors.flush()
        }.observers
      },
      report: { StandardStreams.report($0, color: settings.output.color) })
    surroundings.hold = { Spool() }
    surroundings.resume = { Signals.resume() }
    surroundings.executor = loop
    CurlLoop.keepFreedMemory()
    let envelope = settings.output.isEnvelope ? ScriptEnvelope(of: script.file) : nil
    surroundings.envelope = envelope
    // It is used on this thread only, which is the loop's while that runs.
    nonisolated(unsafe) let run = try ScriptRun(
      script, in: inputs, surroundings,
      isPrinted: envelope == nil && settings.output.prints.isEmpty)
    nonisolated(unsafe) var outputs = ScopeRecord()
    var failure: Failure?
    do throws(Failure) {
      try loop.run { () async throws(Failure) in outputs = try await run.perform() }
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
