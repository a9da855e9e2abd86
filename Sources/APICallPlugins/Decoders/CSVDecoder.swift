package import APICallBase
package import APICallContracts
import APICallHTTP
import APICallText
import JSONText

/// CSV (RFC 4180): each row as a map with the names of the header row, or as a list without one.
///
/// The options of ``CSVOptions`` say how it is written. Without them, `text/csv; header=absent` means
/// that the first row has no names. A row ends with LF, CR LF or CR. Empty lines are skipped, unless
/// rows have a single field.
package struct CSVDecoder: ResponseDecoder {
  package static let name = "csv"
  package static let summary =
    "CSV (RFC 4180): each row as a map with the names of the header row, or as a list without one."
  package static let mediaTypes = ["text/csv", "application/csv"]
  package static let kind = ValueKind.json
  package static let isStream = true
  package static let checksJSON = true
  package static let usesCharset = true
  package static let checksMembers = true

  package static let options = CSVOptions.all

  private var scanner: CSVScanner
  private var table: CSVTable

  package init() { self.init(DecodeSettings()) }

  /// Creates a decoder; the media type's parameter `header` can exclude a header row, which has to
  /// have the columns of the settings otherwise.
  package init(_ settings: DecodeSettings) {
    let hasHeader = settings.mediaType?.parameter("header")?.lowercased() != "absent"
    let dialect = CSVDialect(settings.options, hasHeader: hasHeader)
    scanner = CSVScanner(dialect)
    table = CSVTable(dialect, using: settings.columns, limit: settings.limit)
  }

  package func begin(_ values: any ValueReceiver) throws(DeliveryError) { try table.begin() }

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var values = values
    _ = try scanner.scan(bytes, to: &table, &values)
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    var values = values
    try scanner.finish(&table, &values)
  }
}

/// The names of the columns, and the row that is being read.
private struct CSVTable: CSVReceiver {
  private let dialect: CSVDialect
  /// The names that are used.
  private let columns: [String]
  private let limit: Int
  /// The names; nil until the header row has been read.
  private var names: Names?
  private(set) var width: Int?
  /// Whether the current row is the first one, whose names are not used.
  private var isSkipped: Bool
  /// The number of the current row.
  ///
  /// The header row is row 1.
  private var number = 1
  private var count = 0
  private var row: [UInt8] = []
  private var header = Names()

  /// The most names of a header in a message, and the most bytes of one.
  private static let (mostShown, longestShown) = (100, 60)

  init(_ dialect: CSVDialect, using columns: [String], limit: Int) {
    self.dialect = dialect
    self.columns = columns
    self.limit = limit
    isSkipped = dialect.columns != nil && dialect.hasHeader
    guard let given = dialect.columns else { return }
    width = given.count
    names = Names(given)
  }

  /// Checks the names that are known without the first row.
  func begin() throws(DeliveryError) {
    if dialect.columns != nil { try names?.check(have: columns, in: "'columns'") }
  }

  private var isHeader: Bool { dialect.hasHeader && names == nil }

  func fault(_ fault: CSVFault, at line: Int) -> DeliveryError {
    switch fault {
    case .quoteInside: self.fault("a field without quotes contains a quote")
    case .afterQuotes: self.fault("text follows the closing quote of a field")
    case .openQuotes: self.fault("the body ends within a quoted field")
    }
  }

  /// What sets the number of fields.
  private var standard: String { dialect.columns == nil ? "the first row" : "'columns'" }

  private func fault(_ reason: String) -> DeliveryError {
    let reason = "row \(number): \(reason)"
    return number == 1 ? .otherKind(OtherKind(reason)) : .malformed(reason)
  }

  mutating func beginField(ofRowAt line: Int) throws(DeliveryError) {
    if let width, count == width { throw fault("it has more fields than \(standard) (\(width))") }
    if isHeader {
      row.removeAll(keepingCapacity: true)
    } else {
      let opening = dialect.hasNames ? UInt8(ascii: "{") : UInt8(ascii: "[")
      row.append(count > 0 ? UInt8(ascii: ",") : opening)
      if let names {
        row += names[count]
        row.append(UInt8(ascii: ":"))
      }
    }
    row.append(UInt8(ascii: "\""))
    count += 1
    try checkSize()
  }

  mutating func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    JSONWriter.append(content: bytes, to: &row)
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
      throw fault("it has fewer fields (\(count)) than \(standard) (\(width))")
    }
    width = count
    if isSkipped {
      isSkipped = false
    } else if isHeader {
      try header.check(have: columns, in: "the first row")
      names = header
      header = Names()
    } else {
      row.append(dialect.hasNames ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      try values.begin(.json)
      try values.receive(row.span)
      try values.end()
    }
    row.removeAll(keepingCapacity: row.count < 1 << 20)
    count = 0
    number += 1
  }

  /// Names as JSON strings in one buffer.
  ///
  /// An array for each would take many times the memory of an empty name.
  private struct Names {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ texts: [String] = []) {
      for text in texts {
        var name: [UInt8] = []
        JSONWriter.append(string: text, to: &name)
        append(name)
      }
    }

    var size: Int { bytes.count + ends.count * MemoryLayout<Int>.stride }

    subscript(index: Int) -> ArraySlice<UInt8> {
      bytes[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
    }

    mutating func append(_ name: [UInt8]) {
      bytes += name
      ends.append(bytes.count)
    }

    /// Checks that names are among them, and each is the name of one column.
    func check(have columns: [String], in place: String) throws(DeliveryError) {
      for column in columns {
        var json: [UInt8] = []
        JSONWriter.append(string: column, to: &json)
        let count = ends.indices.count { self[$0].elementsEqual(json) }
        guard count < 2 else {
          throw .unusableColumn(column, reason: "two columns are named '\(column)'")
        }
        if count == 1 { continue }
        let known = ends.indices.prefix(CSVTable.mostShown).map { index in
          self[index].count > CSVTable.longestShown
            ? "…" : String(decoding: self[index].dropFirst().dropLast(), as: UTF8.self)
        }
        throw .unusableColumn(
          column, reason: "\(place) has no column '\(column)'",
          hint: Nearest.hint(for: column, among: known, noun: "columns"))
      }
    }
  }
}
