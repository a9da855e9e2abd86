package import APICallSafety

extension BufferedOutput {
  /// Writes the whole buffer to an output and empties it; masks secrets that became known after the
  /// buffer was written, because another call learned them.
  package func drain(
    to output: any ByteSink, masking redactor: Redactor?
  ) throws(DeliveryError) {
    guard let redactor, !redactor.isEmpty else { return try drain(to: output) }
    let sink = MaskingSink(output, redactor)
    try drain(to: sink)
    try sink.finish()
  }
}

/// Masks secrets in text that passes through it, a stretch at a time.
///
/// It holds back the end of the text in which a secret may still be incomplete.
private final class MaskingSink: ByteSink {
  /// The number of bytes after which text is written: 1 MiB.
  private static let stretch = 1 << 20

  private let output: any ByteSink
  private let redactor: Redactor
  private let reserve: Int
  private var held: [UInt8] = []

  init(_ output: any ByteSink, _ redactor: Redactor) {
    self.output = output
    self.redactor = redactor
    reserve = redactor.longest
  }

  func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    bytes.withUnsafeBufferPointer { held.append(contentsOf: $0) }
    guard held.count >= Self.stretch + reserve else { return }
    let (text, rest) = redactor.protecting(ProtectedText(bytes: held)).cut(near: usualEnd)
    held = rest
    try write(text)
  }

  /// Where to cut the text, apart from secrets: after a line, or else between two characters.
  private var usualEnd: Int {
    let complete = held.dropLast(reserve)
    if let line = complete.lastIndex(of: UInt8(ascii: "\n")) { return line + 1 }
    // In UTF-8, all bytes of a character after its first one begin with the bits 10.
    let character = complete.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return character > 0 ? character : complete.endIndex
  }

  func flush() {}

  func finish() throws(DeliveryError) {
    let text = redactor.protecting(ProtectedText(bytes: held))
    held = []
    try write(text)
  }

  private func write(_ text: ProtectedText) throws(DeliveryError) {
    // What is not masked stays as it is, even if it is not UTF-8.
    let shown = text.holdsSecret ? Array(text.masked.utf8) : text.revealedBytes
    try output.write(shown.span)
  }
}
