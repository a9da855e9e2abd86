import APICallText
import JSONText

/// The rows of a file with one JSON value per line; lines of white space are skipped.
struct LineRows: RowParser {
  private var line = 1
  /// The beginning of a line that is not complete.
  private var pending: [UInt8] = []

  mutating func push(
    _ bytes: Span<UInt8>, into rows: inout FoundRows
  ) throws(RowFault) -> Int {
    var start = 0
    while let end = bytes.indexOfLineFeed(from: start) {
      try take(bytes.extracting(start..<end))
      endLine(into: &rows)
      start = end + 1
    }
    try take(bytes.extracting(start...))
    return bytes.count
  }

  mutating func finish(into rows: inout FoundRows) { endLine(into: &rows) }

  private mutating func take(_ bytes: Span<UInt8>) throws(RowFault) {
    guard pending.count + bytes.count <= RowFault.longest else {
      throw .tooLong("the line", line: line)
    }
    bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
  }

  private mutating func endLine(into rows: inout FoundRows) {
    if pending.contains(where: { ![0x09, 0x0D, 0x20].contains($0) }) {
      rows.bytes += pending
      rows.end(line: line)
    }
    line += 1
    pending.removeAll(keepingCapacity: pending.count <= 64 << 10)
  }
}
