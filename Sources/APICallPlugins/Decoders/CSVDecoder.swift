package import APICallBase
package import APICallHTTP
import JSONText

/// CSV (RFC 4180): each row a map of texts with the header row's names, or a list without one.
///
/// `text/csv; header=absent` says that there is no header row. A row ends with LF, CR LF or CR;
/// empty lines are left out, but where rows have one field.
package struct CSVDecoder: ResponseDecoder {
  package static let name = "csv"
  package static let summary =
    "CSV (RFC 4180): each row a map of texts with the header row's names, or a list without one."
  package static let mediaTypes = ["text/csv", "application/csv"]
  package static let kind = ValueKind.json
  package static let isStream = true
  package static let checksJSON = true
  package static let usesCharset = true

  private var scanner = CSVScanner()
  private var table: CSVTable

  package init() { self.init(DecodeSettings()) }

  /// Creates a decoder for a body of which the parameter `header` may say that it has none.
  package init(_ settings: DecodeSettings) {
    let hasHeader = settings.mediaType?.parameter("header")?.lowercased() != "absent"
    table = CSVTable(hasHeader: hasHeader, limit: settings.limit)
  }

  package mutating func decode(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var values = values
    _ = try scanner.scan(octets, to: &table, &values)
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    var values = values
    try scanner.finish(&table, &values)
  }
}

/// The names of the columns, and the row that is being read.
private struct CSVTable: CSVReceiver {
  private let hasHeader: Bool
  private let limit: Int
  /// The names; nil until the header row has been read.
  private var names: Names?
  private(set) var width: Int?
  /// The number of the current row, counted from 1 with the header row.
  private var number = 1
  /// The number of the fields of the current row that have begun.
  private var count = 0
  /// The current row as JSON.
  private var row: [UInt8] = []
  /// The names of a header row that is being read.
  private var header = Names()

  init(hasHeader: Bool, limit: Int) {
    self.hasHeader = hasHeader
    self.limit = limit
  }

  private var isHeader: Bool { hasHeader && names == nil }

  func fault(_ fault: CSVFault, at line: Int) -> DeliveryError {
    switch fault {
    case .quoteInside: self.fault("a quote stands in a field that does not begin with one")
    case .behindQuotes: self.fault("something stands behind the closing quote of a field")
    case .openQuotes: self.fault("the body ends in a field in quotes")
    }
  }

  private func fault(_ reason: String) -> DeliveryError { .malformed("row \(number): \(reason)") }

  mutating func beginField(ofRowAt line: Int) throws(DeliveryError) {
    if let width, count == width { throw fault("it has more fields than row 1 (\(width))") }
    if isHeader {
      row.removeAll(keepingCapacity: true)
    } else {
      row.append(count > 0 ? UInt8(ascii: ",") : hasHeader ? UInt8(ascii: "{") : UInt8(ascii: "["))
      if let names {
        row += names[count]
        row.append(UInt8(ascii: ":"))
      }
    }
    row.append(UInt8(ascii: "\""))
    count += 1
    try checkSize()
  }

  mutating func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    JSONWriter.append(content: octets, to: &row)
    try checkSize()
  }

  private func checkSize() throws(DeliveryError) {
    guard row.count + header.size <= limit else { throw .tooLarge(limit: limit) }
  }

  mutating func endField(to values: inout any ValueReceiver) throws(DeliveryError) {
    row.append(UInt8(ascii: "\""))
    if isHeader { header.append(row) }
  }

  mutating func endRow(to values: inout any ValueReceiver) throws(DeliveryError) {
    if let width, count < width {
      throw fault("it has fewer fields (\(count)) than row 1 (\(width))")
    }
    width = count
    if isHeader {
      names = header
      header = Names()
    } else {
      row.append(hasHeader ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      try values.begin(.json)
      try values.receive(row.span)
      try values.end()
    }
    row.removeAll(keepingCapacity: row.count < 1 << 20)
    count = 0
    number += 1
  }

  /// Names as JSON strings, one behind the other: an array for each would take many times the memory
  /// of an empty one.
  private struct Names {
    private var octets: [UInt8] = []
    private var ends: [Int] = []

    /// The octets of memory that they take.
    var size: Int { octets.count + ends.count * MemoryLayout<Int>.stride }

    subscript(index: Int) -> ArraySlice<UInt8> {
      octets[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
    }

    mutating func append(_ name: [UInt8]) {
      octets += name
      ends.append(octets.count)
    }
  }
}
