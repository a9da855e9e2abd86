extension JSONValue {
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
