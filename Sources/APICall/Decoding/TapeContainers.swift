import JSONText

/// The members of an object.
struct TapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: TapeDecoder
  private let members: [String: JSONValue]

  init(_ decoder: TapeDecoder) {
    self.decoder = decoder
    var members: [String: JSONValue] = [:]
    for (key, value) in decoder.value.members { members[key] = value }
    self.members = members
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try inner(PlainKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: Key) throws -> TapeDecoder { try inner(key) }

  private func inner(_ key: any CodingKey) throws -> TapeDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "there is no key '\(key.stringValue)'"))
    }
    return decoder.inner(value, key)
  }
}

/// The elements of an array.
struct TapeElements: UnkeyedDecodingContainer {
  private let decoder: TapeDecoder
  private var rest: JSONValue.Elements
  private var next: JSONValue?
  let count: Int?
  private(set) var currentIndex = 0

  init(_ decoder: TapeDecoder) {
    self.decoder = decoder
    rest = decoder.value.elements
    count = decoder.value.count
    next = rest.next()
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { next == nil }

  mutating func decodeNil() throws -> Bool {
    guard try element().value.isNull else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try element().decode(type)
    advance()
    return value
  }

  mutating func nestedContainer<Key>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try element().container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element().unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let element = try element()
    advance()
    return element
  }

  private func element() throws -> TapeDecoder {
    guard let next else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "the array has no more elements"))
    }
    return decoder.inner(next, PlainKey(currentIndex))
  }

  private mutating func advance() {
    next = rest.next()
    currentIndex += 1
  }
}

/// A key without a type of its own.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) { (stringValue, intValue) = (text, nil) }
  init(_ index: Int) { (stringValue, intValue) = (String(index), index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
