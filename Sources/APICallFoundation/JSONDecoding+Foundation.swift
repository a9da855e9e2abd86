public import APICall

extension JSONDecoding {
  /// A way of decoding that knows types of Foundation.
  ///
  /// ```swift
  /// let todos: [Todo] = try response.decode(using: .foundation)
  /// ```
  ///
  /// A `Date` is read as `JSONDecoding.dates` says, a `URL` from a string that is one, `Data` from a
  /// string in Base64, and a `Decimal` from every digit of a number.
  public static var foundation: JSONDecoding {
    var decoding = JSONDecoding()
    decoding.useFoundation()
    return decoding
  }

  /// Decodes types of Foundation as ``foundation`` does, in addition to the other choices.
  public mutating func useFoundation() {
    setDecoder(for: Date.self) { Date(try Timestamp(from: $0)) }
    setDecoder(for: URL.self) { decoder in
      try Self.convert(decoder, "a URL") { URL(string: $0) }
    }
    setDecoder(for: Data.self) { decoder in
      try Self.convert(decoder, "data in Base64") { Data(base64Encoded: $0) }
    }
    setDecoder(for: Decimal.self) { decoder in
      let number = try JSONNumber(from: decoder)
      guard let decimal = Decimal(string: number.description),
        JSONNumber(decimal.description) == number
      else {
        throw DecodingError.dataCorruptedError(
          in: try decoder.singleValueContainer(),
          debugDescription: "the number has more digits than a Decimal")
      }
      return decimal
    }
  }

  private static func convert<Value>(
    _ decoder: any Decoder, _ wanted: String, _ make: (String) -> Value?
  ) throws -> Value {
    let container = try decoder.singleValueContainer()
    guard let value = make(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the string is not \(wanted)")
    }
    return value
  }
}
