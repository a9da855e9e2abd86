import APICallBase
import APICallHTTP
import JSONText

/// Passes the values of a stream on, each when it has come whole and is as it is expected.
final class ValueJudge: ValueReceiver {
  private let judge: AnswerJudge
  private let values: any ValueReceiver
  private let held: BufferSink
  private var kind: ValueKind?

  /// Creates a judge.
  ///
  /// - Parameters:
  ///   - judge: what judges values.
  ///   - values: who gets those that are good.
  ///   - limit: the most bytes of a value.
  init(_ judge: AnswerJudge, before values: any ValueReceiver, limit: Int) {
    self.judge = judge
    self.values = values
    held = BufferSink(limit: limit)
  }

  func beginStream() throws(DeliveryError) { try values.beginStream() }

  func begin(_ kind: ValueKind) { self.kind = kind }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) { try held.write(octets) }

  func end() throws(DeliveryError) {
    guard let kind else { return }
    let octets = held.take()
    if kind == .json {
      guard judge.accepts(try JSONValue(delivered: octets)) else { throw .unexpected }
    }
    try values.begin(kind)
    try values.receive(octets.span)
    try values.end()
  }
}
