import JSONText

/// The values that are read without a decoder of their own.
extension TapeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try value.bool(codingPath) }
  func decode(_ type: String.Type) throws -> String { try value.text(codingPath) }

  func decode<Value: Decodable & FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try value.integer(type, codingPath)
  }

  // What the standard library has for these two throws an error.
  func decode(_ type: Int128.Type) throws -> Int128 { try value.integer(type, codingPath) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value.integer(type, codingPath) }

  func decode<Value: Decodable & BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type
  ) throws -> Value {
    try value.float(type, reading.options, codingPath)
  }
}
