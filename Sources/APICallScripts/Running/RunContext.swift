package import APICallBase
import APICallContracts
package import APICallModel
package import APICallRequests
package import APICallResponses
package import APICallRun
import APICallSafety

/// The context of the calls of a script or a file: their resources and observers.
package struct RunContext {
  package var resources: CallResources
  package let needs: NeedCaller
  package var states = StateKeeper()
  /// Moves the states in the middle of a run, after its output so far; nil if that is not whole yet,
  /// as in a file that appears at the end.
  package var checkpoint: (() async throws(Failure) -> Void)?
  /// The limit on files and iterations in progress at a time.
  package let permits: PoolPermits
  let storeAnswers = StoreAnswers()
  package var printing: ScriptOutputPlan
  /// The sink for the bodies of unexpected responses.
  package var errors: any ByteSink
  /// Collects the envelopes of calls; nil if no envelope is printed.
  package var envelope: ScriptEnvelope?
  /// Creates the observers of a call; it is called once for each call, with its place and the sink
  /// for standard error.
  package var observers: (StepPlace, any ByteSink) -> [any RunObserver]
  /// Reports events of steps and iterations; nil if there are no observers.
  package var tell: ((RunEvent, StepPlace) -> Void)?
  /// Reports a failure that ends the script at once, before the calls that follow it; nil if the
  /// failure may still be handled.
  package var announce: ((Failure) -> Void)?
  var iteration: Int?
  /// The place of the call whose items are noted as they are printed: that of the only call of a
  /// file, or of the rounds with which a script ends.
  var placeOfParts: [String] = []
  /// Whether the call is a round of a step, which goes on with the state of the one before.
  var isRound = false
  /// Writes messages for the user, to the same sink as the bodies of unexpected responses.
  private let reporter: ([Message], any ByteSink) -> Void
  package var save: (SavePath) throws(Failure) -> any OutputFile = { (_) throws(Failure) in
    throw Failure(.bug, "nothing can be saved here")
  }
  /// The paths of the files about rows that the run has written.
  let rowPaths = RowPaths()
  let savedFiles = SavedFiles()
  package var taps: [any ExchangeTap] = []
  /// The rows that the command line gives to a loop of the run; nil if it gives none.
  package var rowRun: RowRun?
  package var hold: () -> any BufferedOutput = { BufferSink() }
  /// The folder that the user named for the files that steps save; nil for none.
  package var into: String?
  /// The signal that was received; nil for none.
  ///
  /// Calls that are no longer useful are cancelled without a signal, too.
  package var signal: () -> Int32? = { nil }
  /// Allows calls again after a signal has ended those in progress; the next signal ends these too.
  package var resume: () -> Void = {}
  /// Whether all failures of a loop are shown, and not only the first ones of each kind.
  package var showsEveryFailure = false
  package var limitAfterSignal = Duration.seconds(10)
  /// The time limits of the scripts that are running, the outermost first.
  var limits: [ScriptLimit] = []
  package var executor: (any TaskExecutor)?

  package init(
    resources: CallResources, needs: NeedCaller, permits: PoolPermits,
    printing: ScriptOutputPlan, errors: any ByteSink,
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver] = { _, _ in [] },
    reporter: @escaping ([Message], any ByteSink) -> Void
  ) {
    self.resources = resources
    self.needs = needs
    self.permits = permits
    self.printing = printing
    self.errors = errors
    self.observers = observers
    self.reporter = reporter
  }

  package func changed(_ change: (inout RunContext) -> Void) -> RunContext {
    var context = self
    change(&context)
    return context
  }

  package func report(_ diagnostics: [Message]) { report(diagnostics, to: errors) }

  func report(_ diagnostics: [Message], to errors: any ByteSink) {
    // A report says that the script goes on: without anything to say, there is none.
    if !diagnostics.isEmpty { reporter(diagnostics, errors) }
  }

  /// Reports what a format did not print.
  func report(_ remarks: [FormatRemark]) {
    guard !remarks.isEmpty else { return }
    remarks.report(to: errors, masking: resources.world.trail.redactor(besides: []))
  }

  func warn(of failure: Failure) { report(failure.diagnostics.map { $0.reported(as: .warning) }) }
}

extension RunContext {
  /// Runs a function that is not cancelled together with its caller.
  ///
  /// Returns whether it ended within the time limit.
  func shielded(
    within limit: Duration?, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping () async -> Void
  ) async -> Bool {
    let task = Task.isolated(on: executor, work)
    guard let limit else {
      await task.value
      return true
    }
    let wait = resources.world.waitForLimit ?? resources.world.wait
    let timer = Task.isolated(on: executor) {
      do throws(CancellationError) {
        try await wait(limit)
        task.cancel()
        return false
      } catch {
        return true
      }
    }
    await task.value
    timer.cancel()
    return await timer.value
  }
}

/// The output of a script, and how it is printed.
package struct ScriptOutputPlan {
  package var format: String?
  /// The format as the outermost script that names one gives it, with its options.
  package var given: WrittenName?
  /// The parts of each printed value on the command line; nil for all of it.
  package var columns: Columns?
  package var context: OutputContext
  package var color = ColorChoice.automatic
  package var output: any ByteSink
  package var place = OutputRequest.Place.standardOutput
  /// The form of the output if the script is an iteration of another script's loop; nil if not.
  package var iteration: IterationForm?

  package init(
    format: String?, color: ColorChoice, context: OutputContext, output: any ByteSink
  ) {
    self.format = format
    self.color = color
    self.context = context
    self.output = output
  }
}
