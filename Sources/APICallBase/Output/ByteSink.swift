package import APICallText

/// A destination for bytes: standard output, or a buffer in a test.
package protocol ByteSink: AnyObject {
  /// Writes bytes, which may stay in a buffer until ``flush()``.
  func write(_ bytes: Span<UInt8>) throws(DeliveryError)

  func write(_ bytes: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError)

  /// Whether styles are shown; if not, a formatter need not compute them.
  var showsStyles: Bool { get }

  /// Whether its reader is behind: what is written is kept, but no more should be until the reader
  /// has caught up.
  var isFull: Bool { get }

  /// Writes out everything that is still in a buffer of the process.
  func flush() throws(DeliveryError)
}

extension ByteSink {
  /// False by default: a write to a file or a pipe waits until there is room.
  package var isFull: Bool { false }

  /// False by default: most outputs are read by programs.
  package var showsStyles: Bool { false }

  /// Writes the bytes without their styles.
  package func write(_ bytes: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    try write(bytes)
  }

  package func write(_ text: String) throws(DeliveryError) {
    try write(Array(text.utf8).span)
  }
}

/// Drops everything.
package final class DroppingSink: ByteSink {
  package init() {}

  package func write(_ bytes: Span<UInt8>) {}
  package func flush() {}
}

/// A buffer in memory, with a size limit.
package final class BufferSink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  /// Their styles, in order; the bytes after the last run are plain.
  package private(set) var runs: [StyledRun] = []
  package let showsStyles: Bool
  private let limit: Int

  package init(limit: Int = 64 << 20, showsStyles: Bool = false) {
    self.limit = limit
    self.showsStyles = showsStyles
  }

  /// Throws ``DeliveryError/tooLarge(limit:)`` above the limit.
  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard bytes.count <= limit - self.bytes.count else { throw .tooLarge(limit: limit) }
    bytes.withUnsafeBufferPointer { self.bytes.append(contentsOf: $0) }
  }

  /// Appends bytes, and their styles if `showsStyles` is set.
  package func write(_ bytes: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    let start = self.bytes.count
    try write(bytes)
    guard showsStyles else { return }
    if start > self.runs.last?.end ?? 0 { self.runs.append(StyledRun(.plain, end: start)) }
    self.runs += runs.map { StyledRun($0.style, end: start + min($0.end, bytes.count)) }
  }

  /// Returns the bytes written so far and empties the buffer.
  package func take() -> [UInt8] {
    defer {
      bytes = []
      runs = []
    }
    return bytes
  }

  package func copy(to output: any ByteSink) throws(DeliveryError) {
    let bytes = bytes
    if runs.isEmpty {
      try output.write(bytes.span)
    } else {
      try output.write(bytes.span, styled: runs)
    }
  }

  /// Has no effect: the buffer is the destination.
  package func flush() {}
}

/// A buffered output, whose contents can be moved to another one.
package protocol BufferedOutput: ByteSink {
  var isEmpty: Bool { get }

  /// Moves the contents to another output.
  func drain(to output: any ByteSink) throws(DeliveryError)
}

extension BufferSink: BufferedOutput {
  package var isEmpty: Bool { bytes.isEmpty }

  package func drain(to output: any ByteSink) throws(DeliveryError) {
    try copy(to: output)
    _ = take()
  }
}

extension StyledText {
  /// Writes the text to an output and empties it.
  package mutating func drain(to output: any ByteSink) throws(DeliveryError) {
    try output.write(bytes.span, styled: runs)
    removeAll()
  }
}

/// Why a response could not be delivered.
package enum DeliveryError: Error, Sendable, Hashable {
  /// The body does not match its media type; the text is the place and the reason, and the hint
  /// suggests another way to read it.
  case malformed(String, hint: String? = nil)
  /// The body is not of the kind that is read.
  case otherKind(OtherKind)
  /// The first row of a table does not have exactly one column with this name, which is used.
  case unusableColumn(String, reason: String, hint: String? = nil)
  /// The format cannot represent the value; the text is the reason, and the hint suggests a format
  /// that can.
  case unsuitable(String, hint: String? = nil)
  /// The response does not contain the selected part; the text is the reason, and the hint lists
  /// what it contains.
  case unselectable(String, hint: String?)
  case plugin(PluginProblem)
  /// The response is not as expected; the mismatches are recorded elsewhere.
  case unexpected
  /// The bytes are not text, but the output is a terminal.
  case notText
  /// The data to hold in memory is longer than the limit, in bytes.
  case tooLarge(limit: Int)
  case output(OutputFailure)
  /// The value to print cannot be made.
  case unmade(UnmadeValue)

  /// Why an output failed.
  package enum OutputFailure: Sendable, Hashable {
    /// The reader has closed the other end of the pipe.
    case closed
    case interrupted
    /// Any other reason, as the system reports it: `no space left on device`.
    case failed(String)
    /// Any other reason, for a named file.
    case fileFailed(String, reason: String)
  }
}

/// Why a value that is printed cannot be made.
package final class UnmadeValue: Sendable, Hashable {
  package let failure: Failure

  package init(_ failure: Failure) { self.failure = failure }

  package static func == (left: UnmadeValue, right: UnmadeValue) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
