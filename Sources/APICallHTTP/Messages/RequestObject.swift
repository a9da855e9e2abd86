import APICallBase
package import JSONText

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
    let object = Self.json(of: request)
    line = object.compact + "\n"
    text = object.indented + "\n"
  }

  /// Puts the object together.
  package static func json(of request: Request) -> BuiltJSON {
    let headers = request.headers.map { ResponseHead.Field($0.name, $0.shownValue) }
    return .map([
      ("method", .text(request.method)), ("url", .text(request.url.text.masked)),
      ("headers", .pairs(headers)), body(of: request),
    ])
  }

  private static func body(of request: Request) -> (key: String, value: BuiltJSON) {
    guard let body = request.body else { return ("body", .null) }
    guard let held = body.held else {
      return ("body_parts", .list(body.allPieces.map { .map([entry(for: $0)]) }))
    }
    let (key, value) = entry(for: .octets(held))
    return (key == "text" ? "body" : "body_\(key)", value)
  }

  private static func entry(for piece: RequestBody.Piece) -> (key: String, value: BuiltJSON) {
    switch piece {
    case .file(let file): ("file", .text(file.name.masked))
    case .octets(let octets):
      octets.holdsSecret || String(validating: octets.revealedOctets, as: UTF8.self) != nil
        ? ("text", .text(octets.masked))
        : ("base64", .text(Base64.encode(octets.revealedOctets)))
    }
  }
}
