package import APICallBase
package import APICallHTTP

/// What happens during a run: the one stream that `-v`, progress and reports read.
package enum RunEvent: Sendable {
  /// The run has begun.
  case started(RunStart)
  /// A step of a script begins.
  case step(StepStart)
  /// A round of a step begins, or is over.
  case round(RoundState)
  /// A step polls, and waits before its next call.
  case pausing(PollPause)
  /// The request of a call is about to be sent.
  case sending(Call)
  /// The request is about to go over a connection.
  case connected(Peer)
  /// An interim response came; the final one is still to come.
  case interim(ResponseHead)
  /// How far the exchange has come; told now and then, also where nothing moves.
  case moved(TransferProgress)
  /// The head of a response came.
  case answered(ResponseHead)
  /// Fields came behind the body of a response.
  case trailed([ResponseHead.Field])
  /// One more exchange follows: its request is about to be sent.
  case continuing(FurtherExchange)
  /// What the call of a need had left, by its name, was kept and is refused: it is made anew, and then
  /// this call, whose request is sent another time.
  case renewing(String)
  /// An output was stored as a secret.
  case stored(StoredOutput)
  /// The call is over, however it ended.
  case ended(RunOutcome)
  /// The run is over, and nothing follows; told also where nothing was sent.
  case finished(RunEnd)
}

/// What a run is to do.
package struct RunStart: Sendable {
  /// The endpoint's file; where none can be read, the name that was asked for.
  package var file: String
  /// What the endpoint says that it is for.
  package var summary: String?
  /// How many steps there are; nil if it is no script.
  package var steps: Int?

  package init(file: String, summary: String? = nil, steps: Int? = nil) {
    self.file = file
    self.summary = summary
    self.steps = steps
  }
}

/// How a run ended.
package struct RunEnd: Sendable {
  /// Why it failed; nil for a success.
  package var failure: Failure?
  /// What the program exits with; after a signal, what a shell makes of it.
  package var exit: Int32

  /// Creates an end.
  ///
  /// - Parameters:
  ///   - failure: why the run failed, or nil.
  ///   - signal: the signal that told it to end, or nil.
  package init(_ failure: Failure? = nil, signal: Int32? = nil) {
    self.failure = failure
    exit = signal.map { 128 + $0 } ?? (failure?.status ?? .success).rawValue
  }

  /// The name of the exit status.
  package var name: String {
    (ExitStatus(rawValue: exit) ?? failure?.status ?? .other).name
  }
}

/// How a call ended.
package struct RunOutcome: Sendable {
  /// Why it failed; nil for a success.
  package var failure: Failure?
  /// Where the time went.
  package var timings: Timings
  /// How much was sent and received.
  package var progress: TransferProgress

  package init(
    failure: Failure? = nil, timings: Timings = Timings(),
    progress: TransferProgress = TransferProgress()
  ) {
    self.failure = failure
    self.timings = timings
    self.progress = progress
  }

  /// The exit status that it leads to.
  package var status: ExitStatus { failure?.status ?? .success }
}

/// An output that is kept as a stored secret.
package struct StoredOutput: Sendable, Hashable {
  /// The name of the output.
  package var output: String
  /// The name of the secret.
  package var secret: String
  /// The source that keeps it.
  package var source: String
  /// The origins that may get it.
  package var origins: [String]
}

/// Reads the events of a run, on the thread that reads the network.
package protocol RunObserver: AnyObject {
  /// Takes an event.
  func observe(_ event: RunEvent)
  /// Whether it wants to know how far transfers have come.
  var wantsProgress: Bool { get }
}

extension RunObserver {
  package var wantsProgress: Bool { false }
}

/// Which call of a script something is about.
package struct StepPlace: Sendable, Hashable {
  /// The names of the steps that lead to it: that of the script that was run, and of each script that
  /// is called by it.
  package var path: [String]
  /// The round of the loop, counted from 1; nil if there is none.
  package var round: Int?

  package init(path: [String], round: Int? = nil) {
    self.path = path
    self.round = round
  }
}

/// What is known of a step of a script when it begins.
package struct StepStart: Sendable, Hashable {
  /// Its number among the steps of its script, from 1; nil for a call that is no step of it.
  package var number: Int?
  /// How many steps its script has; nil as above.
  package var count: Int?
  /// How many rounds it has; nil if it has none, or nobody knows yet.
  package var rounds: Int?
  /// Why it is called where it is no step.
  package var part: ScriptPart?

  package init(
    number: Int? = nil, of count: Int? = nil, rounds: Int? = nil, part: ScriptPart? = nil
  ) {
    self.number = number
    self.count = count
    self.rounds = rounds
    self.part = part
  }
}

/// What is called when the steps of a script are over.
package enum ScriptPart: String, Sendable, CaseIterable {
  case onFailure = "on_failure"
  case cleanup, finally
}

/// How far a round of a step has come.
package enum RoundState: String, Sendable, CaseIterable {
  case begun, done, skipped, failed
}
