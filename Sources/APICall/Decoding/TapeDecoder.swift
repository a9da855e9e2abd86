import JSONText

/// Decodes one value of a JSON document.
struct TapeDecoder: Decoder {
  let value: JSONNode
  let path: CodingPath
  let reading: TapeReading
  /// The type whose own decoder, which the program has set, decodes the value; nil for none.
  var adapting: ObjectIdentifier?
  /// Whether the keys of the value stay as they are.
  var keepsKeys = false

  init(_ value: JSONNode, at path: CodingPath, _ reading: TapeReading) {
    self.value = value
    self.path = path
    self.reading = reading
  }

  /// Takes the decoder of a type that only this decoder knows.
  init(_ decoder: any Decoder, for type: Any.Type) throws {
    guard let decoder = decoder as? TapeDecoder else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(type) is decoded only by the 'decode' of a response"))
    }
    self = decoder
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { reading.options.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value.kind == .object else { throw mismatch(type, wanted: "an object") }
    return KeyedDecodingContainer(try TapeMembers(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array else { throw mismatch([Any].self, wanted: "an array") }
    return TapeElements(self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch reading.way(of: type) {
    case .own: return try Value(from: self)
    case .dictionary:
      var decoder = self
      decoder.keepsKeys = true
      return try Value(from: decoder)
    // A decoder that decodes its own type from the same value means that of the type.
    case .adapter where adapting == ObjectIdentifier(type): return try Value(from: self)
    case .adapter(let convert):
      var decoder = self
      decoder.adapting = ObjectIdentifier(type)
      guard let value = try convert(decoder) as? Value else {
        throw mismatch(type, wanted: "a \(type)")
      }
      return value
    case .refused(let name):
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: codingPath,
          debugDescription: "\(name) has no form in JSON; import APICallFoundation and decode "
            + "using '.foundation', or decode a String or a number"))
    }
  }

  func mismatch(_ type: Any.Type, wanted: String) -> DecodingError {
    value.mismatch(type, wanted: wanted, at: codingPath)
  }
}

extension JSONNode {
  func mismatch(_ type: Any.Type, wanted: String, at path: [any CodingKey]) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path, debugDescription: "\(kind.words) is not \(wanted)")
    return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension JSONKind {
  fileprivate var words: String {
    switch self {
    case .null: name
    case .array, .object: "an \(name)"
    case .boolean, .number, .string: "a \(name)"
    }
  }
}
