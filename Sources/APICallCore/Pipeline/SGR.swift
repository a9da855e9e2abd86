/// The look of styles on a terminal: the one place that knows escape sequences (ECMA-48, section
/// 8.3.117, "select graphic rendition").
enum SGR {
  /// What switches a style on; nil for plain text.
  static func sequence(for style: TextStyle) -> StaticString? {
    switch style {
    case .plain: nil
    case .key: "\u{1B}[1;34m"
    case .string: "\u{1B}[32m"
    case .number: "\u{1B}[36m"
    case .boolean: "\u{1B}[33m"
    case .null: "\u{1B}[35m"
    case .note: "\u{1B}[2m"
    }
  }

  private static let reset: StaticString = "\u{1B}[0m"

  /// Puts the escape sequences of styles into a text.
  ///
  /// - Parameters:
  ///   - octets: the text.
  ///   - runs: its styles.
  ///   - escapesControls: whether what could steer a terminal is shown as an escape.
  /// - Returns: what to write.
  static func render(
    _ octets: Span<UInt8>, styled runs: [StyledRun], escapesControls: Bool
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(octets.count + 12 * runs.count)
    var start = 0
    for run in runs {
      let end = min(max(run.end, start), octets.count)
      guard start < end else { continue }
      let piece = octets.extracting(start..<end)
      let sequence = sequence(for: run.style)
      if let sequence { append(sequence, to: &result) }
      append(piece, escaped: escapesControls, to: &result)
      if sequence != nil { append(reset, to: &result) }
      start = end
    }
    append(octets.extracting(start...), escaped: escapesControls, to: &result)
    return result
  }

  private static func append(_ text: StaticString, to result: inout [UInt8]) {
    text.withUTF8Buffer { result.append(contentsOf: $0) }
  }

  private static func append(_ piece: Span<UInt8>, escaped: Bool, to result: inout [UInt8]) {
    piece.withUnsafeBufferPointer { piece in
      // Nearly all there is needs no escape; the rest is told apart by its characters.
      let isHarmless = piece.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
      if !escaped || isHarmless {
        result.append(contentsOf: piece)
      } else {
        result += TerminalText.escaping(String(decoding: piece, as: UTF8.self)).utf8
      }
    }
  }
}
