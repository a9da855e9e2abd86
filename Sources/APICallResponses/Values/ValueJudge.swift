import APICallBase
import APICallContracts
import JSONText

/// Passes on each value of a stream after it has arrived completely and is as expected.
final class ValueJudge: ValueReceiver {
  private let judge: ResponseJudge
  private let values: any ValueReceiver
  private let held: BufferSink
  private var kind: ValueKind?
  private var count = 0

  init(_ judge: ResponseJudge, before values: any ValueReceiver, limit: Int) {
    self.judge = judge
    self.values = values
    held = BufferSink(limit: limit)
  }

  func beginStream() throws(DeliveryError) { try values.beginStream() }

  func begin(_ kind: ValueKind) { self.kind = kind }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) { try held.write(bytes) }

  func end() throws(DeliveryError) {
    guard let kind else { return }
    let bytes = held.take()
    count += 1
    if kind == .json {
      guard judge.accepts(try JSONNode(delivered: bytes), number: count) else { throw .unexpected }
    }
    try values.begin(kind)
    try values.receive(bytes.span)
    try values.end()
  }
}
