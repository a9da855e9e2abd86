import APICallBase
import APICallContracts
import APICallText
import JSONText

/// Makes a map of the chosen columns of each row, and passes it to a formatter.
///
/// The rows are the values of a stream, and the items of a document that is a list. A document is
/// read item by item, so only one row at a time is in memory.
struct ColumnFormatter: ValueFormatting {
  let checksJSON = true
  let takesText = true
  let layout: OutputLayout

  private let columns: Columns
  private var formatter: any ValueFormatting
  /// Whether parts that a row lacks are left out of its map; otherwise they are null in it.
  private let omitsMissing: Bool
  private let keys: [[UInt8]]
  private let row: BufferSink
  /// Splits a document into rows; nil if each value is a row.
  private var itemizer: JSONItemizer?
  private var isList: Bool?
  /// The number of rows of the current list.
  private var rowCountInList = 0
  private var rowCount = 0
  /// The columns that no row has had yet, by their places.
  private var absent: [Int]
  /// Describes the first row; nil if it or a later row has each column.
  private var first: String?

  init(
    _ columns: Columns, before formatter: any ValueFormatting, omitsMissing: Bool, limit: Int
  ) {
    self.columns = columns
    self.formatter = formatter
    self.omitsMissing = omitsMissing
    layout = formatter.layout
    keys = columns.names.map { name in
      var key: [UInt8] = []
      JSONWriter.append(string: name, to: &key)
      return key
    }
    row = BufferSink(limit: limit)
    absent = Array(keys.indices)
  }

  var remarks: [FormatRemark] { formatter.remarks }

  mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    guard kind == .json else {
      throw .unsuitable(
        "--columns needs JSON values, but the response is \(kind == .text ? "text" : "bytes")",
        hint: "set 'decode' to json, csv, yaml or another decoder")
    }
    guard layout != .records else { return }
    itemizer = JSONItemizer()
    isList = nil
    try formatter.begin(.json, output)
  }

  mutating func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    guard itemizer != nil else { return try row.write(bytes) }
    if isList == nil, let first = bytes.firstVisible {
      isList = first == UInt8(ascii: "[")
      if isList == true { try formatter.format([first].span, output) }
      rowCountInList = 0
    }
    try split(output) { (itemizer, items) throws(JSONSyntaxError) in
      try itemizer?.push(bytes, into: &items)
    }
  }

  mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    guard itemizer != nil else {
      try formatter.begin(.json, output)
      try writeRow(output)
      return try formatter.end(output)
    }
    try split(output) { (itemizer, items) throws(JSONSyntaxError) in
      try itemizer?.finish(into: &items)
    }
    if isList == true { try formatter.format([UInt8(ascii: "]")].span, output) }
    try formatter.end(output)
  }

  mutating func finish(_ output: any ByteSink) throws(DeliveryError) {
    try formatter.finish(output)
    guard let first else { return }
    try output.flush()
    let paths = absent.map { "'\(columns.items[$0].path)'" }
    throw .unsuitable("no row has \(paths.joined(separator: ", "))", hint: first)
  }

  /// Writes the rows that are complete; those before an error are printed, too.
  private mutating func split(
    _ output: any ByteSink,
    _ read: (inout JSONItemizer?, inout [UInt8]) throws(JSONSyntaxError) -> Void
  ) throws(DeliveryError) {
    var items: [UInt8] = []
    var problem: JSONSyntaxError?
    do throws(JSONSyntaxError) { try read(&itemizer, &items) } catch { problem = error }
    let span = items.span
    var start = 0
    while let end = span.indexOfLineFeed(from: start) {
      try row.write(span.extracting(start..<end))
      if isList == true, rowCountInList > 0 {
        try formatter.format([UInt8(ascii: ",")].span, output)
      }
      rowCountInList += 1
      try writeRow(output)
      start = end + 1
    }
    try row.write(span.extracting(start..<span.count))
    if let problem { throw .malformed(problem.description) }
  }

  private mutating func writeRow(_ output: any ByteSink) throws(DeliveryError) {
    let value = try JSONNode(delivered: row.take())
    rowCount += 1
    var map = [UInt8(ascii: "{")]
    for (index, column) in columns.items.enumerated() {
      let part = column.path.part(of: value)
      if part == nil { try checkKind(of: value, at: column.path, output) }
      if part != nil, !absent.isEmpty { absent.removeAll { $0 == index } }
      if part == nil, omitsMissing { continue }
      if map.count > 1 { map.append(UInt8(ascii: ",")) }
      map += keys[index]
      map.append(UInt8(ascii: ":"))
      if let part { map += part.bytes } else { map += "null".utf8 }
    }
    map.append(UInt8(ascii: "}"))
    if absent.isEmpty {
      first = nil
    } else if rowCount == 1 {
      first = ResponseContents.hint(of: value, in: "the first row")
    }
    try formatter.format(map.span, output)
  }

  /// of a row.
  private func checkKind(
    of row: JSONNode, at path: MemberPath, _ output: any ByteSink
  ) throws(DeliveryError) {
    guard let (place, value) = path.misfit(in: row) else { return }
    try output.flush()
    let found =
      place.steps.isEmpty
      ? "is \(value.kind.typeName)" : "has \(value.kind.typeName) at '\(place)'"
    throw .unsuitable(
      "row \(rowCount) \(found), which has no part '\(path)'",
      hint: "without --columns, each row is printed as it is")
  }
}

extension Span<UInt8> {
  /// The first byte that is not white space of JSON.
  package var firstVisible: UInt8? {
    for index in indices {
      switch self[index] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return self[index]
      }
    }
    return nil
  }
}
