/// What happens while a call is made: the one stream that `-v`, progress and reports read.
package enum RunEvent: Sendable {
  /// The request of a call is about to be sent.
  case sending(Call)
  /// Octets have moved; told now and then.
  case moved(TransferProgress)
  /// The head of an answer came.
  case answered(ResponseHead)
  /// The call is over, however it ended.
  case ended(RunOutcome)
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
