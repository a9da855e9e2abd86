/// Where octets are written to: standard output, a buffer in a test.
public protocol ByteSink: AnyObject {
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
  public var showsStyles: Bool { false }

  /// Writes the octets, whatever they are.
  ///
  /// - Parameters:
  ///   - octets: what to write.
  ///   - runs: what is left out.
  /// - Throws: ``DeliveryError/output(_:)`` where the other side does not take them.
  public func write(_ octets: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    try write(octets)
  }

  /// Writes text.
  ///
  /// - Parameter text: what to write, as UTF-8.
  /// - Throws: ``DeliveryError/output(_:)`` where the other side does not take them.
  public func write(_ text: String) throws(DeliveryError) {
    try write(Array(text.utf8).span)
  }
}

/// Keeps what is written, up to a limit.
public final class BufferSink: ByteSink {
  /// What was written.
  public private(set) var octets: [UInt8] = []
  private let limit: Int

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: the most octets to keep; 64 MiB unless it is given.
  public init(limit: Int = 64 << 20) { self.limit = limit }

  /// Keeps octets.
  ///
  /// - Throws: ``DeliveryError/tooLarge(limit:)`` past the limit.
  public func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    guard octets.count <= limit - self.octets.count else { throw .tooLarge(limit: limit) }
    octets.withUnsafeBufferPointer { self.octets.append(contentsOf: $0) }
  }

  /// Hands out what was written, and begins anew.
  ///
  /// - Returns: the octets.
  public func take() -> [UInt8] {
    defer { octets = [] }
    return octets
  }

  /// Does nothing: what is kept need not leave.
  public func flush() {}
}
