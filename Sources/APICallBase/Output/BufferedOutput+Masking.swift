extension BufferedOutput {
  /// Writes the whole buffer to an output and empties it; masks secrets that became known after the
  /// buffer was written, because another call learned them.
  ///
  /// - Parameters:
  ///   - output: receives the content.
  ///   - redactor: knows the secrets; nil to write the content unchanged.
  /// - Throws: as ``drain(to:)``.
  package func drain(
    to output: any ByteSink, masking redactor: Redactor?
  ) throws(DeliveryError) {
    guard let redactor, !redactor.isEmpty else { return try drain(to: output) }
    let sink = MaskingSink(output, redactor)
    try drain(to: sink)
    try sink.finish()
  }
}

/// Masks secrets in text that passes through it, several whole lines at a time.
private final class MaskingSink: ByteSink {
  /// The number of bytes after which the complete lines are written: 1 MiB.
  private static let stretch = 1 << 20

  private let output: any ByteSink
  private let redactor: Redactor
  private var held: [UInt8] = []

  init(_ output: any ByteSink, _ redactor: Redactor) {
    self.output = output
    self.redactor = redactor
  }

  func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    bytes.withUnsafeBufferPointer { held.append(contentsOf: $0) }
    guard held.count >= Self.stretch else { return }
    let end = held.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? held.count
    let rest = Array(held[end...])
    held.removeSubrange(end...)
    try finish()
    held = rest
  }

  func flush() {}

  /// Writes the buffered text.
  func finish() throws(DeliveryError) {
    let text = redactor.protecting(ProtectedText(bytes: held))
    let shown = text.holdsSecret ? Array(text.masked.utf8) : held
    held = []
    try output.write(shown.span)
  }
}
