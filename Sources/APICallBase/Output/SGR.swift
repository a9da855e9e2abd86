package import APICallText

/// The escape sequences of styles (ECMA-48, section 8.3.117, "select graphic rendition").
///
/// No other code knows them.
package enum SGR {
  /// The sequence that switches a style on; nil for plain text.
  static func sequence(for style: TextStyle) -> StaticString? {
    switch style {
    case .plain: nil
    case .key: "\u{1B}[1;34m"
    case .string: "\u{1B}[32m"
    case .number: "\u{1B}[36m"
    case .boolean: "\u{1B}[33m"
    case .null: "\u{1B}[35m"
    case .note: "\u{1B}[2m"
    case .error: "\u{1B}[1;31m"
    case .hint: "\u{1B}[1;32m"
    }
  }

  private static let reset: StaticString = "\u{1B}[0m"

  /// Adds the escape sequences of styles to a text.
  package static func render(
    _ bytes: Span<UInt8>, styled runs: [StyledRun], escapesControls: Bool
  ) -> [UInt8] {
    if !escapesControls || isHarmless(bytes) { return renderAsTheyAre(bytes, styled: runs) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 12 * runs.count)
    var start = 0
    for run in runs {
      let end = min(max(run.end, start), bytes.count)
      guard start < end else { continue }
      let piece = bytes.extracting(start..<end)
      let sequence = sequence(for: run.style)
      if let sequence { append(sequence, to: &result) }
      append(escaped: piece, to: &result)
      if sequence != nil { append(reset, to: &result) }
      start = end
    }
    append(escaped: bytes.extracting(start...), to: &result)
    return result
  }

  /// Adds the sequences without escaping.
  ///
  /// Most tokens are short, so a call for each would cost more than a copy.
  private static func renderAsTheyAre(
    _ bytes: Span<UInt8>, styled runs: [StyledRun]
  ) -> [UInt8] {
    let marks = TextStyle.allCases.map { StyleMark(sequence(for: $0)) }
    let reset = StyleMark(reset)
    // A mark is written as a whole word; what follows overwrites the rest of it.
    let capacity = bytes.count + 2 * StyleMark.size * (runs.count + 1)
    return bytes.withUnsafeBytes { bytes in
      Array(unsafeUninitializedCapacity: capacity) { buffer, count in
        let target = UnsafeMutableRawBufferPointer(buffer)
        var start = 0
        for run in runs {
          let end = min(max(run.end, start), bytes.count)
          guard start < end else { continue }
          let mark = marks[Int(run.style.rawValue)]
          count = mark.write(to: target, at: count)
          count = copy(bytes, start..<end, to: target, at: count)
          if mark.count > 0 { count = reset.write(to: target, at: count) }
          start = end
        }
        count = copy(bytes, start..<bytes.count, to: target, at: count)
      }
    }
  }

  @inline(__always)
  private static func copy(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>,
    to target: UnsafeMutableRawBufferPointer, at place: Int
  ) -> Int {
    if range.count <= 16, bytes.count - range.lowerBound >= 16 {
      // Two whole words: as many bytes are still to come, so there is room for them.
      for word in stride(from: 0, to: 16, by: 8) {
        target.storeBytes(
          of: bytes.loadUnaligned(fromByteOffset: range.lowerBound + word, as: UInt64.self),
          toByteOffset: place + word, as: UInt64.self)
      }
    } else {
      UnsafeMutableRawBufferPointer(rebasing: target[place...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    return place + range.count
  }

  private static func append(_ text: StaticString, to result: inout [UInt8]) {
    text.withUTF8Buffer { result.append(contentsOf: $0) }
  }

  private static func append(escaped piece: Span<UInt8>, to result: inout [UInt8]) {
    piece.withUnsafeBufferPointer { bytes in
      if isHarmless(piece) {
        result.append(contentsOf: bytes)
      } else {
        result += TerminalText.escaping(String(decoding: bytes, as: UTF8.self)).utf8
      }
    }
  }

  /// Whether bytes are ASCII without control characters except tab and line feed, as nearly all
  /// are.
  private static func isHarmless(_ bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
    }
  }
}

/// An escape sequence, copied as one word because it is shorter than a word.
private struct StyleMark {
  static let size = MemoryLayout<UInt64>.size

  let count: Int
  private var word: UInt64 = 0

  init(_ sequence: StaticString?) {
    count = min(sequence?.utf8CodeUnitCount ?? 0, Self.size)
    guard let sequence else { return }
    sequence.withUTF8Buffer { bytes in
      for byte in bytes.prefix(Self.size).reversed() { word = word << 8 | UInt64(byte) }
    }
  }

  /// Writes the sequence as a whole word, up to eight bytes of which do not count.
  ///
  /// Returns the index after the sequence.
  @inline(__always)
  func write(to target: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
    target.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
    return place + count
  }
}
