import APICallBase
import APICallHTTP
import JSONText

/// Writes what a path leads to in each value: in a document the one value of a singular path, else a
/// stream of all that is found, which comes as the values do.
final class ValueSelector: ValueSink {
  /// How what is found is written.
  enum Form {
    /// Nobody named a format: one text as it is, on a line of its own, and anything else in this
    /// one.
    case plain(any ValueFormatting)
    /// Texts as they are, all else as it stands in the response, and nothing between.
    case raw
    case format(any ValueFormatting)
  }

  let output: any ByteSink
  private let path: JSONPath
  private let form: Form
  private let contents: AnswerContents
  private let held: BufferSink
  private var isStream: Bool
  private(set) var hasValues = false
  /// What writes values where they are more than their bytes; made for the first one.
  private var printer: ValuePrinter?

  /// Creates a selector.
  ///
  /// - Parameters:
  ///   - path: where in each value it stands.
  ///   - form: how what is found is written.
  ///   - body: the body.
  ///   - output: where to write.
  init(_ path: JSONPath, as form: Form, of body: IncomingBody, output: any ByteSink) {
    self.path = path
    self.form = form
    self.output = output
    contents = AnswerContents(body.head, readBy: body.decoder?.name)
    // Without values, a stream is empty, and a document misses one.
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

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) { try held.write(octets) }

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
        "the response has nothing at \(path)", hint: AnswerContents.hint(of: value))
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
      let text = value.document.octets
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
    let text = value.document.octets
    try receive(text.span.extracting(value.range))
    try end()
  }
}
