import JSONText

/// The elements of an array.
struct TapeElements: UnkeyedDecodingContainer {
  private let decoder: TapeDecoder
  private var rest: JSONText.JSONValue.Elements
  private var next: JSONText.JSONValue?
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

  private func element(_ type: Any.Type) throws -> JSONText.JSONValue {
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
  mutating func decode(_ type: Double.Type) throws -> Double { try float(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try float(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let result = try element(type).integer(type, path)
    advance()
    return result
  }

  private mutating func float<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type
  ) throws -> Value {
    let result = try element(type).float(type, decoder.reading.options, path)
    advance()
    return result
  }
}
