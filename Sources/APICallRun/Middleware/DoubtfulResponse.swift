import APICallContracts
import APICallHTTP
import APICallText

/// Holds a response until its body shows whether it is a cause for a retry.
///
/// A response that cannot be one is passed on as it arrives, and so is one that is longer than what
/// is held of any body.
final class DoubtfulResponse: PassingReceiver {
  let receiver: any ExchangeReceiver
  private let isDoubtful: (ResponseHead) -> Bool
  /// The response so far; nil if it is passed on.
  private var held: ReceivedResponse?
  private(set) var hasDelivered = false

  init(before receiver: any ExchangeReceiver, if isDoubtful: @escaping (ResponseHead) -> Bool) {
    self.receiver = receiver
    self.isDoubtful = isDoubtful
  }

  /// Takes the response that is held; nil if it was passed on.
  func take() -> ReceivedResponse? {
    defer { held = nil }
    return held
  }

  /// Passes a response on that was held.
  @discardableResult
  func deliver(_ response: ReceivedResponse) -> Demand {
    hasDelivered = true
    var demand = receiver.receive(response.head)
    if demand == .more, !response.body.isEmpty { demand = receiver.receive(response.body.span) }
    if !response.trailers.isEmpty { receiver.note(trailers: response.trailers) }
    return demand
  }

  func receive(_ head: ResponseHead) -> Demand {
    if isDoubtful(head) {
      held = ReceivedResponse(head: head, body: [])
      return .more
    }
    hasDelivered = true
    return receiver.receive(head)
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    guard let count = held?.body.count else { return receiver.receive(bytes) }
    bytes.withUnsafeBufferPointer { held?.body.append(contentsOf: $0) }
    guard count + bytes.count > BufferedBytes.limit, let whole = take() else { return .more }
    return deliver(whole)
  }

  func pause() -> Demand { held == nil ? receiver.pause() : .more }

  var silence: Silence { held == nil ? receiver.silence : .limited }

  func note(trailers fields: [ResponseHead.Field]) {
    if held == nil { receiver.note(trailers: fields) } else { held?.trailers = fields }
  }
}
