import APICallBase
import APICallContracts
import JSONText

/// A formatter that prints each value as a line of fields, with the names of the columns first.
///
/// A type that adopts this protocol sets its name and how it writes a field.
protocol DelimitedFormatter: BufferedValueFormatter {
  static var separator: UInt8 { get }
  var rows: RowColumns { get set }
  /// The line that is being written; the buffer is reused.
  var line: [UInt8] { get set }

  static func append(_ field: [UInt8], isOnly: Bool, to line: inout [UInt8])
}

extension DelimitedFormatter {
  package static var layout: OutputLayout { .records }
  package static var hasColumns: Bool { true }

  package var remarks: [FormatRemark] { rows.remarks }

  mutating func write(_ record: JSONNode, to output: any ByteSink) throws(DeliveryError) {
    line.removeAll(keepingCapacity: true)
    let values = try rows.values(of: record)
    appendHeader()
    for (index, value) in values.enumerated() {
      if index > 0 { line.append(Self.separator) }
      let field = try value?.plainBytes(for: Self.name, rows.number) ?? []
      Self.append(field, isOnly: values.count == 1, to: &line)
    }
    line.append(UInt8(ascii: "\n"))
    try output.write(line.span)
  }

  /// Writes the names of columns that are given, if there were no rows.
  package mutating func finish(_ output: any ByteSink) throws(DeliveryError) {
    line.removeAll(keepingCapacity: true)
    appendHeader()
    if !line.isEmpty { try output.write(line.span) }
  }

  private mutating func appendHeader() {
    guard let names = rows.takeHeader() else { return }
    for (index, name) in names.enumerated() {
      if index > 0 { line.append(Self.separator) }
      Self.append(Array(name.utf8), isOnly: names.count == 1, to: &line)
    }
    line.append(UInt8(ascii: "\n"))
  }
}
