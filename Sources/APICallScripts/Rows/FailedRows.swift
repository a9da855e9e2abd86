import APICallBase
import APICallModel
import APICallResponses
import APICallText
import JSONText

/// Writes the rows that failed in the form of the source, so that a loop can run them again.
final class FailedRows {
  private enum Form { case csv, lines, list }

  private let form: Form
  private let dialect: CSVDialect
  private let rows: any RowSource
  private var count = 0

  init(of loop: Loop, rows: any RowSource) {
    self.rows = rows
    dialect = loop.dialect
    form =
      switch loop.source {
      case .csv: .csv
      case .ndjson: .lines
      case .list, .range, .json, .rounds: .list
      }
  }

  /// Writes the rows of an iteration that failed: all, unless places are given.
  ///
  /// A row of CSV that could not be read is left out, since its fields are not known.
  func write(_ row: Row, only places: Set<Int>, to file: (any OutputFile)?) throws(DeliveryError) {
    guard let file else { return }
    var bytes: [UInt8] = []
    if form == .lines, let text = row.text { bytes += text + [0x0A] }
    for (place, value) in row.values.enumerated() {
      guard places.isEmpty || places.contains(place) else { continue }
      if count == 0 { bytes += beginning }
      switch form {
      case .csv: append(value, to: &bytes)
      case .lines: bytes += value.jsonText + [0x0A]
      case .list: bytes += (count == 0 ? [] : [0x2C, 0x0A]) + value.jsonText
      }
      count += 1
    }
    try file.write(bytes.span)
  }

  func finish(to file: any OutputFile) throws(DeliveryError) {
    var bytes = count == 0 ? beginning : []
    if form == .list { bytes += "]\n".utf8 }
    try file.write(bytes.span)
  }

  private var beginning: [UInt8] {
    switch form {
    case .csv: dialect.hasHeader ? line(of: (rows.columns ?? []).map { Array($0.utf8) }) : []
    case .lines: []
    case .list: [UInt8(ascii: "[")]
    }
  }

  private func append(_ row: Value, to bytes: inout [UInt8]) {
    guard case .json(let row) = row else { return }
    let fields = dialect.hasNames ? row.members.map(\.value) : Array(row.elements)
    bytes += line(
      of: fields.map { field in
        let value = Value(field)
        return value.isNull ? [] : value.plainText.map { Array($0.utf8) } ?? value.jsonText
      })
  }

  private func line(of fields: [[UInt8]]) -> [UInt8] {
    var line: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { line.append(dialect.delimiter) }
      dialect.append(field, isOnly: fields.count == 1, to: &line)
    }
    return fields.isEmpty ? [] : line + [0x0A]
  }
}
