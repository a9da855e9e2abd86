package import APICallBase
package import APICallHTTP
import JSONText

/// Prints the parts of an answer that `--print` asks for.
package struct SelectionPrinter {
  /// The parts in order.
  package let selections: [Selection]
  /// The formatter that was asked for; nil prints each part plainly, on a line of its own.
  package let formatter: (any ValueFormatting)?
  package let output: any ByteSink

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - selections: the parts in order.
  ///   - formatter: the formatter that was asked for; nil prints each part plainly.
  ///   - output: what they are written to.
  package init(
    selections: [Selection], formatter: (any ValueFormatting)?, output: any ByteSink
  ) {
    self.selections = selections
    self.formatter = formatter
    self.output = output
  }

  /// Prints the parts: plainly, or in the format as one value, or as a map from names to values
  /// where there are several.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - call: the call, whose outputs there are.
  /// - Throws: a ``Failure`` where a part is missing or cannot be written. Nothing is written unless
  ///   all parts are there.
  func print(_ answer: HeldAnswer, of call: Call) throws(Failure) {
    var values: [(name: String, value: Value)] = []
    var problems: [Diagnostic] = []
    for selection in selections {
      do {
        values.append((selection.name, try answer.value(of: selection, in: call.endpoint)))
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }
    do {
      try write(values)
    } catch {
      throw Failure(error, call: call)
    }
  }

  /// Writes values: plainly, or in the format, several as a map.
  package func write(_ values: [(name: String, value: Value)]) throws(DeliveryError) {
    let text = BufferSink(showsStyles: output.showsStyles)
    if let formatter {
      let printer = ValuePrinter(formatter: formatter, output: text, isChecked: true)
      try printer.begin(.json)
      try printer.receive(
        json(of: values, named: formatter.layout == .assignments).span)
      try printer.end()
      try printer.finish()
    } else {
      for (_, value) in values {
        try text.write(plain(value).span)
        try text.write("\n")
      }
    }
    try text.copy(to: output)
    try output.flush()
  }

  /// A value as a shell wants it: text without quotes, null as nothing, lists and maps as JSON.
  private func plain(_ value: Value) -> [UInt8] {
    if let text = value.plainText { return Array(text.utf8) }
    return value.isNull ? [] : value.jsonText
  }

  private func json(of values: [(name: String, value: Value)], named isNamed: Bool) -> [UInt8] {
    if values.count == 1, !isNamed { return values[0].value.jsonText }
    var text = Array("{".utf8)
    // A part that is asked for twice is one member all the same.
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
