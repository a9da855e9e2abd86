import APICallCore
import APICallCurl
import APICallSystem

extension Workbench {
  /// What scripts are run in, and the calls that others need: signals, tasks on the loop's thread, and
  /// output that waits for its turn.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - printing: what is printed, and where it goes.
  ///   - errors: standard error.
  ///   - observers: calls together those who want to know of a call.
  /// - Returns: the surroundings.
  func surroundings(
    for settings: RunSettings, printing: ScriptOutputPlan, errors: any ByteSink,
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) -> ScriptSurroundings {
    var surroundings = ScriptSurroundings(
      resources: resources(for: settings), printing: printing, errors: errors,
      observers: observers,
      reporter: { StandardStreams.report($0, color: settings.output.color, to: $1) })
    surroundings.hold = { Spool() }
    surroundings.hasSignal = { Signals.first != nil }
    surroundings.resume = { Signals.resume() }
    surroundings.executor = loop
    return surroundings
  }
}
