import APICallBase
import APICallResponses

/// The calls of a script that failed, one of which may be why the script failed.
final class FailureCauses {
  typealias Cause = (watch: CallWatch, status: ExitStatus, response: Response?)

  private var last: Cause?
  /// Whether the script has failed: the calls that follow are not why.
  private var isClosed = false

  func add(_ cause: Cause) {
    // The calls that are cancelled because another one failed end after that one.
    guard !isClosed, last == nil || cause.status != .interrupted else { return }
    last = cause
  }

  /// Drops the last failure: the script goes on, and has reported it as a warning.
  func forgive() {
    if !isClosed { last = nil }
  }

  func close() { isClosed = true }

  /// The call because of which the script failed; nil if no call failed in that way.
  func cause(of failure: Failure) -> Cause? {
    last?.status == failure.status ? last : nil
  }
}

/// Keeps the beginning of the body of a call of a script, and notes how the call ends.
final class CallEnd: RunObserver {
  private static let limit = 1 << 20

  private let watch: CallWatch
  private let causes: FailureCauses
  private let id: CallID
  private let hub: EventHub
  private var body: [UInt8] = []

  init(_ watch: CallWatch, _ causes: FailureCauses, as id: CallID, postingTo hub: EventHub) {
    self.watch = watch
    self.causes = causes
    self.id = id
    self.hub = hub
  }

  var wantsBody: Bool { true }

  func observe(_ bytes: Span<UInt8>) {
    bytes.extracting(first: Self.limit - body.count).withUnsafeBufferPointer {
      body.append(contentsOf: $0)
    }
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .answered: body = []
    case .finished(let end):
      guard let failure = end.failure else {
        if let head = watch.head { hub.post(.ended(id, .success(HTTPResponse(head).status))) }
        return
      }
      let response = watch.response(with: body)
      causes.add((watch, failure.status, response))
      let error = RequestError(failure, response, cause: watch.cause)
      hub.post(.ended(id, .failure(error)))
    default: break
    }
  }
}
