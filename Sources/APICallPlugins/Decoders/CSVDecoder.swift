package import APICallCore
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

  private enum State { case rowStart, fieldStart, plain, quoted, behindQuote }

  private let hasHeader: Bool
  private var state = State.rowStart
  private var isBehindReturn = false
  /// The names; nil until the header row has been read.
  private var names: Names?
  /// How many fields a row has; nil before the first.
  private var width: Int?
  /// The number of the current row, counted from 1 with the header row.
  private var number = 1
  /// The number of the fields of the current row that have begun.
  private var count = 0
  /// The current row as JSON.
  private var row: [UInt8] = []
  /// The names of a header row that is being read.
  private var header = Names()

  private let limit: Int

  package init() { self.init(DecodeSettings()) }

  /// Creates a decoder for a body of which the parameter `header` may say that it has none.
  package init(_ settings: DecodeSettings) {
    hasHeader = settings.mediaType?.parameter("header")?.lowercased() != "absent"
    limit = settings.limit
  }

  private var isHeader: Bool { hasHeader && names == nil }

  package func begin(_ values: any ValueReceiver) {}

  package mutating func decode(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var index = 0
    while index < octets.count {
      let octet = octets[index]
      if isBehindReturn {
        isBehindReturn = false
        if octet == 0x0A {
          index += 1
          continue
        }
      }
      switch state {
      case .rowStart, .fieldStart: try start(octet, at: &index, values)
      case .plain:
        let end = octets.endOfPlainField(from: index)
        JSONWriter.append(content: octets.extracting(index..<end), to: &row)
        index = end
        guard index < octets.count else { break }
        if octets[index] == UInt8(ascii: "\"") {
          throw fault("a quote stands in a field that does not begin with one")
        }
        try endField(octets[index], values)
        index += 1
      case .quoted:
        let end = octets.index(of: UInt8(ascii: "\""), from: index) ?? octets.count
        JSONWriter.append(content: octets.extracting(index..<end), to: &row)
        if end < octets.count { state = .behindQuote }
        index = end + 1
      case .behindQuote:
        switch octet {
        case UInt8(ascii: "\""):
          row += "\\\"".utf8
          state = .quoted
        case UInt8(ascii: ","), 0x0A, 0x0D: try endField(octet, values)
        default: throw fault("something stands behind the closing quote of a field")
        }
        index += 1
      }
      guard row.count + header.size <= limit else { throw .tooLarge(limit: limit) }
    }
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    switch state {
    case .rowStart: return
    case .quoted: throw fault("the body ends in a field in quotes")
    case .fieldStart: try beginField()
    case .plain, .behindQuote: break
    }
    try endField(0x0A, values)
  }

  private mutating func start(
    _ octet: UInt8, at index: inout Int, _ values: any ValueReceiver
  ) throws(DeliveryError) {
    if state == .rowStart, octet == 0x0A || octet == 0x0D, width != 1 {
      isBehindReturn = octet == 0x0D
      index += 1
      return
    }
    try beginField()
    if octet == UInt8(ascii: "\"") {
      state = .quoted
      index += 1
    } else {
      state = .plain
    }
  }

  private mutating func beginField() throws(DeliveryError) {
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
  }

  /// Ends a field, and with anything but a comma the row.
  private mutating func endField(
    _ octet: UInt8, _ values: any ValueReceiver
  ) throws(DeliveryError) {
    row.append(UInt8(ascii: "\""))
    if isHeader {
      header.append(row)
    }
    guard octet != UInt8(ascii: ",") else {
      state = .fieldStart
      return
    }
    isBehindReturn = octet == 0x0D
    state = .rowStart
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

  private func fault(_ reason: String) -> DeliveryError { .malformed("row \(number): \(reason)") }
}

extension Span<UInt8> {
  /// Where a field without quotes ends, or what cannot stand in it.
  fileprivate func endOfPlainField(from start: Int) -> Int {
    var index = start
    while index < count {
      switch self[index] {
      case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: return index
      default: index += 1
      }
    }
    return index
  }
}
