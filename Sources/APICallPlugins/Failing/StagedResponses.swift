import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety

/// The responses of an imaginary server: the examples of the file, or invented responses if no
/// example fits.
extension ExampleIndex {
  func goodResponse(to received: ReceivedRequest) -> ReceivedResponse {
    let examples = [response(to: received)].compactMap { $0 } + endpoint.examples
    let example = examples.first { example in
      endpoint.expectation.accepts(example.response.status)
        && example.response.body?.bytes.isEmpty == false
    }
    return Self.response(
      example.map { ($0.head, $0.response.body?.bytes ?? []) }
        ?? (Self.head(200, "application/json"), Array(#"{"made":"up","by":"--fail"}"#.utf8)),
      to: received)
  }

  func response(_ status: Int, to received: ReceivedRequest) -> ReceivedResponse {
    let example = endpoint.examples.first { $0.response.status == status }
    let title = StatusCode.phrase(of: status)
    let problem = #"{"title":"\#(title.isEmpty ? "Status" : title)","status":\#(status)}"#
    return Self.response(
      example.map { ($0.head, $0.response.body?.bytes ?? []) }
        ?? (Self.head(status, "application/problem+json"), Array(problem.utf8)), to: received)
  }

  /// A response that redirects to the request's own URL (RFC 9110, section 15.4.3).
  static func redirect(to request: OutgoingRequest) -> ReceivedResponse {
    var head = ResponseHead(status: 302, reason: StatusCode.phrase(of: 302))
    head.headers = [
      ResponseHead.Field("Location", request.url.text.revealed),
      ResponseHead.Field("Content-Length", "0"),
    ]
    return ReceivedResponse(head: head, body: [])
  }

  private static func head(_ status: Int, _ mediaType: String) -> ResponseHead {
    ResponseHead(
      status: status, reason: StatusCode.phrase(of: status),
      headers: [ResponseHead.Field("Content-Type", mediaType)])
  }

  /// Makes a response, without the body if it must not have one (RFC 9110, section 6.4.1).
  private static func response(
    _ parts: (head: ResponseHead, body: [UInt8]), to received: ReceivedRequest
  ) -> ReceivedResponse {
    var (head, body) = parts
    if received.method == "HEAD" || [204, 205, 304].contains(head.status) { body = [] }
    if !body.isEmpty, head.header("Content-Length") == nil {
      head.headers.append(ResponseHead.Field("Content-Length", "\(body.count)"))
    }
    return ReceivedResponse(head: head, body: body)
  }
}
