import APICallBase
import APICallContracts
import APICallModel
import JSONText

/// Passes on the values of a stream up to and including the last wanted one.
final class StreamStop: ValueReceiver {
  private let condition: StopCondition
  private let values: any ValueReceiver
  private let held: BufferSink
  private var isHeld = false
  private var isStream = false
  /// Whether the last value has arrived; nothing is passed on afterwards.
  private(set) var isReached = false

  init(_ condition: StopCondition, to values: any ValueReceiver, limit: Int) {
    self.condition = condition
    self.values = values
    held = BufferSink(limit: limit)
  }

  /// Checks that the last wanted value has arrived, if that is expected.
  ///
  /// Throws ``DeliveryError/unmade(_:)`` with exit status 9.
  func finish() throws(DeliveryError) {
    if !isReached, let failure = condition.failure { throw .unmade(UnmadeValue(failure)) }
  }

  func beginStream() throws(DeliveryError) {
    isStream = true
    try values.beginStream()
  }

  func begin(_ kind: ValueKind) throws(DeliveryError) {
    guard !isReached else { return }
    isHeld = isStream && kind == .json
    try values.begin(kind)
  }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard !isReached else { return }
    if isHeld { try held.write(bytes) }
    try values.receive(bytes)
  }

  func end() throws(DeliveryError) {
    guard !isReached else { return }
    try values.end()
    if isHeld { isReached = condition.holds(for: try JSONNode(delivered: held.take())) }
  }
}

extension StopCondition {
  /// The failure of a response without a last value; nil if that is not expected.
  var failure: Failure? {
    requirement.map {
      Failure(
        .expectation, "the response ended before a value matched 'stop'", at: $0,
        hint: "the values so far may not be all of them")
    }
  }
}
