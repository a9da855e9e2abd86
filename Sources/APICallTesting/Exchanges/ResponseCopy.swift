import APICallContracts
import APICallHTTP
import APICallRun
import APICallText

/// Passes a response on, and keeps a copy.
final class ResponseCopy: PassingReceiver {
  private(set) var head: ResponseHead?
  private(set) var trailers: [ResponseHead.Field] = []
  /// Where the time went; nil if the requester has not said.
  private(set) var timings: ExchangeTimings?
  private(set) var size = 0
  private var bytes: [UInt8] = []
  private var isTooLong = false
  let receiver: any ExchangeReceiver

  init(before receiver: any ExchangeReceiver) { self.receiver = receiver }

  var body: TappedExchange.Body { isTooLong ? .tooLong : .bytes(bytes) }

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    return receiver.receive(head)
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    size += bytes.count
    if self.bytes.count + bytes.count > TappedExchange.mostBytes {
      isTooLong = true
      self.bytes = []
    } else if !isTooLong {
      bytes.withUnsafeBufferPointer { self.bytes.append(contentsOf: $0) }
    }
    return receiver.receive(bytes)
  }

  func note(trailers fields: [ResponseHead.Field]) {
    trailers = fields
    receiver.note(trailers: fields)
  }
  func note(_ timings: ExchangeTimings) {
    self.timings = timings
    receiver.note(timings)
  }
}
