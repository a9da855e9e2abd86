/// A request as a JSON object, secrets masked: `method`, `url`, `headers` as pairs, and the body.
package struct RequestObject: Sendable {
  /// The object on one line, with a line break at its end.
  package let line: String
  /// The object with one key or item a line, and a line break at its end.
  package let text: String

  /// Writes the object.
  ///
  /// - Parameter request: the request.
  package init(_ request: Request) {
    let headers = request.headers.map { BuiltJSON.texts([$0.name, $0.shownValue]) }
    var entries: [(key: String, value: BuiltJSON)] = [
      ("method", .text(request.method)), ("url", .text(request.url.text.masked)),
      ("headers", .list(headers)),
    ]
    switch request.body {
    case nil: entries.append(("body", .null))
    case let body? where body.holdsSecret || body.isText:
      entries.append(("body", .text(body.masked)))
    case let body?:
      entries.append(("body_base64", .text(Base64.encode(body.revealedOctets))))
    }
    let object = BuiltJSON.map(entries)
    line = object.compact + "\n"
    text = object.indented + "\n"
  }
}

extension ProtectedText {
  /// Whether the octets are UTF-8.
  fileprivate var isText: Bool { String(validating: revealedOctets, as: UTF8.self) != nil }
}
