import HTTPTypes
import JSONText

extension Response {
  /// Decodes the body, which must be one JSON value.
  ///
  /// Integers are exact: `1.0` and `1e2` are integers, and a number that does not fit is an error. Of
  /// a repeated key the last one counts. Decoding runs in the caller's isolation.
  ///
  /// - Parameter type: the type to decode.
  /// - Returns: the value.
  /// - Throws: ``RequestError/noData(_:_:)`` for an empty body, otherwise
  ///   ``RequestError/decoding(_:_:)`` with the path, line and column of what does not fit.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(RequestError) -> Value {
    guard !body.isEmpty else { throw .noData(self, [Diagnostic("the response has no body")]) }
    let document: JSONDocument
    do throws(JSONSyntaxError) { document = try JSONDocument(body) } catch {
      let type = headerFields[.contentType].map { "the response has the Content-Type '\($0)'" }
      throw .decoding(
        self,
        [
          Diagnostic(
            "the body is not JSON: \(error.description)", hint: type, line: error.line,
            column: error.column)
        ])
    }
    do {
      return try TapeDecoder(document.root, at: [], TypeCheck()).decode(type)
    } catch let error as DecodingError {
      throw .decoding(self, [Diagnostic(error, in: document.root, of: self)])
    } catch {
      // The description of an unknown error may show a value of the body.
      throw .decoding(
        self, [Diagnostic("decoding threw an error of the type '\(Swift.type(of: error))'")])
    }
  }
}

extension Diagnostic {
  /// Describes why a value does not fit its type, with its path, line and column.
  fileprivate init(_ error: DecodingError, in root: JSONValue, of response: Response) {
    let context: DecodingError.Context
    var keys: [any CodingKey] = []
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
    case .keyNotFound(_, let found): context = found
    @unknown default:
      self.init("the body cannot be decoded")
      return
    }
    keys = context.codingPath
    var value = root
    var path = "$"
    for key in keys {
      path += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
      value = (key.intValue.flatMap { value[$0] } ?? value[key.stringValue]) ?? value
    }
    let before = root.document.bytes[..<value.range.lowerBound]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Bytes that continue a character are not columns of their own.
    let column = before[start...].count { $0 & 0xc0 != 0x80 } + 1
    self.init(
      response.masking(
        "cannot decode \(path) (line \(line), column \(column)): \(context.debugDescription)"),
      line: line, column: column)
  }
}
