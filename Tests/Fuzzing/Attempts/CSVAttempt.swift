@testable import APICallHTTP
@testable import APICallContracts
import APICallPlugins
import JSONText

/// CSV, with and without a header row; the formatter's output for the rows is read back as the
/// same.
enum CSVAttempt {
  static func run(_ bytes: [UInt8]) {
    for mediaType in ["text/csv", "text/csv; header=absent"] {
      let (body, rows) = DecodedBody.agreed(bytes, CSVDecoder.self, mediaType)
      require(body.isStream, "rows are a stream")
      if let first = rows.first?.root {
        let isRow = { (row: JSONDocument) in
          row.root.kind == first.kind && row.root.count == first.count
        }
        require(rows.allSatisfy(isRow), "rows of \(bytes.shown) differ in kind or count")
      }
      guard body.fault == nil, !rows.isEmpty else { continue }
      let stream = Array(body.values.joined(separator: [0x0A]))
      let printed = PrintedText(
        [stream], DecoderEntry(NDJSONDecoder.self), FormatterEntry(CSVFormatter.self))
      if printed.fault != nil {
        require(hasRepeatedName(rows[0].root), "\(bytes.shown): \(printed.fault as Any)")
        continue
      }
      let again = DecodedBody([printed.bytes], CSVDecoder.self, mediaType)
      require(again == body, "\(bytes.shown) becomes \(printed.bytes.shown)")
    }
  }

  private static func hasRepeatedName(_ row: JSONNode) -> Bool {
    let names = row.members.map { Array($0.key.utf8) }
    return Set(names).count < names.count
  }
}
