package import APICallBase
package import APICallContracts
import JSONText

/// One value per line: text without quotes, the items of a list, and the lines of a text.
package struct LinesFormatter: OutputFormatter {
  package static let name = "lines"
  package static let summary =
    "One value per line: text without quotes, the items of a list, and the lines of a text."
  package static let layout = OutputLayout.records
  package static let checksJSON = true

  private var kind = ValueKind.text
  private var number = 0
  private let held: BufferSink
  private var isAtLineStart = true

  package init() { self.init(FormatSettings()) }

  package init(_ settings: FormatSettings) { held = BufferSink(limit: settings.limit) }

  package mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    if kind == .bytes { try kind.requireJSON(for: Self.name) }
    self.kind = kind
    number += 1
    isAtLineStart = true
  }

  package mutating func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    if kind == .json { return try held.write(bytes) }
    guard bytes.count > 0 else { return }
    isAtLineStart = bytes[bytes.count - 1] == 0x0A
    try output.write(bytes)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    guard kind == .json else {
      if !isAtLineStart { try output.write("\n") }
      return
    }
    var line = try JSONDocument(checking: held.take()).root.plainBytes(for: Self.name, number)
    guard !line.contains(0x0A), !line.contains(0x0D) else {
      throw .unsuitable(
        "value \(number) contains a line break, but lines has one value per line; use ndjson")
    }
    line.append(UInt8(ascii: "\n"))
    try output.write(line.span)
  }
}
