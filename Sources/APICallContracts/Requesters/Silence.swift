/// What a silence in the body of a response means.
package enum Silence: Sendable, Hashable {
  /// The server is gone: the time limit on silence applies.
  case limited
  /// Nothing: silences of any length are part of the response.
  case allowed
  /// The response is whole if nothing arrives for this time.
  case ending(after: Duration)
}

/// What a silence means at the place that a body has reached: part of a line is not a value.
package struct BodySilence: Sendable {
  private let silence: Silence
  /// Whether its values are lines.
  private let isText: Bool
  private var isWithinLine = false

  package init(_ silence: Silence = .limited, ofText isText: Bool = true) {
    self.silence = silence
    self.isText = isText
  }

  package mutating func note(_ bytes: Span<UInt8>) {
    if isText, !bytes.isEmpty { isWithinLine = bytes[bytes.count - 1] != UInt8(ascii: "\n") }
  }

  package var now: Silence {
    if case .ending = silence, isWithinLine { .limited } else { silence }
  }
}
