import APICallBase
import APICallResponses
import APICallRun
import APICallScripts
import APICallSystem
import Glibc

extension CommandEnvironment {
  /// The context of the calls of files and scripts: signals, and buffers for parallel output.
  func context(
    for settings: RunSettings, printing: ScriptOutputPlan, errors: any ByteSink,
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) -> RunContext {
    let context = RunContext(
      resources: resources(for: settings), needs: needs, permits: permits, printing: printing,
      errors: errors,
      observers: observers,
      reporter: { StandardStreams.report($0, color: settings.output.color, to: $1) })
    context.use(loop, saving: world.files)
    context.taps = recording?.taps ?? []
    context.showsEveryFailure = settings.reports.isVerbose
    context.signal = { Signals.first }
    context.resume = { Signals.resume() }
    return context
  }

  /// Creates the printer of the envelope.
  ///
  /// Throws a ``Failure`` for a format that cannot print an envelope.
  func envelopePrinter(
    for settings: RunSettings, to output: any ByteSink = DescriptorSink(STDOUT_FILENO)
  ) throws(Failure) -> EnvelopePrinter {
    try EnvelopePrinter(
      OutputRules(settings.output.envelope, in: .here), registry: registry, output: output)
  }
}
