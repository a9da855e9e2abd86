import APICallHTTP
import Synchronization

/// All that a loop needs to know to begin a transfer.
struct TransferOrder {
  var request: Request
  var receiver: any ResponseReceiver
  var trust: TrustStore
  var connection: ConnectionSettings?
  var ticket: Ticket
  /// Called once, on the loop's thread.
  var completion: (TransferEnd) -> Void
}

/// What a transfer came to.
enum TransferEnd {
  /// The receiver has the answer, or as much of it as it wanted.
  case answered
  /// There is no complete answer.
  case failed(RequestError)
  /// The server does not know the expectation to say beforehand whether it wants the body: without
  /// that, the request may go out anew (RFC 9110, section 10.1.1). The receiver heard nothing of it.
  case expectationFailed
}

/// Names something that is waited for on a loop, and tells whether its caller gave up.
///
/// A cancellation may overtake the order it is meant for, hence the flag.
final class Ticket: Sendable {
  private let flag = Atomic(false)

  /// Whether the caller gave up.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Notes that the caller gave up.
  func cancel() { flag.store(true, ordering: .relaxed) }
}
