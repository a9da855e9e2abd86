package import APICallCore
import JSONText

/// One value a line, text without quotes; of a list each item, of a text its own lines.
package struct LinesFormatter: OutputFormatter {
  package static let name = "lines"
  package static let summary =
    "One value a line, text without quotes; of a list each item, of a text its own lines."
  package static let layout = OutputLayout.records
  package static let checksJSON = true

  private var kind = ValueKind.text
  private var number = 0
  private let held: BufferSink
  private var isAtLineStart = true

  package init() { self.init(FormatSettings()) }

  /// Creates a formatter that holds so much of a value.
  package init(_ settings: FormatSettings) { held = BufferSink(limit: settings.limit) }

  package mutating func begin(
    _ kind: ValueKind, _ output: any ByteSink
  ) throws(DeliveryError) {
    if kind == .octets { try kind.requireJSON(for: Self.name) }
    self.kind = kind
    number += 1
    isAtLineStart = true
  }

  package mutating func format(
    _ octets: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    if kind == .json { return try held.write(octets) }
    guard octets.count > 0 else { return }
    isAtLineStart = octets[octets.count - 1] == 0x0A
    try output.write(octets)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    guard kind == .json else {
      if !isAtLineStart { try output.write("\n") }
      return
    }
    var line = try JSONDocument(checking: held.take()).root.plainOctets(for: Self.name, number)
    guard !line.contains(0x0A), !line.contains(0x0D) else {
      throw .unsuitable(
        "value \(number) holds a line break, and lines has one value a line; ndjson escapes it")
    }
    line.append(UInt8(ascii: "\n"))
    try output.write(line.span)
  }
}

extension JSONDocument {
  /// Reads JSON that a formatter has held.
  ///
  /// - Throws: ``DeliveryError/malformed(_:)`` where it is none.
  convenience init(checking octets: [UInt8]) throws(DeliveryError) {
    do {
      try self.init(octets)
    } catch {
      throw .malformed(error.description)
    }
  }
}

extension JSONValue {
  /// The value as plain text: text without quotes, null as nothing, lists and maps as JSON without
  /// white space.
  ///
  /// - Parameters:
  ///   - name: the format that it is for.
  ///   - number: the number of the record, for messages.
  /// - Returns: the text in UTF-8.
  /// - Throws: ``DeliveryError/unsuitable(_:)`` for half of a surrogate pair, which is no text.
  func plainOctets(for name: String, _ number: Int) throws(DeliveryError) -> [UInt8] {
    switch kind {
    case .null: return []
    case .boolean, .number: return Array(octets)
    case .string:
      guard let string else {
        throw .unsuitable(
          "value \(number) holds half of a surrogate pair, which \(name) cannot show")
      }
      return Array(string.utf8)
    case .array, .object: return compactOctets
    }
  }

  /// The value as JSON without white space.
  var compactOctets: [UInt8] {
    var compactor = JSONCompactor()
    var compact: [UInt8] = []
    // The text stands in a document, which has been checked.
    try? compactor.push(Array(octets).span, into: &compact)
    try? compactor.finish(into: &compact)
    return compact
  }
}
