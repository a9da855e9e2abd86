import APICallText
import JSONText

/// The rows of a JSON text that is one list.
struct ElementRows: RowParser {
  private var itemizer = JSONItemizer()
  private var isList = false
  private var line = 1
  /// The beginning of an element that is not complete.
  private var pending: [UInt8] = []

  mutating func push(
    _ bytes: Span<UInt8>, into rows: inout FoundRows
  ) throws(RowFault) -> Int {
    try findList(in: bytes)
    do {
      try itemizer.push(bytes, into: &pending)
    } catch {
      try take(into: &rows)
      throw fault(error)
    }
    try take(into: &rows)
    guard pending.count <= RowFault.longest else {
      throw .tooLong("an element", line: line)
    }
    count(bytes)
    return bytes.count
  }

  mutating func finish(into rows: inout FoundRows) throws(RowFault) {
    do {
      try itemizer.finish(into: &pending)
    } catch {
      throw fault(error)
    }
    try take(into: &rows)
  }

  private func fault(_ error: JSONSyntaxError) -> RowFault {
    RowFault("it is not JSON: \(error.message)", line: error.line, column: error.column)
  }

  private mutating func findList(in bytes: Span<UInt8>) throws(RowFault) {
    guard !isList else { return }
    var line = line
    for index in bytes.indices {
      if bytes[index] == 0x0A { line += 1 }
      guard ![0x09, 0x0A, 0x0D, 0x20].contains(bytes[index]) else { continue }
      guard bytes[index] == UInt8(ascii: "[") else {
        throw RowFault(
          "it is not a list", line: line, hint: "'ndjson' reads a file with one value per line")
      }
      isList = true
      return
    }
  }

  /// Counts the lines, for the message about an element that is too long.
  private mutating func count(_ bytes: Span<UInt8>) {
    var start = 0
    while let end = bytes.indexOfLineFeed(from: start) {
      line += 1
      start = end + 1
    }
  }

  /// Takes the complete elements, each of which ends with a line feed.
  private mutating func take(into rows: inout FoundRows) throws(RowFault) {
    var start = 0
    while let end = pending[start...].firstIndex(of: 0x0A) {
      guard end - start <= RowFault.longest else { throw .tooLong("an element", line: line) }
      rows.bytes += pending[start..<end]
      rows.end(line: nil)
      start = end + 1
    }
    if start > 0 { pending.removeFirst(start) }
  }
}
