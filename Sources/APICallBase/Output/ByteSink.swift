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

/// Output that is kept until somebody takes it.
package protocol HeldOutput: ByteSink {
  /// Whether there is nothing.
  var isEmpty: Bool { get }

  /// Hands all of it on, and keeps nothing any more.
  ///
  /// - Parameter output: who gets it.
  /// - Throws: what the output throws, and where what was kept cannot be read.
  func drain(to output: any ByteSink) throws(DeliveryError)
}

extension BufferSink: HeldOutput {
  /// Whether nothing was written.
  package var isEmpty: Bool { octets.isEmpty }

  /// Hands all of it on.
  ///
  /// - Parameter output: who gets it.
  /// - Throws: what the output throws.
  package func drain(to output: any ByteSink) throws(DeliveryError) {
    try copy(to: output)
    _ = take()
  }
}

extension StyledText {
  /// Writes what there is, and begins anew.
  ///
  /// - Parameter output: where to write.
  /// - Throws: what the output throws.
  package mutating func drain(to output: any ByteSink) throws(DeliveryError) {
    try output.write(octets.span, styled: runs)
    removeAll()
  }
}

/// Why an answer could not be brought to its reader.
package enum DeliveryError: Error, Sendable, Hashable {
  /// The body is not what its media type says; the text says where and why.
  case malformed(String)
  /// The value cannot be put into the format; the text says why, the hint what would have room for
  /// it.
  case unsuitable(String, hint: String? = nil)
  /// There is nothing in the answer of what was to be selected; the text says why, the hint what
  /// there is.
  case unselectable(String, hint: String?)
  /// A plugin that had a part in it did not do its work.
  case plugin(PluginFailure)
  /// What has come is not as it is expected; what is wrong with it was noted.
  case unexpected
  /// The octets are not text, and the output is a terminal.
  case notText
  /// What has to be held in memory is longer than the limit, in octets.
  case tooLarge(limit: Int)
  /// Nothing more can be written.
  case output(OutputFailure)

  /// Why nothing can be written.
  package enum OutputFailure: Sendable, Hashable {
    /// The reader has gone: the other end of the pipe is closed.
    case closed
    /// A signal asked the program to end.
    case interrupted
    /// Anything else, in the system's words: `no space left on device`.
    case failed(String)
    /// The same of a file that was named.
    case fileFailed(String, reason: String)
  }
}
