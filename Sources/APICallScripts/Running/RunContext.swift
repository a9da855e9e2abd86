package import APICallBase
package import APICallRun
package import APICallSpec

/// What calls are made in, those of a script or of a file: what they are made with, and who is told
/// of them.
///
/// Whoever changes something for what is below it makes them anew: ``changed(_:)``.
package final class RunContext {
  /// What calls are made with.
  package var resources: CallResources
  /// Makes the calls that others need.
  package let needs: NeedCaller
  /// How many files and iterations may be under way in all.
  package let permits: PoolPermits
  /// What the user has answered where asked whether outputs may be stored.
  let storeAnswers: StoreAnswers
  /// What is printed of the script, and where it goes.
  package var printing: ScriptOutputPlan
  /// Where the bodies of unexpected answers are shown.
  package var errors: any ByteSink
  /// Takes all there is to say of each call; nil where nobody asked for that.
  package var envelope: ScriptEnvelope?
  /// Calls together those who want to know of a call; it is asked once for each, and told what it is
  /// and where they write what is for standard error.
  package var observers: (StepPlace, any ByteSink) -> [any RunObserver]
  /// Tells those who want to know of the steps and iterations; nil where there is nobody.
  package var tell: ((RunEvent, StepPlace) -> Void)?
  /// Tells at once of a failure that ends the script that is run, before what is called then; nil where
  /// something may still come of it.
  package var announce: ((Failure) -> Void)?
  /// The iteration of the loop in which a script is called; nil where it is called in none.
  var iteration: Int?
  /// Writes what the user is to be told, where the bodies of unexpected answers are shown, too.
  private let reporter: ([Diagnostic], any ByteSink) -> Void
  /// Opens the file at a path that a step saves its answer in.
  package var save: (SavePath) throws(Failure) -> any OutputFile = { (_) throws(Failure) in
    throw Failure(.bug, "nothing can be saved here")
  }
  /// Makes what keeps the output of a iteration until its turn comes.
  package var hold: () -> any BufferedOutput = { BufferSink() }
  /// Tells which signal has come; nil where none has.
  ///
  /// Calls are given up without one, too, where they are of no use any more.
  package var signal: () -> Int32? = { nil }
  /// Lets calls be made again after a signal has ended those that were under way; the next signal
  /// ends these, too.
  package var resume: () -> Void = {}
  /// What tasks are run by; nil for whatever runs tasks anyway.
  package var executor: (any TaskExecutor)?

  package init(
    resources: CallResources, needs: NeedCaller, permits: PoolPermits,
    printing: ScriptOutputPlan, errors: any ByteSink,
    observers: @escaping (StepPlace, any ByteSink) -> [any RunObserver] = { _, _ in [] },
    reporter: @escaping ([Diagnostic], any ByteSink) -> Void
  ) {
    self.resources = resources
    self.needs = needs
    self.permits = permits
    storeAnswers = StoreAnswers()
    self.printing = printing
    self.errors = errors
    self.observers = observers
    self.reporter = reporter
  }

  private init(_ other: RunContext) {
    resources = other.resources
    needs = other.needs
    permits = other.permits
    storeAnswers = other.storeAnswers
    printing = other.printing
    errors = other.errors
    envelope = other.envelope
    observers = other.observers
    tell = other.tell
    announce = other.announce
    iteration = other.iteration
    reporter = other.reporter
    save = other.save
    hold = other.hold
    signal = other.signal
    resume = other.resume
    executor = other.executor
  }

  /// The same, but for what is changed.
  package func changed(_ change: (RunContext) -> Void) -> RunContext {
    let surroundings = RunContext(self)
    change(surroundings)
    return surroundings
  }

  /// Tells the user of something that does not end the script.
  package func report(_ diagnostics: [Diagnostic]) { report(diagnostics, to: errors) }

  /// The same, where a call writes what it has to tell.
  func report(_ diagnostics: [Diagnostic], to errors: any ByteSink) {
    reporter(diagnostics, errors)
  }

  /// Tells the user of a failure that does not end the script.
  func warn(of failure: Failure) { report(failure.diagnostics.map { $0.told(as: .warning) }) }
}

extension RunContext {
  /// Does something that is not given up where what waits for it is.
  ///
  /// - Parameters:
  ///   - limit: how long it may take; nil where that does not matter.
  ///   - isolation: that of the caller, which the work has, too.
  ///   - work: what to do; it ends as cancelled where it takes too long.
  /// - Returns: whether it had the time that it took.
  func shielded(
    within limit: Duration?, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping () async -> Void
  ) async -> Bool {
    let task = Task.isolated(on: executor, work)
    guard let limit else {
      await task.value
      return true
    }
    let wait = resources.world.wait
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

/// What of a script is printed, and how.
package struct ScriptOutputPlan {
  /// The formatter that the user asked for; nil where none was.
  package var format: String?
  /// Where the output goes: a terminal, or not.
  package var surroundings: OutputContext
  package var color = ColorChoice.automatic
  package var output: any ByteSink
  package var place = OutputRequest.Place.standardOutput
  /// What is handed on where the whole script is a iteration of another's loop; nil where it is none.
  package var iteration: IterationForm?

  package init(
    format: String?, color: ColorChoice, surroundings: OutputContext, output: any ByteSink
  ) {
    self.format = format
    self.color = color
    self.surroundings = surroundings
    self.output = output
  }
}
