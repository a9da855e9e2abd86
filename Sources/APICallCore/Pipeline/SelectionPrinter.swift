import JSONText

/// Prints the parts of an answer that `--print` asks for.
struct SelectionPrinter {
  let rules: OutputRules
  let registry: Registry
  let output: any ByteSink

  /// Prints parts: each on a line of its own, or in the format that was asked for as one value, or
  /// as a map from names to values where there are several.
  ///
  /// - Throws: a ``Failure`` where a part is missing, a ``DeliveryError`` where it cannot be
  ///   written. Nothing is written unless all parts are there.
  func print(_ selections: [Selection], of answer: HeldAnswer, in endpoint: Endpoint) throws {
    var values: [(name: String, value: Value)] = []
    var problems: [Diagnostic] = []
    for selection in selections {
      do {
        values.append((selection.name, try answer.value(of: selection, in: endpoint)))
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }

    var text: [UInt8] = []
    if let format = rules.format, format != "raw" {
      let collected = BufferSink()
      var formatter = try registry.formatter(named: format).init()
      try formatter.begin(.json, collected)
      try formatter.format(json(of: values).span, collected)
      try formatter.end(collected)
      text = collected.octets
    } else {
      for (_, value) in values { text += plain(value) + [UInt8(ascii: "\n")] }
    }
    let output: any ByteSink = rules.isTerminal ? TerminalSink(self.output) : self.output
    try output.write(text.span)
    try output.flush()
  }

  /// A value as a shell wants it: text without quotes, null as nothing, lists and maps as JSON.
  private func plain(_ value: Value) -> [UInt8] {
    if let text = value.plainText { return Array(text.utf8) }
    return value.isNull ? [] : value.jsonText
  }

  private func json(of values: [(name: String, value: Value)]) -> [UInt8] {
    if values.count == 1 { return values[0].value.jsonText }
    var text = Array("{".utf8)
    for (name, value) in values {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: name, to: &text)
      text += ":".utf8
      text += value.jsonText
    }
    return text + "}".utf8
  }
}
