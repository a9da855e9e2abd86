public import APICall

extension Response {
  /// The bytes of the body.
  public var data: Data { Data(body) }

  /// Decodes the body by a decoder of Foundation, for programs that have set one up.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - decoder: the decoder.
  /// - Returns: the value.
  /// - Throws: a `RequestError` as `Response.decode(_:at:using:)` does, with the path, line and
  ///   column of what does not fit.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, using decoder: JSONDecoder
  ) throws(RequestError) -> Value {
    try decode { bytes in try decoder.decode(type, from: Data(bytes)) }
  }
}
