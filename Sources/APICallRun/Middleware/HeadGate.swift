package import APICallContracts
package import APICallHTTP
package import APICallText

/// Passes a response on if its header is wanted, and withholds any other.
///
/// Some of a withheld response is still read, so that the connection can be used again.
package final class HeadGate: PassingReceiver {
  /// The number of bytes of an unwanted body that are read, which costs less than a new connection.
  private static let drainedBytes = 64 << 10
  /// The maximum number of pauses while waiting for the rest of such a body.
  private static let mostPauses = 8

  /// The header that was withheld; nil if there was none, or it was passed on.
  package private(set) var refused: ResponseHead?
  package private(set) var hasPassed = false

  package let receiver: any ExchangeReceiver
  private let isWanted: (ResponseHead) -> Bool
  private var bytesLeft = drainedBytes
  private var pausesLeft = mostPauses
  package private(set) var timings = ExchangeTimings()

  package init(
    before receiver: any ExchangeReceiver, isWanted: @escaping (ResponseHead) -> Bool
  ) {
    self.receiver = receiver
    self.isWanted = isWanted
  }

  package func receive(_ head: ResponseHead) -> Demand {
    hasPassed = isWanted(head)
    if hasPassed { return receiver.receive(head) }
    refused = head
    return .more
  }

  package func receive(_ bytes: Span<UInt8>) -> Demand {
    if hasPassed { return receiver.receive(bytes) }
    bytesLeft -= bytes.count
    return bytesLeft > 0 ? .more : .stop
  }

  package func pause() -> Demand {
    if hasPassed { return receiver.pause() }
    pausesLeft -= 1
    return pausesLeft > 0 ? .more : .stop
  }

  package var silence: Silence { hasPassed ? receiver.silence : .limited }

  package func note(trailers fields: [ResponseHead.Field]) {
    if hasPassed { receiver.note(trailers: fields) }
  }

  package func note(_ timings: ExchangeTimings) {
    self.timings = timings
    receiver.note(timings)
  }
}
