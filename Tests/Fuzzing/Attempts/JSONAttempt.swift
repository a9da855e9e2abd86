import JSONText

/// JSON: scanner, printers and document agree with one another, wherever the text is cut.
enum JSONAttempt {
  static func run(_ bytes: [UInt8]) {
    let fault = Pieces.agree(bytes, "what is wrong", validated)
    let indented = Pieces.agree(bytes, "the indented text", JSONOutput.indented)
    let compact = Pieces.agree(bytes, "the compact text", JSONOutput.compacted)
    let items = Pieces.agree(bytes, "the items", JSONOutput.itemized)
    let styled = Pieces.agree(bytes, "the styled text", JSONOutput.styled)
    for output in [indented, compact, items, styled] {
      require(output.fault == fault, "\(output.fault as Any), not \(fault as Any)")
    }
    require(styled.bytes == indented.bytes, "styled is \(styled), indented \(indented)")
    do {
      let document = try JSONDocument(bytes)
      require(fault == nil, "the document takes what is wrong: \(fault as Any)")
      check(document, indented: indented.bytes, compact: compact.bytes, items: items.bytes)
    } catch {
      require(error == fault, "the document says \(error), not \(fault as Any)")
      require(error.offset <= bytes.count && error.line > 0 && error.column > 0, "\(error)")
    }
  }

  private static func validated(_ pieces: [[UInt8]]) -> JSONSyntaxError? {
    var validator = JSONValidator()
    do {
      for piece in pieces { try validator.push(piece.span) }
      try validator.finish()
      return nil
    } catch {
      return error
    }
  }

  private static func check(
    _ document: JSONDocument, indented: [UInt8], compact: [UInt8], items: [UInt8]
  ) {
    require(
      String(validating: document.bytes, as: UTF8.self) != nil, "JSON that is not UTF-8")
    require(JSONOutput.compacted([compact]).bytes == compact, "compact twice is not compact")
    require(JSONOutput.compacted([indented]).bytes == compact, "indented is not the same")
    require(JSONOutput.indented([compact]).bytes == indented, "compact is not the same")
    guard let again = try? JSONDocument(compact) else { fatalError("compact is no JSON") }
    require(again.root.isEqual(to: document.root), "compact is not equal")
    require(document.root.isEqual(to: again.root), "what is equal one way is not the other")
    let isArray = document.root.kind == .array
    let lines = items.split(separator: 0x0A)
    let joined = Array(lines.joined(separator: [UInt8(ascii: ",")]))
    require((isArray ? [0x5B] + joined + [0x5D] : joined) == compact, "items are not the same")
    require(items.isEmpty || items.last == 0x0A, "the last item does not end")
    if isArray { require(lines.count == document.root.count, "items are too few or too many") }
    walk(document.root)
    require(JSONDifferences(from: again.root, to: document.root).count == 0, "equal ones differ")
    compare(Array(document.root.elements) + document.root.members.map(\.value))
  }

  /// Checks that adjacent values have differences, or are equal.
  private static func compare(_ values: [JSONNode]) {
    for (one, next) in zip(values, values.dropFirst()) {
      let differences = JSONDifferences(from: one, to: next, limit: 3)
      let isEqual = one.isEqual(to: next)
      require((differences.count == 0) == isEqual, "\(one) and \(next): \(differences)")
      require(differences.first.count == min(3, differences.count), "\(differences)")
      for difference in differences.first where difference.kind == .changed {
        guard let old = difference.expected, let new = difference.actual else {
          fatalError("\(difference.path) has changed from nothing or to it")
        }
        require(!old.isEqual(to: new), "\(difference.path) is the same")
      }
    }
  }

  private static func walk(_ root: JSONNode) {
    var rest = [root]
    while let value = rest.popLast() {
      switch value.kind {
      case .null: require(value.text == "null", value.text)
      case .boolean: require(value.text == String(value.boolean == true), value.text)
      case .number:
        guard let number = value.number else { fatalError("\(value.text) is no number") }
        require(!(number < number) && number == number, value.text)
        if let integer = number.integer {
          require(JSONNumeral(String(integer)) == number, "\(value.text) is not \(integer)")
        }
      case .string:
        guard let string = value.string else { break }
        let written = try? JSONDocument(text: JSONWriter.string(string))
        require(written?.root.string?.utf8.elementsEqual(string.utf8) ?? false, value.text)
      case .array: rest += value.elements
      case .object: for (_, member) in value.members { rest.append(member) }
      }
    }
  }
}

/// The output of a printer for a text, and its error.
struct JSONOutput: Equatable {
  var bytes: [UInt8] = []
  var fault: JSONSyntaxError?
  /// The style of each byte; none for white space and punctuation.
  var styles: [JSONScalar?] = []

  private init(_ work: (inout [UInt8]) throws(JSONSyntaxError) -> Void) {
    do {
      try work(&bytes)
    } catch {
      fault = error
    }
  }

  static func indented(_ pieces: [[UInt8]]) -> Self {
    Self { (buffer) throws(JSONSyntaxError) in
      var printer = JSONIndenter()
      for piece in pieces { try printer.push(piece.span, into: &buffer) }
      try printer.finish(into: &buffer)
    }
  }

  static func compacted(_ pieces: [[UInt8]]) -> Self {
    Self { (buffer) throws(JSONSyntaxError) in
      var printer = JSONCompactor()
      for piece in pieces { try printer.push(piece.span, into: &buffer) }
      try printer.finish(into: &buffer)
    }
  }

  static func itemized(_ pieces: [[UInt8]]) -> Self {
    Self { (buffer) throws(JSONSyntaxError) in
      var printer = JSONItemizer()
      for piece in pieces { try printer.push(piece.span, into: &buffer) }
      try printer.finish(into: &buffer)
    }
  }

  static func styled(_ pieces: [[UInt8]]) -> Self {
    var runs: [JSONStyledIndenter.Run] = []
    var output = Self { (buffer) throws(JSONSyntaxError) in
      var printer = JSONStyledIndenter()
      for piece in pieces { try printer.push(piece.span, into: &buffer, &runs) }
      try printer.finish()
    }
    for run in runs {
      require(run.end > output.styles.count, "the runs \(runs) are not in order")
      output.styles += Array(repeating: run.scalar, count: run.end - output.styles.count)
    }
    require(output.styles.count == output.bytes.count, "the runs do not end with the text")
    return output
  }
}
