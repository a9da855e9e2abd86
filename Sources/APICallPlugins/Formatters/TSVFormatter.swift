import APICallBase
package import APICallContracts

/// Values separated by tabs, with the escapes \t, \n, \r and \\, and the columns of csv.
///
/// Every row is one line, and every tab in it separates two fields.
package struct TSVFormatter: DelimitedFormatter {
  package static let name = "tsv"
  package static let summary =
    #"Values separated by tabs, with the escapes \t, \n, \r and \\, and the columns of csv."#
  static let separator = UInt8(ascii: "\t")

  var rows: RowColumns
  var line: [UInt8] = []
  let held: BufferSink

  package init(_ settings: FormatSettings) {
    rows = RowColumns(Self.name, names: settings.columnNames)
    held = BufferSink(limit: settings.limit)
  }

  static func append(_ field: [UInt8], isOnly: Bool, to line: inout [UInt8]) {
    for byte in field {
      let letter: Unicode.Scalar? =
        switch byte {
        case UInt8(ascii: "\t"): "t"
        case UInt8(ascii: "\n"): "n"
        case UInt8(ascii: "\r"): "r"
        case UInt8(ascii: "\\"): "\\"
        default: nil
        }
      if let letter {
        line += [UInt8(ascii: "\\"), UInt8(ascii: letter)]
      } else {
        line.append(byte)
      }
    }
  }
}
