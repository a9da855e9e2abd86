import APICallContracts
import APICallHTTP

/// Keeps a response; takes as much of it as requested.
final class KeepingReceiver: ExchangeReceiver {
  var head: ResponseHead?
  var body: [UInt8] = []
  var demand = Demand.more
  let wantsProgress = true
  var progress: ExchangeProgress?
  /// The number of pieces of the body.
  var pieces = 0

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    return demand
  }

  func note(_ progress: ExchangeProgress) { self.progress = progress }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    pieces += 1
    bytes.withUnsafeBufferPointer { body.append(contentsOf: $0) }
    return .more
  }
}
