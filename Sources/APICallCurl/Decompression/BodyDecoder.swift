/// Decodes the content codings of a body while it arrives, in constant memory.
///
/// Decoding stops whenever the consumer has no room, and goes on later. The decoded bytes of each
/// coding count towards one ``ExpansionLimit``: a coding within another one can produce nothing out
/// of very much.
package final class BodyDecoder {
  /// Takes decoded bytes, which are valid only during the call.
  ///
  /// Returns whether there is room for more.
  package typealias Consumer = (UnsafeRawBufferPointer) -> Bool

  private static let pieceSize = 64 << 10

  /// One coding, with its place in the data of the coding around it.
  private struct Stage {
    let coding: ContentCoding
    let decoder: any StreamDecoder
    let output: UnsafeMutableRawBufferPointer
    var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Whether the decoder filled the output, and may have more.
    var hasMore = false
  }

  /// The outermost coding, which was applied last, comes first.
  private var stages: [Stage] = []
  private var expansion = ExpansionLimit()
  private var received = 0
  /// The received bytes that are not decoded yet.
  private var rest: [UInt8] = []

  package init(_ codings: [ContentCoding]) throws(DecompressionProblem) {
    for coding in codings.reversed() {
      stages.append(
        Stage(
          coding: coding, decoder: try coding.makeDecoder(),
          output: .allocate(byteCount: Self.pieceSize, alignment: 16)))
    }
  }

  deinit {
    for stage in stages { stage.output.deallocate() }
  }

  /// Whether received bytes wait for room.
  package private(set) var isHeld = false

  package func decode(
    _ bytes: UnsafeRawBufferPointer, to consumer: Consumer
  ) throws(DecompressionProblem) {
    received += bytes.count
    if isHeld {
      rest += bytes
      return
    }
    stages[0].input = bytes
    try handOn(to: consumer)
  }

  package func goOn(to consumer: Consumer) throws(DecompressionProblem) {
    guard isHeld else { return }
    let bytes = rest
    rest = []
    isHeld = false
    try bytes.withUnsafeBufferPointer { bytes throws(DecompressionProblem) in
      stages[0].input = UnsafeRawBufferPointer(bytes)
      try handOn(to: consumer)
    }
  }

  /// Throws ``DecompressionProblem/cut(_:)`` if a coding has not reached its end.
  package func end(mayBeEmpty: Bool) throws(DecompressionProblem) {
    for stage in stages {
      switch stage.decoder.place {
      case .end: continue
      case .start where mayBeEmpty && received == 0: continue
      case .start, .middle: throw .cut(stage.coding)
      }
    }
  }

  private func handOn(to consumer: Consumer) throws(DecompressionProblem) {
    while let piece = try next(from: stages.count - 1) {
      guard consumer(piece) else {
        isHeld = true
        rest = Array(stages[0].input)
        break
      }
    }
    // What it points to is valid only now.
    stages[0].input = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Returns the next decoded bytes of a stage; nil if it needs more of the body.
  private func next(from index: Int) throws(DecompressionProblem) -> UnsafeRawBufferPointer? {
    while true {
      if stages[index].input.isEmpty, !stages[index].hasMore {
        guard index > 0, let input = try next(from: index - 1) else { return nil }
        stages[index].input = input
      }
      let output = stages[index].output
      let count = try stages[index].decoder.decode(&stages[index].input, into: output)
      stages[index].hasMore = count == output.count && stages[index].decoder.place != .end
      try expansion.count(count, of: received)
      if count > 0 { return UnsafeRawBufferPointer(rebasing: output[..<count]) }
    }
  }
}
