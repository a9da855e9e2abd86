import APICallBase
package import APICallHTTP
import JSONText

/// CSV (RFC 4180) with LF at the end of each row and the first record's keys as columns.
///
/// A key that the first record does not have is an error. A missing key and null are empty fields.
/// Lists and maps in a field are JSON. A record that is a list becomes a row without a header row.
/// Text that a spreadsheet would treat as a formula (`=`, `+`, `-`, `@`) is not changed.
package struct CSVFormatter: BufferedValueFormatter {
  package static let name = "csv"
  package static let summary =
    "CSV (RFC 4180) with LF at the end of each row and the first record's keys as columns."
  package static let layout = OutputLayout.records

  private enum Columns {
    case unknown
    /// The keys in order, and the place of each by its bytes, because String treats canonically
    /// equivalent keys as equal.
    case named([String], [[UInt8]: Int])
    case counted(Int)
  }

  private var columns = Columns.unknown
  private var number = 0
  private var row: [UInt8] = []
  let held: BufferSink

  package init() { self.init(FormatSettings()) }

  /// Creates a formatter with the memory limit of its settings.
  package init(_ settings: FormatSettings) { held = BufferSink(limit: settings.limit) }

  mutating func write(_ record: JSONValue, to output: any ByteSink) throws(DeliveryError) {
    number += 1
    row.removeAll(keepingCapacity: true)
    switch record.kind {
    case .object: try append(members: record)
    case .array: try append(items: record)
    default:
      throw .unsuitable(
        "value \(number) is \(record.kind.typeName), but a row of csv must be a map or a list",
        hint: record.kind == .string
          ? "'--format lines' prints each text on a line; 'decode: csv' reads a CSV body"
          : "'--format lines' prints each value on a line")
    }
    try output.write(row.span)
  }

  private mutating func append(members record: JSONValue) throws(DeliveryError) {
    if case .unknown = columns { try appendHeader(record) }
    guard case .named(let names, let places) = columns else { throw mixed("a map") }
    var fields = [JSONValue?](repeating: nil, count: names.count)
    for (index, (name, value)) in record.members.places.enumerated() {
      let key = try text(of: name)
      // The keys are nearly always in the order of the first record.
      let isInOrder = index < names.count && key.utf8.elementsEqual(names[index].utf8)
      guard let place = isInOrder ? index : places[Array(key.utf8)] else {
        throw .unsuitable(
          "value \(number) has a key '\(key)' that the first one does not have",
          hint: "'--format table' and 'ndjson' support rows with different keys")
      }
      guard fields[place] == nil else {
        throw .unsuitable("value \(number) has the key '\(key)' twice")
      }
      fields[place] = value
    }
    for (index, field) in fields.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      append(try field?.plainBytes(for: Self.name, number) ?? [], isOnly: fields.count == 1)
    }
    row.append(UInt8(ascii: "\n"))
  }

  private mutating func appendHeader(_ record: JSONValue) throws(DeliveryError) {
    var names: [String] = []
    var places: [[UInt8]: Int] = [:]
    for (name, _) in record.members.places {
      let key = try text(of: name)
      guard places.updateValue(names.count, forKey: Array(key.utf8)) == nil else {
        throw .unsuitable("value \(number) has the key '\(key)' twice")
      }
      names.append(key)
    }
    guard !names.isEmpty else {
      throw .unsuitable("the first value has no keys, so there are no columns")
    }
    for (index, name) in names.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      append(Array(name.utf8), isOnly: names.count == 1)
    }
    row.append(UInt8(ascii: "\n"))
    columns = .named(names, places)
  }

  private mutating func append(items record: JSONValue) throws(DeliveryError) {
    let count = record.count
    if case .unknown = columns { columns = .counted(count) }
    guard case .counted(let expected) = columns else { throw mixed("a list") }
    guard count == expected, count > 0 else {
      throw .unsuitable("value \(number) has \(count) items, but the first one has \(expected)")
    }
    for (index, item) in record.elements.enumerated() {
      if index > 0 { row.append(UInt8(ascii: ",")) }
      append(try item.plainBytes(for: Self.name, number), isOnly: count == 1)
    }
    row.append(UInt8(ascii: "\n"))
  }

  private func text(of key: JSONValue) throws(DeliveryError) -> String {
    guard let text = key.string else {
      throw .unsuitable(
        "value \(number) has the key \(key.text.prefix(60)) with half of a surrogate pair, "
          + "which csv cannot show")
    }
    return text
  }

  private func mixed(_ found: String) -> DeliveryError {
    .unsuitable("value \(number) is \(found), but the first one is not")
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
  }

  /// Appends a field.
  ///
  /// An empty field that is alone in its row must not become an empty line.
  private mutating func append(_ field: [UInt8], isOnly: Bool) {
    // A first field that begins with U+FEFF would be treated as a byte order mark.
    let needsQuotes =
      field.isEmpty
      ? isOnly : field.contains(where: Self.isSpecial) || field.starts(with: [0xEF, 0xBB, 0xBF])
    guard needsQuotes else {
      row += field
      return
    }
    row.append(UInt8(ascii: "\""))
    for byte in field {
      if byte == UInt8(ascii: "\"") { row.append(byte) }
      row.append(byte)
    }
    row.append(UInt8(ascii: "\""))
  }
}
