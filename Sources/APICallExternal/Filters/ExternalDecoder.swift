import APICallBase
import APICallContracts
import JSONText

/// A decoder that is a plugin.
///
/// Its program reads the body, and its output is read as the type that the manifest names.
struct ExternalDecoder: BodyDecoding {
  enum Products: Sendable {
    /// One JSON value.
    case json
    case lines
    case text

    init(_ mediaType: String?) {
      switch mediaType {
      case "application/x-ndjson": self = .lines
      case "text/plain": self = .text
      default: self = .json
      }
    }
  }

  let order: FilterOrder
  let products: Products
  /// The longest line, in bytes.
  let limit: Int
  private var filter: FilterProcess?
  private var validator = JSONValidator()
  private var hasBegun = false
  private var line: [UInt8] = []

  init(_ order: FilterOrder, products: Products, limit: Int) {
    self.order = order
    self.products = products
    self.limit = limit
  }

  mutating func begin(_ values: any ValueReceiver) throws(DeliveryError) {
    filter = try FilterProcess(order)
  }

  mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    try filter?.push(bytes) { (piece) throws(DeliveryError) in try take(piece, values) }
  }

  mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    try filter?.finish { (piece) throws(DeliveryError) in try take(piece, values) }
    switch products {
    case .json:
      do { try validator.finish() } catch { throw failure(error) }
      try values.end()
    case .text:
      if !hasBegun { try values.begin(.text) }
      try values.end()
    case .lines: try endLine(values)
    }
    filter = nil
  }

  /// Checks a piece of the output and passes it on.
  private mutating func take(
    _ bytes: Span<UInt8>, _ values: any ValueReceiver
  ) throws(DeliveryError) {
    switch products {
    case .json:
      do { try validator.push(bytes) } catch { throw failure(error) }
      try pass(bytes, .json, values)
    case .text: try pass(bytes, .text, values)
    case .lines: try takeLines(bytes, values)
    }
  }

  private mutating func pass(
    _ bytes: Span<UInt8>, _ kind: ValueKind, _ values: any ValueReceiver
  ) throws(DeliveryError) {
    if !hasBegun { try values.begin(kind) }
    hasBegun = true
    try values.receive(bytes)
  }

  private mutating func takeLines(
    _ bytes: Span<UInt8>, _ values: any ValueReceiver
  ) throws(DeliveryError) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        try endLine(values)
      } else {
        guard line.count < limit else { throw .tooLarge(limit: limit) }
        line.append(byte)
      }
    }
  }

  private mutating func endLine(_ values: any ValueReceiver) throws(DeliveryError) {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
    var validator = JSONValidator()
    do {
      try validator.push(line.span)
      try validator.finish()
    } catch {
      throw failure(error)
    }
    try values.begin(.json)
    try values.receive(line.span)
    try values.end()
    line.removeAll(keepingCapacity: true)
  }

  private func failure(_ error: JSONSyntaxError) -> DeliveryError {
    .plugin(PluginProblem(order.plugin, "its output is not JSON: \(error.description)"))
  }
}
