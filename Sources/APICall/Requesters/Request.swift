import APICallBase
import APICallHTTP
import APICallModel
import APICallSafety

/// A request as it is sent: complete, with all header fields.
///
/// Its description masks secrets; its properties do not.
public struct Request: Sendable {
  var content: OutgoingRequest
  let context: RequesterContext

  init(_ content: OutgoingRequest, of context: RequesterContext) {
    self.content = content
    self.context = context
  }

  /// The method.
  public var method: HTTPRequest.Method { HTTPRequest.Method(content.method) ?? .get }

  /// The URL, percent-encoded.
  public var url: String {
    let query = content.url.query.map { "?\($0.revealed)" } ?? ""
    return "\(content.url.origin)\(content.url.path.revealed)\(query)"
  }

  /// The header fields in the order in which they are sent.
  public var headerFields: HTTPFields {
    var fields = HTTPFields()
    for field in content.headers {
      guard let name = HTTPField.Name(field.name) else { continue }
      fields.append(HTTPField(name: name, value: field.value.revealed))
    }
    return fields
  }

  /// Sets a header field in place of all that have its name, or removes them.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - value: the value; nil for no such field.
  public mutating func setHeaderField(_ name: HTTPField.Name, to value: String?) {
    let index = content.headers.firstIndex { $0.isNamed(name.rawName) }
    content.headers.removeAll { $0.isNamed(name.rawName) }
    // A field has no line breaks.
    guard let value = value.map({ HTTPField(name: name, value: $0).value }) else { return }
    content.headers.insert(
      HeaderField(name.rawName, ProtectedText(value)), at: index ?? content.headers.count)
  }

  /// Reads the body.
  ///
  /// - Parameter limit: the most bytes.
  /// - Returns: the bytes; empty without a body.
  /// - Throws: ``RequestError/other(_:)`` if a file of the body cannot be read, or it is longer.
  public func body(limit: Int = 64 << 20) throws(RequestError) -> [UInt8] {
    guard let body = content.body else { return [] }
    return try rethrowing(body.bytes(limit: limit)) { (error: RequestBodyFailure) in
      RequestError(Failure(error), nil)
    }
  }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the URL with secrets masked.
  public var description: String {
    "\(content.method) \(redactor.masking("\(content.url.text)"))"
  }

  /// Masks the secrets of the request wherever they are repeated, as in the URL of a redirect.
  private var redactor: Redactor {
    var secrets = content.headers.filter { CredentialFields.contain($0.name) }
      .flatMap { CredentialFields.secrets(in: $0.value.revealed, of: $0.name) }
    let texts =
      [content.url.path] + [content.url.query].compactMap(\.self)
      + content.headers.map(\.value)
    for text in texts { secrets += text.stretches.filter(\.isSecret).map(\.bytes) }
    return Redactor(secrets)
  }

  /// The method and the URL with secrets masked.
  public var debugDescription: String { description }
  /// A mirror without the parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
