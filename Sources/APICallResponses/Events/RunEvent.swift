package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallRequests
package import APICallText

/// An event of a run: `-v`, progress and reports all read this one stream.
package enum RunEvent: Sendable {
  case started(RunStart)
  case step(StepStart)
  /// An iteration of a step begins or has ended.
  case iteration(IterationState)
  /// A loop has taken rows up to this share of its file, from 0 to 1.
  case reading(Double)
  /// A step polls, and waits before its next call.
  case pausing(PollPause)
  case sending(Call)
  case connected(Peer)
  /// An interim response arrived; the final one is still to come.
  case interim(ResponseHead)
  /// The progress of the exchange; reported at intervals, also if nothing moves.
  case moved(ExchangeProgress)
  case answered(ResponseHead)
  case trailed([ResponseHead.Field])
  /// One more exchange follows: its request is about to be sent.
  case continuing(FurtherExchange)
  /// The stored result of a needed call, given by its name, was refused.
  ///
  /// The needed call is made again, and then this call is repeated with a new request.
  case renewing(String)
  case stored(StoredOutput)
  /// The call has ended, with or without success.
  case ended(RunOutcome)
  /// The run has ended, and no event follows; reported even if nothing was sent.
  case finished(RunEnd)
}

/// What a run is going to do.
package struct RunStart: Sendable {
  /// The file of the endpoint; if it cannot be read, the name that was given.
  package var file: String
  package var summary: String?
  /// The number of steps; nil if it is not a script.
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
  /// The exit status of the program; after a signal, the status that a shell reports.
  package var exit: Int32

  package init(_ failure: Failure? = nil, signal: Int32? = nil) {
    self.failure = failure
    exit = signal.map { 128 + $0 } ?? (failure?.status ?? .success).rawValue
  }

  package var name: String {
    (ExitStatus(rawValue: exit) ?? failure?.status ?? .other).name
  }
}

/// How a call ended.
package struct RunOutcome: Sendable {
  /// Why it failed; nil for a success.
  package var failure: Failure?
  /// Why there was no complete response; nil if there was one.
  package var cause: ExchangeError?
  package var timings: ExchangeTimings
  package var progress: ExchangeProgress

  package init(
    failure: Failure? = nil, timings: ExchangeTimings = ExchangeTimings(),
    progress: ExchangeProgress = ExchangeProgress()
  ) {
    self.failure = failure
    self.timings = timings
    self.progress = progress
  }

  package var status: ExitStatus { failure?.status ?? .success }
}

/// An output that is kept as a stored secret.
package struct StoredOutput: Sendable, Hashable {
  package var output: String
  package var secret: String
  package var source: String
  /// The origins that may get it.
  package var origins: [String]

  package init(output: String, secret: String, source: String, origins: [String]) {
    self.output = output
    self.secret = secret
    self.source = source
    self.origins = origins
  }
}

/// Reads the events of a run, on the thread that reads the network.
package protocol RunObserver: AnyObject {
  func observe(_ event: RunEvent)
  var wantsProgress: Bool { get }
  var wantsBody: Bool { get }
  /// Takes a piece of the body of the response whose head arrived last, without content coding.
  func observe(_ bytes: Span<UInt8>)
}

extension RunObserver {
  package var wantsProgress: Bool { false }
  package var wantsBody: Bool { false }
  package func observe(_ bytes: Span<UInt8>) {}
}

/// The call of a script that an event or a message is about.
package struct StepPlace: Sendable, Hashable {
  /// The names of the steps that lead to the call, from the script that was run down through each
  /// script that it calls.
  package var path: [String]
  /// The iteration of the loop, counted from 1; nil outside a loop.
  package var iteration: Int?

  package init(path: [String], iteration: Int? = nil) {
    self.path = path
    self.iteration = iteration
  }
}

/// What is known about a step of a script when it begins.
package struct StepStart: Sendable, Hashable {
  /// Its number among the steps of its script, counted from 1; nil for a call that is not a step.
  package var number: Int?
  /// The number of steps of its script; nil for a call that is not a step.
  package var count: Int?
  /// The number of iterations; nil if it has none, or the number is not known yet.
  package var iterations: Int?
  /// The part of the script that makes the call, if it is not a step.
  package var part: ScriptPart?

  package init(
    number: Int? = nil, of count: Int? = nil, iterations: Int? = nil, part: ScriptPart? = nil
  ) {
    self.number = number
    self.count = count
    self.iterations = iterations
    self.part = part
  }
}

/// A part of a script that makes calls after the steps have ended.
package enum ScriptPart: String, Sendable, CaseIterable {
  case onFailure = "on_failure"
  case cleanup, finally
}

/// The state of an iteration of a step.
package enum IterationState: String, Sendable, CaseIterable {
  case begun, done, skipped, failed
}
