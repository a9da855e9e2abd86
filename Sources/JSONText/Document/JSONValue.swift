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

  /// The elements of an array in their order; empty if this is no array.
  public var elements: Elements { Elements(self) }

  /// The members of an object in their order, repeated keys included; empty if this is no object.
  public var members: Members { Members(self) }

  /// How many elements an array or members an object has, repeated keys included; 0 for the rest.
  ///
  /// They are counted anew each time, in time that grows with their number.
  public var count: Int {
    switch kind {
    case .array:
      var count = 0
      for _ in elements { count += 1 }
      return count
    case .object:
      var count = 0
      for _ in members.places { count += 1 }
      return count
    default: return 0
    }
  }

  /// The value of a key, or nil if this is no object that has it.
  ///
  /// Keys are compared by their Unicode scalars, decoded and not normalised. RFC 8259, section 4,
  /// leaves open what a repeated key means; the last one wins here, as in most readers.
  ///
  /// - Parameter key: the key.
  public subscript(key: String) -> JSONValue? {
    var found: JSONValue?
    for (name, value) in members.places where name.decodes(to: key.utf8) { found = value }
    return found
  }

  /// The element at a position, or nil if this is no array that has one there.
  ///
  /// - Parameter position: counted from 0; from the end, as -1, -2 … where negative.
  public subscript(position: Int) -> JSONValue? {
    var rest = position
    if position < 0 {
      let (sum, overflow) = position.addingReportingOverflow(elements.reduce(0) { n, _ in n + 1 })
      guard !overflow, sum >= 0 else { return nil }
      rest = sum
    }
    for element in elements {
      if rest == 0 { return element }
      rest -= 1
    }
    return nil
  }

  /// The elements of an array.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    fileprivate init(_ value: JSONValue) {
      document = value.document
      index = value.index + 1
      end = value.kind == .array ? Int(value.entry.next) : index
    }

    /// Steps to the next element.
    ///
    /// - Returns: the element, or nil behind the last.
    public mutating func next() -> JSONValue? {
      guard index < end else { return nil }
      defer { index = Int(document.tape[index].next) }
      return JSONValue(document: document, index: index)
    }
  }

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    /// The same, keys as they stand in the document.
    package var places: Places

    fileprivate init(_ value: JSONValue) {
      places = Places(value)
    }

    /// Steps to the next member.
    ///
    /// - Returns: the decoded key and its value, or nil behind the last. In a key, a surrogate
    ///   without its other half becomes replacement characters, U+FFFD.
    public mutating func next() -> (key: String, value: JSONValue)? {
      guard let (key, value) = places.next() else { return nil }
      return (key.string ?? String(decoding: key.decodedOctets, as: UTF8.self), value)
    }
  }

  /// The members of an object, keys undecoded: what `Members` is made of.
  package struct Places: Sequence, IteratorProtocol, Sendable {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    fileprivate init(_ value: JSONValue) {
      document = value.document
      index = value.index + 1
      end = value.kind == .object ? Int(value.entry.next) : index
    }

    /// Steps to the next member.
    ///
    /// - Returns: the key, which is a string, and its value, or nil behind the last.
    package mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard index < end else { return nil }
      defer { index = Int(document.tape[index + 1].next) }
      return (
        JSONValue(document: document, index: index), JSONValue(document: document, index: index + 1)
      )
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value's own text.
  public var description: String { text }
}
