/// The six kinds of JSON value (RFC 8259, section 3).
public enum JSONKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The literal for no value.
  case null
  /// One of the two truth values.
  case boolean
  /// A decimal number of any length.
  case number
  /// Text.
  case string
  /// Values in a row.
  case array
  /// Keys with values.
  case object

  /// The kind's name as messages and JSON Schema have it.
  public var name: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Whether values of the kind hold other values.
  var isContainer: Bool { self == .array || self == .object }
}

/// A value in a JSON document: a place in it, which is cheap to copy.
public struct JSONValue: Sendable {
  /// The document the value stands in.
  public let document: JSONDocument
  let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  var entry: JSONTapeEntry { document.tape[index] }

  /// What kind of value this is.
  public var kind: JSONKind { entry.kind }

  /// Where the value's text stands in the document's octets.
  public var range: Range<Int> { entry.range }

  /// The value's own octets, as they stand in the document.
  public var octets: ArraySlice<UInt8> { document.octets[entry.range] }

  /// The value's own text, as it stands in the document: strings with their quotes and escapes.
  public var text: String { String(decoding: octets, as: UTF8.self) }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The truth value, or nil if this is no boolean.
  public var boolean: Bool? {
    kind == .boolean ? document.octets[range.lowerBound] == UInt8(ascii: "t") : nil
  }

  /// The exact number, or nil if this is none.
  public var number: JSONNumber? {
    kind == .number ? JSONNumber(octets: octets) : nil
  }

  /// The decoded text.
  ///
  /// Nil if this is no string, or if it holds the escape of a surrogate without its other half
  /// (`"\ud800"`), which is valid JSON but no Unicode text (RFC 8259, section 8.2); `text` still
  /// has it.
  public var string: String? {
    guard kind == .string else { return nil }
    let content = document.octets[range.lowerBound + 1..<range.upperBound - 1]
    guard entry.isEscaped else { return String(decoding: content, as: UTF8.self) }
    let decoded = JSONStringDecoder.decode(content)
    return decoded.isUnicode ? String(decoding: decoded.octets, as: UTF8.self) : nil
  }

  /// The decoded octets of a string or key; a lone surrogate stands as UTF-8 would encode it.
  var decodedOctets: [UInt8] {
    let content = document.octets[range.lowerBound + 1..<range.upperBound - 1]
    return entry.isEscaped ? JSONStringDecoder.decode(content).octets : Array(content)
  }

  /// Says whether a string or key decodes to exactly these octets.
  func decodes(to octets: some Collection<UInt8>) -> Bool {
    if entry.isEscaped { return decodedOctets.elementsEqual(octets) }
    return document.octets[range.lowerBound + 1..<range.upperBound - 1].elementsEqual(octets)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value's own text.
  public var description: String { text }
}
