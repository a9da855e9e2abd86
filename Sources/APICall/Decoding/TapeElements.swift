import JSONText

/// The elements of an array.
struct TapeElements: UnkeyedDecodingContainer {
  private let decoder: TapeDecoder
  private var rest: JSONNode.Elements
  private var next: JSONNode?
  private(set) var currentIndex = 0

  init(_ decoder: TapeDecoder) {
    self.decoder = decoder
    rest = decoder.value.elements
    next = rest.next()
  }

  var count: Int? { decoder.value.count }
  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { next == nil }

  mutating func decodeNil() throws -> Bool {
    guard try element(Any.self).isNull else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try enter { try $0.decode(type) }
  }

  mutating func nestedContainer<Key>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try enter { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try enter { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try enter { $0 } }

  private mutating func enter<Result>(_ body: (TapeDecoder) throws -> Result) throws -> Result {
    let inner = TapeDecoder(
      try element(Any.self), at: .index(currentIndex, decoder.path), decoder.reading)
    let result = try body(inner)
    advance()
    return result
  }

  private func element(_ type: Any.Type) throws -> JSONNode {
    if let next { return next }
    throw DecodingError.valueNotFound(
      type, .init(codingPath: path, debugDescription: "the array has no more elements"))
  }

  /// Goes on to the next element; an element that does not fit stays the next.
  private mutating func advance() {
    next = rest.next()
    currentIndex += 1
  }

  private var path: [any CodingKey] { codingPath + [PlainKey(currentIndex)] }
}

/// The values that are read without a decoder of their own.
extension TapeElements {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let result = try element(type).bool(path)
    advance()
    return result
  }
  mutating func decode(_ type: String.Type) throws -> String {
    let result = try element(type).text(path)
    advance()
    return result
  }
  mutating func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try integer(type)
  }
  // What the standard library has for these two throws an error.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let result = try element(type).integer(type, path)
    advance()
    return result
  }
  mutating func decode<Value: Decodable & BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type
  ) throws -> Value {
    let result = try element(type).float(type, decoder.reading.options, path)
    advance()
    return result
  }
}
