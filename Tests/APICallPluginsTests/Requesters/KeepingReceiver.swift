import APICallCore

/// Keeps an answer; takes as much of it as it is told.
final class KeepingReceiver: ResponseReceiver {
  var head: ResponseHead?
  var body: [UInt8] = []
  var demand = Demand.more

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    return demand
  }

  func receive(_ octets: Span<UInt8>) -> Demand {
    octets.withUnsafeBufferPointer { body.append(contentsOf: $0) }
    return .more
  }
}
