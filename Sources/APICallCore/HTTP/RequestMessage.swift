/// A request as it goes over HTTP/1.1: the message of RFC 9112, section 2.1.
package struct RequestMessage: Sendable {
  private let request: Request

  package init(_ request: Request) { self.request = request }

  /// Whether a part of it is masked, so that the octets are not those that are sent.
  package var isMasked: Bool {
    request.url.target.holdsSecret || request.body?.holdsSecret == true
      || request.headers.contains { $0.value.holdsSecret || $0.shownValue != $0.value.revealed }
  }

  /// The octets, secrets masked.
  package var octets: [UInt8] {
    var octets = Array("\(request.method) \(request.url.target.masked) HTTP/1.1\r\n".utf8)
    for field in request.headers {
      octets += Self.line(of: field)
      octets += "\r\n".utf8
    }
    octets += "\r\n".utf8
    if let body = request.body {
      octets += body.holdsSecret ? Array(body.masked.utf8) : body.revealedOctets
    }
    return octets
  }

  /// A header field; one without a value has no space behind its colon, as libcurl sends it.
  private static func line(of field: HeaderField) -> [UInt8] {
    let name = Array(field.name.utf8) + [UInt8(ascii: ":")]
    let isShown = !field.value.holdsSecret && !CredentialFields.contain(field.name)
    let value = isShown ? field.value.revealedOctets : Array(field.shownValue.utf8)
    return value.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? name : name + [UInt8(ascii: " ")] + value
  }
}
