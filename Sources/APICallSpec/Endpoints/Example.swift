package import APICallBase
package import APICallHTTP
package import YAMLTree

/// An answer that the call may get, and the inputs that lead to it.
package struct Example: Sendable {
  package var name: String
  /// The place of the name.
  package var mark: Mark
  /// The inputs as they are written; nil where it answers whatever no other example does.
  package var given: Node.Entry?
  /// The inputs read by their types; nil where it answers whatever no other example does.
  package var inputs: [String: Value]?
  package var response: Response

  /// The answer of an example.
  package struct Response: Sendable {
    package var status = 200
    package var headers: [ResponseHead.Field] = []
    /// The body's octets, and the media type that they are sent with unless a header says another.
    package var body: (octets: [UInt8], mediaType: String)?
  }

  /// The answer's head, with the Content-Type that goes with the body.
  package var head: ResponseHead {
    var head = ResponseHead(status: response.status, headers: response.headers)
    head.reason = StatusCode.phrase(of: response.status)
    if let body = response.body, head.header("Content-Type") == nil {
      head.headers.append(ResponseHead.Field("Content-Type", body.mediaType))
    }
    return head
  }
}
