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
    if !escapesControls || isHarmless(octets) { return renderAsTheyAre(octets, styled: runs) }
    var result: [UInt8] = []
    result.reserveCapacity(octets.count + 12 * runs.count)
    var start = 0
    for run in runs {
      let end = min(max(run.end, start), octets.count)
      guard start < end else { continue }
      let piece = octets.extracting(start..<end)
      let sequence = sequence(for: run.style)
      if let sequence { append(sequence, to: &result) }
      append(escaped: piece, to: &result)
      if sequence != nil { append(reset, to: &result) }
      start = end
    }
    append(escaped: octets.extracting(start...), to: &result)
    return result
  }

  /// Puts the sequences in between; most tokens are short, so that calls would cost more than copies.
  private static func renderAsTheyAre(
    _ octets: Span<UInt8>, styled runs: [StyledRun]
  ) -> [UInt8] {
    let longest = TextStyle.allCases.compactMap { sequence(for: $0)?.utf8CodeUnitCount }.max() ?? 0
    let capacity = octets.count + (longest + reset.utf8CodeUnitCount) * runs.count
    return octets.withUnsafeBufferPointer { octets in
      Array(unsafeUninitializedCapacity: capacity) { buffer, count in
        var start = 0
        func append(_ piece: UnsafeBufferPointer<UInt8>) {
          let place = UnsafeMutableBufferPointer(rebasing: buffer[count..<count + piece.count])
          count += place.update(fromContentsOf: piece)
        }
        for run in runs {
          let end = min(max(run.end, start), octets.count)
          guard start < end else { continue }
          let piece = UnsafeBufferPointer(rebasing: octets[start..<end])
          if let sequence = sequence(for: run.style) {
            sequence.withUTF8Buffer(append)
            append(piece)
            reset.withUTF8Buffer(append)
          } else {
            append(piece)
          }
          start = end
        }
        append(UnsafeBufferPointer(rebasing: octets[start...]))
      }
    }
  }

  private static func append(_ text: StaticString, to result: inout [UInt8]) {
    text.withUTF8Buffer { result.append(contentsOf: $0) }
  }

  private static func append(escaped piece: Span<UInt8>, to result: inout [UInt8]) {
    piece.withUnsafeBufferPointer { octets in
      if isHarmless(piece) {
        result.append(contentsOf: octets)
      } else {
        result += TerminalText.escaping(String(decoding: octets, as: UTF8.self)).utf8
      }
    }
  }

  /// Whether octets are ASCII without control characters but tab and line feed: nearly all are.
  private static func isHarmless(_ octets: Span<UInt8>) -> Bool {
    octets.withUnsafeBufferPointer { octets in
      octets.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
    }
  }
}
