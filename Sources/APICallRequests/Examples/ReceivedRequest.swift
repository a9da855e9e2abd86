package import APICallHTTP
package import APICallModel
import APICallSafety
import APICallText

/// A request as a server receives it: bytes of unknown origin.
package struct ReceivedRequest: Sendable {
  package var method: String
  /// The value of the Host field, in lower case.
  package var authority: String
  /// The path, percent-encoded.
  package var path: [UInt8]
  /// The query without its question mark, percent-encoded.
  package var query: [UInt8]
  package var headers: [ResponseHead.Field]
  package var body: [UInt8]

  package init(
    method: String, authority: String, path: [UInt8], query: [UInt8],
    headers: [ResponseHead.Field], body: [UInt8]
  ) {
    self.method = method
    self.authority = authority.lowercased()
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  static let bodyLimit = BufferedBytes.limit

  /// Throws a ``RequestBodyFailure`` if a file cannot be read.
  package init(_ request: OutgoingRequest) throws(RequestBodyFailure) {
    self.init(
      method: request.method,
      authority: request.headers.first { $0.isNamed("Host") }?.value.revealed
        ?? request.url.origin.authority,
      path: request.url.path.revealedBytes, query: request.url.query?.revealedBytes ?? [],
      headers: request.headers.map { ResponseHead.Field($0.name, $0.value.revealed) },
      body: try request.body?.bytes(limit: Self.bodyLimit) ?? [])
  }

  package var isForThisMachine: Bool {
    let host = authority.hasPrefix("[") ? authority : String(authority.prefix { $0 != ":" })
    return Origin(scheme: .http, host: host).isLoopback || authority.hasPrefix("[::1]")
  }

  /// Returns whether this is the request of an example.
  ///
  /// It has the same method, path and query, a body of the same meaning, and at least the header
  /// fields that the endpoint itself writes. A gap in the example's request matches any text.
  package func matches(_ example: OutgoingRequest, of endpoint: EndpointSpec) -> Bool {
    method == example.method
      && Self.matches(
        PercentEncoding.normalized(path),
        PercentEncoding.normalized(example.url.path.revealedBytes),
        marker: PercentEncoding.normalized(Array(EndpointSpec.gap.utf8)))
      && Self.matches(
        FormEncoding.split(query), FormEncoding.split(example.url.query?.revealedBytes ?? []))
      && hasHeaders(of: example, endpoint)
      && hasBody(of: example, endpoint)
  }

  private func hasHeaders(of example: OutgoingRequest, _ endpoint: EndpointSpec) -> Bool {
    endpoint.headers.allSatisfy { item in
      let expected = example.headers.filter { $0.isNamed(item.name) }.map(\.value.revealed)
      let name = item.name.lowercased()
      let received = headers.filter { $0.name.lowercased() == name }.map(\.value)
      return expected.isEmpty
        || received.count == expected.count
          && zip(received, expected).allSatisfy { Self.matches(Array($0.utf8), Array($1.utf8)) }
    }
  }
}
