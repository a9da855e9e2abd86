import JSONText

/// The members of an object.
struct TapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: TapeDecoder
  /// The members by the keys of the type, if those are not the keys of the object or are many; nil
  /// if they are looked for in the document.
  private let table: [String: JSONNode]?
  /// From how many members on a table is faster than a search.
  private static var most: Int { 16 }

  init(_ decoder: TapeDecoder) throws {
    self.decoder = decoder
    let convert = decoder.keepsKeys ? nil : decoder.reading.convert
    let refuses = decoder.reading.options.repeatedKeys == .refuse
    guard refuses || convert != nil || decoder.value.hasMembers(beyond: Self.most) else {
      table = nil
      return
    }
    var table: [String: JSONNode] = [:]
    for (key, value) in decoder.value.members {
      let known = table.updateValue(value, forKey: convert?(key) ?? key)
      guard known != nil, refuses else { continue }
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the key '\(key)' is repeated"))
    }
    self.table = table
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    var known: Set<String> = []
    let convert = decoder.keepsKeys ? nil : decoder.reading.convert
    return decoder.value.members.compactMap { member in
      let key = convert?(member.key) ?? member.key
      return known.insert(key).inserted ? Key(stringValue: key) : nil
    }
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(of: key).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try inner(key).decode(type)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try inner(PlainKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

  private func find(_ key: String) -> JSONNode? {
    guard let table else { return decoder.value[key] }
    return table[key]
  }

  private func inner(_ key: some CodingKey) throws -> TapeDecoder {
    TapeDecoder(try value(of: key), at: .key(key, decoder.path), decoder.reading)
  }

  private func value(of key: some CodingKey) throws -> JSONNode {
    if let value = find(key.stringValue) { return value }
    throw DecodingError.keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "there is no key '\(key.stringValue)'"))
  }

  private func path(_ key: Key) -> [any CodingKey] { codingPath + [key] }
}

/// The values that are read without a decoder of their own.
extension TapeMembers {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try value(of: key).bool(path(key))
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try value(of: key).text(path(key))
  }
  func decode<Value: Decodable & BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value {
    try value(of: key).float(type, decoder.reading.options, path(key))
  }
  func decode<Value: Decodable & FixedWidthInteger>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value {
    try value(of: key).integer(type, path(key))
  }
  // What the standard library has for these two throws an error.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try value(of: key).integer(type, path(key))
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try value(of: key).integer(type, path(key))
  }
}

extension JSONNode {
  fileprivate func hasMembers(beyond count: Int) -> Bool {
    var places = members.places
    for _ in 0...count where places.next() == nil { return false }
    return true
  }
}
