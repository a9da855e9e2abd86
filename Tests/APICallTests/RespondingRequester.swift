import APICall
import Synchronization

/// Responds as a test says, and notes the requests.
final class RespondingRequester: Requester {
  typealias Canned = (status: HTTPResponse.Status, body: String)

  private let respond: @Sendable (Request) async throws(RequestError) -> Canned
  private let noted = Mutex<[Request]>([])

  init(_ respond: @escaping @Sendable (Request) async throws(RequestError) -> Canned) {
    self.respond = respond
  }

  var requests: [Request] { noted.withLock { $0 } }

  /// The method and the path of each request.
  var lines: [String] {
    requests.map { request in
      let path = request.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
      return "\(request.method.rawValue) /\(path.count > 2 ? String(path[2]) : "")"
    }
  }

  func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    noted.withLock { $0.append(request) }
    let (status, body) = try await respond(request)
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "application/json"
    await receiver.receive(head)
    await receiver.receive(Array(body.utf8))
  }
}
