/// The six kinds of JSON value (RFC 8259, section 3).
public enum JSONKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The literal for no value.
  case null
  /// One of the two truth values.
  case boolean
  /// A decimal number of any length.
  case number
  /// A string.
  case string
  /// A list of values.
  case array
  /// Keys with values.
  case object

  /// The kind's name, as in messages and JSON Schema.
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

  /// Whether values of the kind contain other values.
  var isContainer: Bool { self == .array || self == .object }
}

/// A value in a JSON document: a reference to its place, which is cheap to copy.
public struct JSONNode: Sendable {
  /// The document of the value.
  public let document: JSONDocument
  let index: Int

  var entry: JSONTapeEntry { document.tape[index] }

  /// What kind of value this is.
  public var kind: JSONKind { entry.kind }

  /// The range of the value's text in the document's bytes.
  public var range: Range<Int> { entry.range }

  /// The value's bytes, as written in the document.
  public var bytes: ArraySlice<UInt8> { document.bytes[entry.range] }

  /// The value's text, as written in the document: strings have their quotes and escapes.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the value is `null`.
  public var isNull: Bool { kind == .null }

  /// The truth value; nil if this is not a boolean.
  public var boolean: Bool? {
    kind == .boolean ? document.bytes[range.lowerBound] == UInt8(ascii: "t") : nil
  }

  /// The exact number; nil if this is not a number.
  public var number: JSONNumeral? {
    kind == .number ? JSONNumeral(bytes: bytes) : nil
  }

  /// The decoded string.
  ///
  /// It is nil if this is not a string, or if the string has an escape of a surrogate without its
  /// other half (`"\ud800"`), which is valid JSON but not Unicode text (RFC 8259, section 8.2).
  /// `text` has it in either case.
  public var string: String? {
    guard kind == .string else { return nil }
    let content = document.bytes[range.lowerBound + 1..<range.upperBound - 1]
    guard entry.isEscaped else { return String(decoding: content, as: UTF8.self) }
    let decoded = JSONStringDecoder.decode(content)
    return decoded.isUnicode ? String(decoding: decoded.bytes, as: UTF8.self) : nil
  }

  /// The decoded bytes of a string or key; a lone surrogate is encoded as if it were a character.
  var decodedBytes: [UInt8] {
    let content = document.bytes[range.lowerBound + 1..<range.upperBound - 1]
    return entry.isEscaped ? JSONStringDecoder.decode(content).bytes : Array(content)
  }

  func decodes(to bytes: some Collection<UInt8>) -> Bool {
    if entry.isEscaped { return decodedBytes.elementsEqual(bytes) }
    return document.bytes[range.lowerBound + 1..<range.upperBound - 1].elementsEqual(bytes)
  }

  /// The elements of an array in their order; empty if this is not an array.
  public var elements: Elements { Elements(self) }

  /// The members of an object in their order, repeated keys included; empty if this is not an
  /// object.
  public var members: Members { Members(self) }

  /// The number of elements of an array or members of an object, repeated keys included; 0 for
  /// others.
  ///
  /// They are counted each time, in time that grows with their number.
  public var count: Int {
    let tape = document.tape
    var count = 0
    var children = JSONChildren(of: index, in: tape)
    while children.next(in: tape) != nil { count += 1 }
    return count
  }

  /// The value of a key; nil if this is not an object with that key.
  ///
  /// Keys are compared by their decoded Unicode scalars, without normalisation. RFC 8259, section
  /// 4, leaves open what a repeated key means; here the last one counts, as in most readers.
  ///
  /// - Parameter key: the key.
  public subscript(key: String) -> JSONNode? {
    var key = key
    return key.withUTF8 { lastMember(named: $0) }
  }

  /// The value of a key in UTF-8, of which a loop over the tape compares no more than it has to.
  private func lastMember(named name: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    guard kind == .object else { return nil }
    let (entries, text) = (document.tape, document.bytes)
    let (tape, bytes) = (entries.span, text.span)
    let end = Int(entry.next)
    var index = index + 1
    var found: Int?
    while index < end {
      let key = tape[index]
      if key.isEscaped {
        if JSONNode(document: document, index: index).decodes(to: name) { found = index + 1 }
      } else if Int(key.end - key.start) == name.count + 2 {
        let start = Int(key.start) + 1
        var position = 0
        while position < name.count, bytes[start + position] == name[position] { position += 1 }
        if position == name.count { found = index + 1 }
      }
      index = Int(tape[index + 1].next)
    }
    return found.map { JSONNode(document: document, index: $0) }
  }

  /// The element at a position; nil if this is not an array with that position.
  ///
  /// - Parameter position: counted from 0, or from the end as -1, -2 …
  public subscript(position: Int) -> JSONNode? {
    var rest = position
    if position < 0 {
      let (sum, overflow) = position.addingReportingOverflow(kind == .array ? count : 0)
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

    fileprivate init(_ value: JSONNode) {
      document = value.document
      index = value.index + 1
      end = value.kind == .array ? Int(value.entry.next) : index
    }

    /// Advances to the next element.
    ///
    /// - Returns: the element, or nil after the last.
    public mutating func next() -> JSONNode? {
      guard index < end else { return nil }
      defer { index = Int(document.tape[index].next) }
      return JSONNode(document: document, index: index)
    }
  }

  /// The members of an object.
  public struct Members: Sequence, IteratorProtocol, Sendable {
    package var places: Places

    fileprivate init(_ value: JSONNode) {
      places = Places(value)
    }

    /// Advances to the next member.
    ///
    /// - Returns: the decoded key and its value, or nil after the last. In a key, a surrogate
    ///   without its other half becomes replacement characters, U+FFFD.
    public mutating func next() -> (key: String, value: JSONNode)? {
      guard let (key, value) = places.next() else { return nil }
      return (key.string ?? String(decoding: key.decodedBytes, as: UTF8.self), value)
    }
  }

  /// The members of an object with undecoded keys, on which `Members` is built.
  package struct Places: Sequence, IteratorProtocol, Sendable {
    private let document: JSONDocument
    private var index: Int
    private let end: Int

    fileprivate init(_ value: JSONNode) {
      document = value.document
      index = value.index + 1
      end = value.kind == .object ? Int(value.entry.next) : index
    }

    /// Advances to the next member.
    ///
    /// Returns the key, which is a string, and its value, or nil after the last.
    package mutating func next() -> (key: JSONNode, value: JSONNode)? {
      guard index < end else { return nil }
      defer { index = Int(document.tape[index + 1].next) }
      return (
        JSONNode(document: document, index: index), JSONNode(document: document, index: index + 1)
      )
    }
  }
}

extension JSONNode: CustomStringConvertible {
  /// The value's text, as written.
  public var description: String { text }
}
