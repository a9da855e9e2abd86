import APICallBase
import APICallContracts

/// The rows of a file in another charset than UTF-8.
struct ConvertedRows: RowParser {
  private var converter: CharsetConverter
  private var parser: any RowParser
  /// The text of the piece that is being read, and how much of it the parser has taken.
  private var text: [UInt8] = []
  private var taken = 0
  /// The fault after that text.
  private var fault: RowFault?

  init(_ charset: Charset, to parser: any RowParser) {
    converter = CharsetConverter(charset, isStrict: true)
    self.parser = parser
  }

  var columns: [String]? { parser.columns }
  var isInsideRow: Bool { parser.isInsideRow }

  /// Returns all bytes, or none as long as the parser has not taken all of their text.
  mutating func push(_ bytes: Span<UInt8>, into rows: inout FoundRows) throws(RowFault) -> Int {
    if taken == text.count {
      (text, taken) = ([], 0)
      convert { (converter, take) throws(DeliveryError) in try converter.convert(bytes, take) }
    }
    let piece = text
    taken += try parser.push(piece.span.extracting(taken...), into: &rows)
    guard taken == text.count else { return 0 }
    if let fault { throw fault }
    return bytes.count
  }

  mutating func finish(into rows: inout FoundRows) throws(RowFault) {
    (text, taken) = ([], 0)
    convert { (converter, take) throws(DeliveryError) in try converter.finish(take) }
    let piece = text
    _ = try parser.push(piece.span, into: &rows)
    if let fault { throw fault }
    try parser.finish(into: &rows)
  }

  private mutating func convert(
    _ body: (inout CharsetConverter, (Span<UInt8>) -> Void) throws(DeliveryError) -> Void
  ) {
    var text: [UInt8] = []
    do throws(DeliveryError) {
      try body(&converter) { piece in
        piece.withUnsafeBufferPointer { text.append(contentsOf: $0) }
      }
    } catch {
      var (words, way): (String, String?) = ("it cannot be read", nil)
      if case .malformed(let reason, let hint) = error { (words, way) = (reason, hint) }
      // The line is in front of the message already.
      let line = "line \(converter.line): "
      if words.hasPrefix(line) { words.removeFirst(line.count) }
      fault = RowFault(
        words, line: converter.line, hint: way ?? "'charset' beside 'csv' names another charset")
    }
    self.text = text
  }
}
