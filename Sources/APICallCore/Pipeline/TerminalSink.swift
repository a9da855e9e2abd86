/// Writes to a terminal: escapes what could steer it, and refuses what is no text.
final class TerminalSink: ByteSink {
  private let output: any ByteSink
  /// The beginning of a character whose other octets have not come yet.
  private var pending: [UInt8] = []
  private var isFirst = true
  private var isAtLineStart = true

  let showsStyles: Bool

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - output: the terminal.
  ///   - showsStyles: whether styles are shown in colour.
  init(_ output: any ByteSink, showsStyles: Bool = false) {
    self.output = output
    self.showsStyles = showsStyles
  }

  func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    var text = pending
    octets.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    let complete = text.count - Self.incompleteSuffix(of: text)
    pending = Array(text[complete...])
    text.removeSubrange(complete...)
    try show(text)
  }

  func write(_ octets: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    guard showsStyles, pending.isEmpty, octets.count > 0 else { return try write(octets) }
    // Whoever knows what the octets are has read them as text.
    isFirst = false
    isAtLineStart = octets[octets.count - 1] == UInt8(ascii: "\n")
    try output.write(SGR.render(octets, styled: runs, escapesControls: true).span)
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

  /// Shows the beginning of a character that never ended, and ends the line, so that a prompt or a
  /// message does not stand behind it.
  func endLine() throws(DeliveryError) {
    let rest = pending
    pending = []
    try show(rest)
    if !isAtLineStart { try output.write("\n") }
    isAtLineStart = true
    try output.flush()
  }

  func flush() throws(DeliveryError) { try output.flush() }

  /// The number of octets at the end that begin a character, or a line break, and do not finish it.
  private static func incompleteSuffix(of text: [UInt8]) -> Int {
    if text.last == UInt8(ascii: "\r") { return 1 }
    for length in 1...3 where length <= text.count {
      let octet = text[text.count - length]
      if octet & 0b1100_0000 == 0b1000_0000 { continue }
      let needed =
        switch octet {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF7: 4
        default: 1
        }
      return needed > length ? length : 0
    }
    return 0
  }
}
