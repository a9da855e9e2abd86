import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec

/// The answers that a server would give that is not there: the file's examples, and where it has
/// none that fits, one that is made up.
struct StagedAnswers: Sendable {
  private let book: ExampleBook

  /// Creates answers.
  ///
  /// - Parameter book: the examples.
  init(_ book: ExampleBook) { self.book = book }

  /// An answer that would be a good one, if it came.
  ///
  /// - Parameter received: the request.
  /// - Returns: that of the example that answers the request, else of the first one with an expected
  ///   status and a body, else one that is made up.
  func good(for received: ReceivedRequest) -> Response {
    let examples = [book.answer(to: received)].compactMap { $0 } + book.endpoint.examples
    let example = examples.first { example in
      book.endpoint.expectation.accepts(example.response.status)
        && example.response.body?.octets.isEmpty == false
    }
    return Self.response(
      example.map { ($0.head, $0.response.body?.octets ?? []) }
        ?? (Self.head(200, "application/json"), Array(#"{"made":"up","by":"--fail"}"#.utf8)),
      to: received)
  }

  /// An answer with a status.
  ///
  /// - Parameters:
  ///   - status: the status, from 200 to 599.
  ///   - received: the request.
  /// - Returns: that of the first example with this status, else a problem of RFC 9457.
  func answer(_ status: Int, to received: ReceivedRequest) -> Response {
    let example = book.endpoint.examples.first { $0.response.status == status }
    let title = StatusCode.phrase(of: status)
    let problem = #"{"title":"\#(title.isEmpty ? "Status" : title)","status":\#(status)}"#
    return Self.response(
      example.map { ($0.head, $0.response.body?.octets ?? []) }
        ?? (Self.head(status, "application/problem+json"), Array(problem.utf8)), to: received)
  }

  /// An answer that leads back to the request (RFC 9110, section 15.4.3).
  ///
  /// - Parameter request: the request.
  /// - Returns: the answer, without a body.
  func redirect(to request: Request) -> Response {
    var head = ResponseHead(status: 302, reason: StatusCode.phrase(of: 302))
    head.headers = [
      ResponseHead.Field("Location", request.url.text.revealed),
      ResponseHead.Field("Content-Length", "0"),
    ]
    return Response(head: head, body: [])
  }

  private static func head(_ status: Int, _ mediaType: String) -> ResponseHead {
    ResponseHead(
      status: status, reason: StatusCode.phrase(of: status),
      headers: [ResponseHead.Field("Content-Type", mediaType)])
  }

  /// Leaves out the body that an answer cannot have (RFC 9110, section 6.4.1).
  private static func response(
    _ parts: (head: ResponseHead, body: [UInt8]), to received: ReceivedRequest
  ) -> Response {
    var (head, body) = parts
    if received.method == "HEAD" || [204, 205, 304].contains(head.status) { body = [] }
    if !body.isEmpty, head.header("Content-Length") == nil {
      head.headers.append(ResponseHead.Field("Content-Length", "\(body.count)"))
    }
    return Response(head: head, body: body)
  }
}
