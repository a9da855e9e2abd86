package import APICallText

/// Writes to a terminal: escapes characters that could control it, and rejects bytes that are not
/// text.
package final class TerminalSink: ByteSink {
  private let output: any ByteSink
  /// The beginning of an incomplete character.
  private var pending: [UInt8] = []
  private var isFirst = true
  private var isAtLineStart = true

  package let showsStyles: Bool

  package init(_ output: any ByteSink, showsStyles: Bool = false) {
    self.output = output
    self.showsStyles = showsStyles
  }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    var text = pending
    bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    // The text may end within a character or a line break.
    let complete = text.count - (text.last == 0x0D ? 1 : text.span.countOfIncompleteSuffix)
    pending = Array(text[complete...])
    text.removeSubrange(complete...)
    try show(text)
  }

  package func write(_ bytes: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    guard showsStyles, pending.isEmpty, bytes.count > 0 else { return try write(bytes) }
    // Bytes with styles have already been read as text.
    isFirst = false
    isAtLineStart = bytes[bytes.count - 1] == UInt8(ascii: "\n")
    try output.write(SGR.render(bytes, styled: runs, escapesControls: true).span)
  }

  private func show(_ text: [UInt8]) throws(DeliveryError) {
    guard !text.isEmpty else { return }
    if isFirst {
      isFirst = false
      if text.contains(0) || String(validating: text, as: UTF8.self) == nil { throw .notText }
    }
    isAtLineStart = text.last == UInt8(ascii: "\n")
    try output.write(TerminalText.escaping(String(decoding: text, as: UTF8.self)))
  }

  /// Writes the incomplete character, if any, and ends the line so that a prompt or a message
  /// starts on a new one.
  package func endLine() throws(DeliveryError) {
    let rest = pending
    pending = []
    try show(rest)
    if !isAtLineStart { try output.write("\n") }
    isAtLineStart = true
    try output.flush()
  }

  package func flush() throws(DeliveryError) { try output.flush() }
}

/// Shows styles in colour on an output that is not a terminal: `--color always` into a pager.
package final class ColourSink: ByteSink {
  private let output: any ByteSink

  package init(_ output: any ByteSink) { self.output = output }

  package var showsStyles: Bool { true }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) { try output.write(bytes) }

  package func write(_ bytes: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    try output.write(SGR.render(bytes, styled: runs, escapesControls: false).span)
  }

  package func flush() throws(DeliveryError) { try output.flush() }
}
