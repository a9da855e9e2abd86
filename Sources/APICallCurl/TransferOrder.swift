import APICallCore
import Synchronization

/// All that a loop needs to know to begin a transfer.
struct TransferOrder {
  var request: Request
  var receiver: any ResponseReceiver
  var trust: TrustStore
  var connection: ConnectionSettings?
  var ticket: Ticket
  /// Called once, on the loop's thread, with what went wrong, if anything did.
  var completion: (RequestError?) -> Void
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
