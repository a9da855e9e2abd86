package import APICallBase
package import APICallContracts
package import APICallText
import JSONText

/// Prints the parts of a response that `--print` selects.
package struct SelectionPrinter {
  private let formatter: (any ValueFormatting)?
  private let output: any ByteSink

  package init(_ formatter: (any ValueFormatting)?, to output: any ByteSink) {
    self.formatter = formatter
    self.output = output
  }

  /// Prints parts plainly, or in the format.
  ///
  /// In a format, one part is one value, and several are a map from names to values.
  ///
  /// Returns what the format did not print. Throws the errors of the formatter and of the output.
  package func write(
    _ values: [(name: String, value: Value)]
  ) throws(DeliveryError) -> [FormatRemark] {
    var remarks: [FormatRemark] = []
    let text = BufferSink(showsStyles: output.showsStyles)
    if let formatter {
      let printer = ValuePrinter(formatter: formatter, output: text, isChecked: true)
      try printer.begin(.json)
      try printer.receive(
        json(of: values, named: formatter.layout == .assignments).span)
      try printer.end()
      try printer.finish()
      remarks = printer.remarks
    } else {
      for (_, value) in values {
        try text.write(plain(value).span)
        try text.write("\n")
      }
    }
    try text.copy(to: output)
    try output.flush()
    return remarks
  }

  /// A value for a shell: text without quotes, null as nothing, lists and maps as JSON.
  private func plain(_ value: Value) -> [UInt8] {
    if let text = value.plainText { return Array(text.utf8) }
    var line: [UInt8] = []
    if !value.isNull { BuiltJSON.line(value.jsonText).append(to: &line) }
    return line
  }

  private func json(of values: [(name: String, value: Value)], named isNamed: Bool) -> [UInt8] {
    if values.count == 1, !isNamed { return values[0].value.jsonText }
    var text = Array("{".utf8)
    // A part that is selected twice is still one member.
    for (index, (name, value)) in values.enumerated()
    where !values[..<index].contains(where: { $0.name == name }) {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: name, to: &text)
      text += ":".utf8
      text += value.jsonText
    }
    return text + "}".utf8
  }
}
