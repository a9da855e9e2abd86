/// Where octets are written to: standard output, a buffer in a test.
package protocol ByteSink: AnyObject {
  /// Writes octets; they may wait in a buffer until ``flush()``.
  ///
  /// - Parameter octets: what to write; valid only during the call.
  /// - Throws: ``DeliveryError/output(_:)`` where the other side does not take them.
  func write(_ octets: Span<UInt8>) throws(DeliveryError)

  /// Writes octets of which it is known what they are.
  ///
  /// - Parameters:
  ///   - octets: what to write; valid only during the call.
  ///   - runs: their styles, in order; what stands behind the last one is plain.
  /// - Throws: ``DeliveryError/output(_:)`` where the other side does not take them.
  func write(_ octets: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError)

  /// Whether styles are shown; where they are not, a formatter need not work them out.
  var showsStyles: Bool { get }

  /// Sees to it that what was written has left the process.
  ///
  /// - Throws: ``DeliveryError/output(_:)`` where the other side does not take it.
  func flush() throws(DeliveryError)
}

extension ByteSink {
  /// No: most outputs are read by programs.
  package var showsStyles: Bool { false }

  /// Writes the octets, whatever they are.
  ///
  /// - Parameters:
  ///   - octets: what to write.
  ///   - runs: what is left out.
  /// - Throws: ``DeliveryError/output(_:)`` where the other side does not take them.
  package func write(_ octets: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    try write(octets)
  }

  /// Writes text.
  ///
  /// - Parameter text: what to write, as UTF-8.
  /// - Throws: ``DeliveryError/output(_:)`` where the other side does not take them.
  package func write(_ text: String) throws(DeliveryError) {
    try write(Array(text.utf8).span)
  }
}

/// Keeps what is written, up to a limit.
package final class BufferSink: ByteSink {
  /// What was written.
  package private(set) var octets: [UInt8] = []
  /// Its styles, in order; what stands behind the last one is plain.
  package private(set) var runs: [StyledRun] = []
  /// Whether styles are kept.
  package let showsStyles: Bool
  private let limit: Int

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - limit: the most octets to keep; 64 MiB unless it is given.
  ///   - showsStyles: whether styles are kept, for an output that shows them.
  package init(limit: Int = 64 << 20, showsStyles: Bool = false) {
    self.limit = limit
    self.showsStyles = showsStyles
  }

  /// Keeps octets.
  ///
  /// - Throws: ``DeliveryError/tooLarge(limit:)`` past the limit.
  package func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    guard octets.count <= limit - self.octets.count else { throw .tooLarge(limit: limit) }
    octets.withUnsafeBufferPointer { self.octets.append(contentsOf: $0) }
  }

  /// Keeps octets, and their styles if they are wanted.
  ///
  /// - Throws: ``DeliveryError/tooLarge(limit:)`` past the limit.
  package func write(_ octets: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    let start = self.octets.count
    try write(octets)
    guard showsStyles else { return }
    if start > self.runs.last?.end ?? 0 { self.runs.append(StyledRun(.plain, end: start)) }
    self.runs += runs.map { StyledRun($0.style, end: start + min($0.end, octets.count)) }
  }

  /// Hands out what was written, and begins anew.
  ///
  /// - Returns: the octets.
  package func take() -> [UInt8] {
    defer {
      octets = []
      runs = []
    }
    return octets
  }

  /// Writes what is kept to another output.
  ///
  /// - Parameter output: where to write.
  /// - Throws: what the output throws.
  package func copy(to output: any ByteSink) throws(DeliveryError) {
    let octets = octets
    if runs.isEmpty {
      try output.write(octets.span)
    } else {
      try output.write(octets.span, styled: runs)
    }
  }

  /// Does nothing: what is kept need not leave.
  package func flush() {}
}
