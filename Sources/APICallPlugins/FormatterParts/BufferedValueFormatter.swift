import APICallBase
import APICallContracts
import APICallText
import JSONText

/// A formatter that buffers the JSON of each value and writes it when it is complete.
protocol BufferedValueFormatter: OutputFormatter {
  var held: BufferSink { get }

  /// Writes a value.
  ///
  /// Throws ``DeliveryError/unsuitable(_:)`` if the format cannot express it, and the errors of the
  /// output.
  mutating func write(_ value: JSONNode, to output: any ByteSink) throws(DeliveryError)
}

extension BufferedValueFormatter {
  package static var checksJSON: Bool { true }
  package static var takesText: Bool { false }

  package init() { self.init(FormatSettings()) }

  package mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    try kind.requireJSON(for: Self.name)
  }

  package mutating func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    try held.write(bytes)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    try write(JSONDocument(checking: held.take()).root, to: output)
  }
}

extension JSONDocument {
  /// Reads the JSON that a formatter has buffered.
  ///
  /// Throws ``DeliveryError/malformed(_:)`` if it is not JSON.
  convenience init(checking bytes: [UInt8]) throws(DeliveryError) {
    do {
      try self.init(bytes)
    } catch {
      throw DeliveryError(error)
    }
  }
}

extension JSONNode {
  /// The value as plain text: text without quotes, null as nothing, lists and maps as JSON without
  /// white space.
  ///
  /// Returns the text in UTF-8. Throws ``DeliveryError/unsuitable(_:)`` for half of a surrogate
  /// pair, which is not text.
  func plainBytes(for name: String, _ number: Int) throws(DeliveryError) -> [UInt8] {
    switch kind {
    case .null: return []
    case .boolean, .number: return Array(bytes)
    case .string:
      guard let string else {
        throw .unsuitable(
          "value \(number) contains half of a surrogate pair, which \(name) cannot show")
      }
      return Array(string.utf8)
    case .array, .object: return compactBytes
    }
  }

  var compactBytes: [UInt8] {
    // The text is part of a document that has been checked.
    (try? JSONCompactor.compact(Array(bytes).span)) ?? []
  }
}

extension ValueKind {
  func requireJSON(for name: String) throws(DeliveryError) {
    guard self != .json else { return }
    throw .unsuitable(
      "the response is \(self == .text ? "text" : "bytes"), which cannot be shown as \(name)",
      hint: "'decode: json' reads a body that is JSON; '--format raw' prints the bytes unchanged")
  }
}

extension TextStyle {
  init(_ scalar: JSONScalar?) {
    self =
      switch scalar {
      case nil: .plain
      case .key: .key
      case .string: .string
      case .number: .number
      case .boolean: .boolean
      case .null: .null
      }
  }

  /// The style of a value that is neither a list nor a map.
  init(_ kind: JSONKind) {
    self =
      switch kind {
      case .null: .null
      case .boolean: .boolean
      case .number: .number
      case .string: .string
      case .array, .object: .plain
      }
  }
}
