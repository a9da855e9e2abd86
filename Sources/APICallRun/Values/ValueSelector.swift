import APICallBase
import APICallHTTP
import JSONText

/// Writes what a path selects in each value.
///
/// In a document, a singular path selects one value. Otherwise, all selected values are a stream,
/// which is written as the values arrive.
final class ValueSelector: ValueSink {
  /// How the selected values are written.
  enum Form {
    /// No format was named: a single text is printed unchanged, on a line of its own, and anything
    /// else in this format.
    case plain(any ValueFormatting)
    /// Texts are printed unchanged, anything else as it is in the response, with nothing between
    /// them.
    case raw
    case format(any ValueFormatting)
  }

  let output: any ByteSink
  private let path: JSONPath
  private let form: Form
  private let contents: ResponseContents
  private let held: BufferSink
  private var isStream: Bool
  private(set) var hasValues = false
  var remarks: [FormatRemark] { printer?.remarks ?? [] }
  /// Writes values that need more than their bytes; created for the first one.
  private var printer: ValuePrinter?

  /// Creates a selector.
  ///
  /// - Parameters:
  ///   - path: the path in each value.
  ///   - form: how the selected values are written.
  ///   - body: the body.
  ///   - output: where to write.
  init(_ path: JSONPath, as form: Form, of body: IncomingBody, output: any ByteSink) {
    self.path = path
    self.form = form
    self.output = output
    contents = ResponseContents(body.head, readBy: body.decoder?.name)
    // Without values, a stream is empty, but a document lacks one.
    isStream = body.decoder?.isStream ?? false
    held = BufferSink(limit: body.settings.limit)
  }

  func beginStream() throws(DeliveryError) {
    isStream = true
    try beginOutput()
  }

  func begin(_ kind: ValueKind) throws(DeliveryError) {
    guard kind == .json else {
      throw .unselectable("there is nothing to select from", hint: contents.hintWithoutJSON)
    }
    hasValues = true
  }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) { try held.write(bytes) }

  func end() throws(DeliveryError) {
    try select(in: JSONValue(delivered: held.take()))
  }

  func write(_ document: JSONDocument) throws(DeliveryError) {
    hasValues = true
    try select(in: document.root)
  }

  private func select(in value: JSONValue) throws(DeliveryError) {
    if path.isSingular, !isStream { return try writeOne(in: value) }
    let places = try places(in: value)
    if !isStream { try beginOutput() }
    for place in places { try write(place) }
  }

  func finish() throws(DeliveryError) {
    if !hasValues, !isStream, path.isSingular {
      throw .unselectable("the response has nothing at \(path)", hint: "the response is empty")
    }
    try printer?.finish()
  }

  private func places(in value: JSONValue) throws(DeliveryError) -> JSONPathPlaces {
    do {
      return try path.places(in: value, patterns: path.usesPatterns ? PathPatterns() : nil)
    } catch {
      throw .unselectable("cannot evaluate \(path): \(error)", hint: nil)
    }
  }

  private func writeOne(in value: JSONValue) throws(DeliveryError) {
    guard let found = try places(in: value).first(where: { _ in true }) else {
      throw .unselectable(
        "the response has nothing at \(path)", hint: ResponseContents.hint(of: value))
    }
    switch form {
    case .plain where found.kind == .string:
      try writeRaw(found)
      try output.write("\n")
    case .raw: try writeRaw(found)
    case .plain(let formatter), .format(let formatter):
      let printer = ValuePrinter(formatter: formatter, output: output, isChecked: true)
      self.printer = printer
      try printer.print(found)
    }
  }

  private func beginOutput() throws(DeliveryError) {
    switch form {
    case .raw: return
    case .plain(let formatter), .format(let formatter):
      let printer = ValuePrinter(formatter: formatter, output: output, isChecked: true)
      self.printer = printer
      try printer.beginStream()
    }
  }

  private func write(_ value: JSONValue) throws(DeliveryError) {
    if let printer { try printer.print(value) } else { try writeRaw(value) }
  }

  private func writeRaw(_ value: JSONValue) throws(DeliveryError) {
    guard value.kind == .string else {
      let text = value.document.bytes
      return try output.write(text.span.extracting(value.range))
    }
    guard let text = value.string else {
      throw .unselectable(
        "the text at \(path) contains half of a surrogate pair, which is not Unicode",
        hint: "'--format json' prints it unchanged")
    }
    try output.write(text)
  }
}

extension ValuePrinter {
  /// Prints a value of a document.
  fileprivate func print(_ value: JSONValue) throws(DeliveryError) {
    try begin(.json)
    let text = value.document.bytes
    try receive(text.span.extracting(value.range))
    try end()
  }
}
