import APICallCurl
import Synchronization

/// Responds to every request with the same response, without a network.
public struct SucceedingRequester: LibraryRequester {
  let isRemote = false
  private let head: HTTPResponse
  private let body: [UInt8]

  /// Creates a requester.
  ///
  /// - Parameters:
  ///   - body: the body of the response.
  ///   - status: its status.
  ///   - contentType: its media type.
  public init(
    _ body: String = "{}", status: HTTPResponse.Status = .ok,
    contentType: String = "application/json"
  ) {
    head = HTTPResponse(status: status, headerFields: [.contentType: contentType])
    self.body = Array(body.utf8)
  }

  /// Delivers the response.
  public func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    let length = Int64(body.count)
    await receiver.receive(TransferProgress(toReceive: length))
    guard await receiver.receive(head) == .more else { return }
    await receiver.receive(body)
    await receiver.receive(TransferProgress(received: length, toReceive: length))
  }
}

/// Fails every request with the same error, without a network.
public struct FailingRequester: LibraryRequester {
  let isRemote = false
  private let error: RequestError

  /// Creates a requester.
  ///
  /// - Parameter error: the error, such as `.transport(.cannotConnect, [])`.
  public init(_ error: RequestError) { self.error = error }

  /// Throws the error.
  public func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    throw error
  }
}

/// Keeps all requests with their responses, and lets another requester send them.
///
/// Each response is passed on as it arrives, and of its body at most 64 MiB are kept.
public final class RecordingRequester: LibraryRequester {
  /// A request and what came of it.
  public struct Exchange: Sendable {
    /// The request.
    public let request: Request
    /// The status and the header fields of the response; nil if there was none.
    public let head: HTTPResponse?
    /// The body of the response, as far as it was read, and at most its first 64 MiB.
    public let body: [UInt8]
    /// Why there was no complete response; nil if there was one.
    public let error: RequestError?
  }

  let isRemote: Bool
  private let requester: any Requester
  private let kept = Mutex<[Exchange]>([])

  /// Creates a requester.
  ///
  /// - Parameter requester: sends the requests.
  public init(by requester: any Requester) {
    self.requester = requester
    isRemote = requester.leavesMachine
  }

  /// The exchanges so far, in the order in which they ended.
  public var exchanges: [Exchange] { kept.withLock { $0 } }

  /// Lets the other requester send the request, and keeps both.
  public func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
    guard let copy = await receiver.lease.copy(limit: 64 << 20) else { throw .cancelled }
    let lease = ReceiverLease(copy, on: receiver.lease.loop)
    var failure: RequestError?
    do throws(RequestError) {
      try await requester.send(request, to: ResponseReceiver(lease))
    } catch {
      failure = error
    }
    let response = await lease.loop.carry { copy.response }
    kept.withLock {
      $0.append(
        Exchange(
          request: request, head: failure == nil ? response.head : nil, body: response.body,
          error: failure))
    }
    if let failure { throw failure }
  }
}

extension RecordingRequester.Exchange: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The request with secrets masked, and the status.
  public var description: String {
    "\(request) \(head.map { String($0.status.code) } ?? "without a response")"
  }
  /// The request with secrets masked, and the status.
  public var debugDescription: String { description }
  /// A mirror without header fields and bodies.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
