import JSONText

/// Decodes one value of a JSON document.
struct TapeDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let types: TypeCheck

  init(_ value: JSONValue, at path: [any CodingKey], _ types: TypeCheck) {
    self.value = value
    codingPath = path
    self.types = types
  }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value.kind == .object else { throw mismatch(type, wanted: "an object") }
    return KeyedDecodingContainer(TapeMembers(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array else { throw mismatch([Any].self, wanted: "an array") }
    return TapeElements(self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The decoder of a value inside this one.
  func inner(_ value: JSONValue, _ key: any CodingKey) -> TapeDecoder {
    TapeDecoder(value, at: codingPath + [key], types)
  }

  func mismatch(_ type: Any.Type, wanted: String) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "\(value.kind.name) is not \(wanted)"))
  }

  private func unfit(_ type: Any.Type) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "the number does not fit in \(type)"))
  }
}

extension TapeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let boolean = value.boolean else { throw mismatch(type, wanted: "a Bool") }
    return boolean
  }

  func decode(_ type: String.Type) throws -> String {
    guard let string = value.string else { throw mismatch(type, wanted: "a String") }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double { try float(type) }
  func decode(_ type: Float.Type) throws -> Float { try float(type) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let name = types.refused(type) {
      throw DecodingError.typeMismatch(
        type,
        .init(
          codingPath: codingPath,
          debugDescription: "\(name) has no form in JSON; decode a String or a number, and "
            + "convert it"))
    }
    return try Value(from: self)
  }

  private func float<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type
  ) throws -> Value {
    guard value.kind == .number else { throw mismatch(type, wanted: "a number") }
    guard let number = Value(value.text), number.isFinite else { throw unfit(type) }
    return number
  }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard value.kind == .number else { throw mismatch(type, wanted: "a number") }
    if let number = Value(value.text) { return number }
    guard let number = value.number?.integer.flatMap({ Value(exactly: $0) }) else {
      throw unfit(type)
    }
    return number
  }
}

/// Refuses types of Foundation that decode JSON to something else than it means: a date, for
/// example, takes every number for seconds since 2001.
final class TypeCheck {
  private var allowed: Set<ObjectIdentifier> = []

  /// Returns the name of a refused type; nil for all others.
  func refused(_ type: Any.Type) -> String? {
    guard !allowed.contains(ObjectIdentifier(type)) else { return nil }
    let parts = String(reflecting: type).split(separator: ".")
    if parts.count == 2, parts[0] == "Foundation" || parts[0] == "FoundationEssentials",
      ["Date", "URL", "Data", "Decimal"].contains(parts[1])
    {
      return String(parts[1])
    }
    allowed.insert(ObjectIdentifier(type))
    return nil
  }
}
