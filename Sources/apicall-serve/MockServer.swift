import APICallCore
import APICallSystem
import FlyingFox
import FlyingSocks
import Foundation

/// A ``MockService`` behind HTTP on the loopback interface.
struct MockServer {
  /// The most octets of a request's body.
  private static let bodyLimit = 16 << 20

  /// The most header fields of a request.
  ///
  /// The parser below has no limit of its own, and keeps the last field of each name: of two
  /// Content-Length fields, nothing here sees the first.
  private static let mostFields = 100

  private let service: MockService
  private let port: UInt16

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - service: what answers.
  ///   - port: the port; 0 for one that the system picks.
  init(_ service: MockService, port: UInt16) {
    self.service = service
    self.port = port
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter announce: is told the server's URL as soon as it listens.
  /// - Throws: a ``Failure`` where the port is not to be had.
  func run(announce: @escaping @Sendable (String) -> Void) async throws {
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), pool: ServerPool(), logger: .disabled,
      handler: Handler(service: service))
    // A task of its own: where the server cannot listen, nobody waits for it to be announced.
    Task {
      try await server.waitUntilListening(timeout: 60)
      announce("http://127.0.0.1:\(await server.port ?? port)")
    }
    do {
      try await server.run()
    } catch {
      throw Failure(
        .cannotConnect, "cannot listen on 127.0.0.1:\(port): \(Self.reason(of: error))",
        hint: "another server may have the port; without --port the system picks a free one")
    }
  }

  /// The system's words, where the error is of the system.
  private static func reason(of error: any Error) -> String {
    if case .failed(_, let code, _) = error as? SocketError { return SystemError.words(for: code) }
    return "\(error)"
  }

  /// Hands requests to the service.
  private struct Handler: HTTPHandler {
    let service: MockService

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
      var body: [UInt8] = []
      var isTooLarge = false
      for try await piece in request.bodySequence {
        isTooLarge = isTooLarge || body.count + piece.count > MockServer.bodyLimit
        // Read to its end all the same: who is still sending would not see the answer.
        if !isTooLarge { body += piece }
      }
      guard request.headers.keys.count <= MockServer.mostFields else {
        return HTTPResponse(
          MockService.refusal(
            431, "the request has more than \(MockServer.mostFields) header fields"),
          isToHead: false)
      }
      guard !isTooLarge else {
        let limit = MockServer.bodyLimit >> 20
        return HTTPResponse(
          MockService.refusal(413, "the body is longer than \(limit) MiB"), isToHead: false)
      }
      let fields = request.headers.map { ResponseHead.Field($0.key.rawValue, $0.value) }
      let received = ReceivedRequest(
        method: request.method.rawValue, authority: request.headers[.host] ?? "",
        path: Array(request.target.path().utf8), query: Array(request.target.query().utf8),
        headers: fields, body: body)
      return HTTPResponse(service.answer(to: received), isToHead: request.method == .HEAD)
    }
  }
}

extension HTTPServer {
  /// The port it listens on.
  fileprivate var port: UInt16? {
    if case .ip4(_, port: let port) = listeningAddress { port } else { nil }
  }
}

extension HTTPResponse {
  /// An answer as it is sent; that to HEAD is all but its body (RFC 9110, section 9.3.2).
  fileprivate init(_ response: Response, isToHead: Bool) {
    var headers = HTTPHeaders()
    headers[.contentLength] = String(response.body.count)
    for field in response.head.headers { headers.addValue(field.value, for: .init(field.name)) }
    self.init(
      statusCode: HTTPStatusCode(response.head.status, phrase: response.head.reason),
      headers: headers, body: isToHead ? Data() : Data(response.body))
  }
}
