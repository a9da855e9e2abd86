package import APICallBase
package import APICallContracts
import APICallText
import JSONText

/// Passes the values of a decoder to a formatter.
///
/// It makes one document of a stream and records of a list, as the formatter's layout requires, and
/// checks JSON unless another stage does.
package final class ValuePrinter: ValueReceiver {
  let output: any ByteSink
  private var formatter: any ValueFormatting
  private let layout: OutputLayout
  private let takesText: Bool
  private let checksJSON: Bool
  /// Whether JSON values are known to be valid.
  private var isChecked: Bool

  private var validator: JSONValidator?
  /// What may be the end of a document; nil for other values.
  private var documentEnd: DocumentEnd?
  private var mode = Mode.passing
  private var isStream = false
  private var count = 0
  private var buffer: [UInt8] = []
  private var itemizer = JSONItemizer()
  /// The beginning of an item of a list: what is before an error in it is not an item.
  private let item: BufferSink

  /// What is done with the bytes of the current value.
  private enum Mode {
    case passing
    /// They are text that becomes a JSON string.
    case quoting
    /// They are JSON; the items of a list are values of their own.
    case splitting
  }

  package init(
    formatter: any ValueFormatting, output: any ByteSink, isChecked: Bool = false,
    limit: Int = BufferedBytes.limit
  ) {
    self.formatter = formatter
    self.output = output
    self.isChecked = isChecked
    layout = formatter.layout
    takesText = formatter.takesText
    checksJSON = formatter.checksJSON
    item = BufferSink(limit: limit)
  }

  var hasValues: Bool { count > 0 }
  /// What the formatter did not print; complete after ``finish()``.
  package var remarks: [FormatRemark] { formatter.remarks }

  package func beginStream() { isStream = true }

  /// Begins the list of a stream with its first value, so that nothing is printed before an error.
  private func beginList() throws(DeliveryError) {
    try formatter.begin(.json, output)
    try format("[")
  }

  package func begin(_ kind: ValueKind) throws(DeliveryError) {
    count += 1
    let isElement = isStream && layout == .document
    // Invalid values may form a valid list together, so each is checked by itself.
    let isUnchecked = kind == .json && !isChecked && (!checksJSON || isElement)
    validator = isUnchecked ? JSONValidator() : nil
    documentEnd = kind == .json && !isStream ? DocumentEnd() : nil
    switch kind {
    case .text where isElement || !takesText: mode = .quoting
    case .json where layout == .records && !isStream: mode = .splitting
    default: mode = .passing
    }
    if isElement {
      guard kind != .bytes else { throw .unsuitable("bytes cannot be part of a list") }
      if count > 1 { try format(",") } else { try beginList() }
    } else if mode == .splitting {
      validator = nil
      itemizer = JSONItemizer()
    } else {
      try formatter.begin(mode == .quoting ? .json : kind, output)
    }
    if mode == .quoting { try format("\"") }
  }

  package func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    switch mode {
    case .passing:
      try write(bytes)
      guard validator != nil else { return }
      do {
        try validator?.push(bytes)
      } catch {
        // It is not complete, whatever its end looks like.
        try writeDocumentEnd()
        throw DeliveryError(error)
      }
    case .quoting:
      var text: [UInt8] = []
      JSONWriter.append(content: bytes, to: &text)
      try formatter.format(text.span, output)
    case .splitting:
      try split { (itemizer, buffer) throws(JSONSyntaxError) in
        try itemizer.push(bytes, into: &buffer)
      }
    }
  }

  private func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    // It is taken out, so that the rest can be changed meanwhile.
    guard var end = documentEnd.take() else { return try formatter.format(bytes, output) }
    defer { documentEnd = end }
    try end.hold(of: bytes) { (part) throws(DeliveryError) in try formatter.format(part, output) }
  }

  private func writeDocumentEnd() throws(DeliveryError) {
    guard var end = documentEnd.take() else { return }
    try end.release { (part) throws(DeliveryError) in try formatter.format(part, output) }
  }

  package func end() throws(DeliveryError) {
    switch mode {
    case .passing:
      try writeDocumentEnd()
      try rethrowing(validator?.finish()) { DeliveryError($0) }
    case .quoting: try format("\"")
    case .splitting:
      return try split { (itemizer, buffer) throws(JSONSyntaxError) in
        try itemizer.finish(into: &buffer)
      }
    }
    if !isStream || layout != .document { try formatter.end(output) }
  }

  /// Writes a document, which was checked when it was read.
  func write(_ document: JSONDocument) throws(DeliveryError) {
    isChecked = true
    try begin(.json)
    let bytes = document.bytes
    try receive(bytes.span)
    try end()
  }

  package func finish() throws(DeliveryError) {
    if isStream, layout == .document {
      if count == 0 { try beginList() }
      try format("]")
      try formatter.end(output)
    }
    if count > 0 || isStream { try formatter.finish(output) }
  }

  private func format(_ text: String) throws(DeliveryError) {
    try formatter.format(Array(text.utf8).span, output)
  }

  /// Passes the items of a list, each followed by a line feed, to the formatter.
  private func split(
    _ read: (inout JSONItemizer, inout [UInt8]) throws(JSONSyntaxError) -> Void
  ) throws(DeliveryError) {
    var items = buffer
    buffer = []
    items.removeAll(keepingCapacity: true)
    do {
      try read(&itemizer, &items)
    } catch {
      // The items before an error are printed, too, and their own errors come first. The first
      // error is reported wherever the pieces were cut.
      try deliver(items.span)
      throw DeliveryError(error)
    }
    try deliver(items.span)
    buffer = items
  }

  private func deliver(_ items: Span<UInt8>) throws(DeliveryError) {
    var start = 0
    while start < items.count {
      guard let end = items.indexOfLineFeed(from: start) else {
        return try item.write(items.extracting(start..<items.count))
      }
      try formatter.begin(.json, output)
      let before = item.take()
      if !before.isEmpty { try formatter.format(before.span, output) }
      if start < end { try formatter.format(items.extracting(start..<end), output) }
      try formatter.end(output)
      start = end + 1
    }
  }
}

