import APICallBase
import APICallResponses
import APICallSafety
import JSONText

extension Response {
  /// Decodes the body from JSON, or from a format that becomes JSON.
  ///
  /// CSV with a header line is read as an array of objects, JSON lines as an array. The Content-Type
  /// chooses the format, or `decode` in the file.
  ///
  /// ```swift
  /// let titles: [String] = try response.decode(at: "$.todos[0].tags")
  /// ```
  ///
  /// Decoding runs in the caller's isolation, and so does the decoder of a plugin, for which it waits. A body that is nested more than 512 deep is an error.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - path: where the value is in the body, as a JSONPath (RFC 9535) that selects one value; nil
  ///     for the whole body.
  ///   - decoding: how JSON becomes values of Swift.
  /// - Returns: the value.
  /// - Throws: ``RequestError/noData(_:_:)`` for an empty body, otherwise
  ///   ``RequestError/decoding(_:_:)`` with the path, line and column of what does not fit.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, at path: String? = nil,
    using decoding: JSONDecoding = JSONDecoding()
  ) throws(RequestError) -> Value {
    let value = try value(at: path)
    do {
      return try TapeDecoder(value, at: .root, TapeReading(decoding)).decode(type)
    } catch let error as DecodingError {
      throw .decoding(self, [Diagnostic(error, in: value, of: self, using: decoding)])
    } catch {
      throw .decoding(self, [Diagnostic(unknown: error)])
    }
  }

  package func decode<Value>(
    by body: ([UInt8]) throws -> Value
  ) throws(RequestError) -> Value {
    guard !self.body.isEmpty else { throw noData }
    do { return try body(self.body) } catch let error as DecodingError {
      let root = try value(at: nil)
      throw .decoding(self, [Diagnostic(error, in: root, of: self, using: JSONDecoding())])
    } catch {
      throw .decoding(self, [Diagnostic(unknown: error)])
    }
  }

  /// The body as JSON; it is read anew with each use.
  ///
  /// - Throws: as ``decode(_:at:using:)``.
  public var json: JSONValue {
    get throws(RequestError) { JSONValue(try value(at: nil)) }
  }

  /// Takes a value of the body.
  ///
  /// - Parameter path: a JSONPath (RFC 9535) that selects one value, such as `$.todos[0].title`.
  /// - Returns: the value.
  /// - Throws: ``RequestError/noData(_:_:)`` for an empty body, and ``RequestError/decoding(_:_:)``
  ///   if the body is not JSON, the path is wrong, or it selects nothing or several values.
  public func value(at path: String) throws(RequestError) -> JSONValue {
    JSONValue(try value(at: Optional(path)))
  }

  private func value(at path: String?) throws(RequestError) -> JSONNode {
    guard !body.isEmpty else { throw noData }
    let root = try root()
    guard let path else { return root }
    do throws(Message) { return try Self.select(path, in: root) } catch {
      throw .decoding(
        self,
        [Diagnostic(error.message, hint: error.hint.map { redactor(knowing: root).masking($0) })])
    }
  }

  private func root() throws(RequestError) -> JSONNode {
    if let decoded = try decoded() { return decoded }
    do throws(JSONSyntaxError) { return try JSONDocument(body).root } catch {
      throw .decoding(self, [Diagnostic(error, of: self)])
    }
  }

  private var noData: RequestError { .noData(self, [Diagnostic("the response has no body")]) }

  private static func select(
    _ text: String, in root: JSONNode
  ) throws(Message) -> JSONNode {
    let path = try rethrowing(JSONPath(text)) { (error: JSONPathError) in
      Message("the path '\(text)' is not a JSONPath: \(error.description)")
    }
    let found = try rethrowing(path.selection(in: root)) { (error: JSONPathEvaluationError) in
      Message("cannot evaluate '\(text)': \(error)")
    }
    guard let value = found.first else {
      throw Message(
        "'\(text)' selects nothing in the body", hint: ResponseContents.hint(of: root))
    }
    guard found.count == 1 else {
      throw Message(
        "'\(text)' selects \(found.count) values",
        hint: "decode a list that holds them, or write a path that selects one")
    }
    return value
  }
}
