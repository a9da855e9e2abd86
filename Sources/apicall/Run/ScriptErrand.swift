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
    inputs = try script.scope(from: settings.inputs, with: resources)
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
      observers: { _ in
        count += 1
        return channels.reports(of: count).observers
      },
      report: { StandardStreams.report($0, color: settings.output.color) })
    surroundings.resume = { Signals.resume() }
    surroundings.executor = loop
    // It is used on this thread only, which is the loop's while that runs.
    nonisolated(unsafe) let run = try ScriptRun(script, in: inputs, surroundings)
    try loop.run { () async throws(Failure) in _ = try await run.perform() }
    do {
      try printing.output.flush()
    } catch {
      throw Failure(writing: error)
    }
  }
}