/// Writes the values of a response at the end of their way.
protocol ValueSink: ValueReceiver {
  var output: any ByteSink { get }
  var hasValues: Bool { get }
  /// Whether it takes more values; read after each one.
  var wantsMore: Bool { get }
  /// What was not printed; complete after ``finish()``.
  var remarks: [FormatRemark] { get }
  /// Writes a document that was already read, in place of its bytes.
  func write(_ document: JSONDocument) throws(DeliveryError)
  func finish() throws(DeliveryError)
}

extension ValueSink {
  var wantsMore: Bool { true }
}

extension ValuePrinter: ValueSink {}

/// Writes values as the iterations of a loop pass them on.
///
/// Each is JSON without white space on a line of its own, whatever its type.
package struct IterationValues: ValueFormatting {
  package let checksJSON = true
  package let layout = OutputLayout.values
  package let takesText = false

  private var compactor = JSONCompactor()
  private var buffer: [UInt8] = []

  package init() {}

  package mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    guard kind != .bytes else {
      throw .unsuitable("bytes cannot be among the values of a step's iterations")
    }
    compactor = JSONCompactor()
  }

  package mutating func format(
    _ bytes: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    try write(to: output) { (compactor, buffer) throws(JSONSyntaxError) in
      try compactor.push(bytes, into: &buffer)
    }
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    try write(to: output) { (compactor, buffer) throws(JSONSyntaxError) in
      try compactor.finish(into: &buffer)
      buffer.append(0x0A)
    }
  }

  private mutating func write(
    to output: any ByteSink,
    _ read: (inout JSONCompactor, inout [UInt8]) throws(JSONSyntaxError) -> Void
  ) throws(DeliveryError) {
    buffer.removeAll(keepingCapacity: true)
    try rethrowing(read(&compactor, &buffer)) { DeliveryError($0) }
    try output.write(buffer.span)
  }
}

/// Reads such lines, and passes the values on.
package final class IterationLines: ByteSink {
  private let values: any ValueReceiver
  private var decoder = PageItemsDecoder()

  package init(to values: any ValueReceiver) { self.values = values }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    try decoder.decode(bytes, to: values)
  }

  package func flush() {}
}
