package import APICallContracts
package import APICallHTTP
package import APICallText

/// A receiver that passes on to another one what it does not take itself.
package protocol PassingReceiver: ExchangeReceiver {
  var receiver: any ExchangeReceiver { get }
}

extension PassingReceiver {
  package func pause() -> Demand { receiver.pause() }
  package var silence: Silence { receiver.silence }
  package var isFull: Bool { receiver.isFull }
  package var wantsProgress: Bool { receiver.wantsProgress }
  package func note(_ peer: Peer) { receiver.note(peer) }
  package func note(interim head: ResponseHead) { receiver.note(interim: head) }
  package func note(trailers fields: [ResponseHead.Field]) { receiver.note(trailers: fields) }
  package func note(_ progress: ExchangeProgress) { receiver.note(progress) }
  package func note(_ timings: ExchangeTimings) { receiver.note(timings) }
  package func note(page head: ResponseHead) { receiver.note(page: head) }
  package func note(further exchange: FurtherExchange) { receiver.note(further: exchange) }
  package func note(unexpectedPage bytes: Span<UInt8>) { receiver.note(unexpectedPage: bytes) }
}
