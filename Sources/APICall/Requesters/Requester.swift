import APICallBase
import APICallContracts
import APICallCurl
import APICallModel

/// Sends a request and delivers the response: exactly one exchange, without redirects and retries.
///
/// A client sends everything with one requester, which a test replaces in one line:
///
/// ```swift
/// let client = Client(project: project, requester: FixtureRequester())
/// ```
///
/// The requesters of the library are ``CurlRequester``, ``FixtureRequester``,
/// ``SucceedingRequester``, ``FailingRequester`` and ``RecordingRequester``. This is one of a
/// program's own:
///
/// ```swift
/// struct EchoRequester: Requester {
///   func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError) {
///     await receiver.receive(HTTPResponse(status: .ok))
///     await receiver.receive(Array(request.url.utf8))
///   }
/// }
/// ```
public protocol Requester: Sendable {
  /// Sends a request and delivers the response.
  ///
  /// It runs on Swift's shared threads, or where the type is isolated to.
  ///
  /// - Parameters:
  ///   - request: the request, complete.
  ///   - receiver: takes the head once, and then the body in pieces.
  /// Its task is cancelled with the call, and at the total time limit of the request; neither waits for
  /// it to end.
  ///
  /// - Throws: a ``RequestError`` if there is no complete response. A status of 400 or 500 is a
  ///   response, not an error.
  func send(_ request: Request, to receiver: ResponseReceiver) async throws(RequestError)
}

/// A requester of the library, which runs on the client's loop.
protocol EngineRequester: LibraryRequester {
  func requester(
    for context: RequesterContext, on loop: CurlLoop
  ) throws(APICallBase.Failure) -> any RequestSender
}

extension Requester {
  func entry(on loop: CurlLoop, named name: String) -> RequesterEntry {
    RequesterEntry(name, summary: "", isRemote: leavesMachine) {
      (context) throws(APICallBase.Failure) in
      if let own = self as? any EngineRequester {
        return try own.requester(for: context, on: loop)
      }
      return ProgramRequester(requester: self, context: context, loop: loop)
    }
  }

  /// Whether requests leave this machine; if not, secrets need not be given.
  var leavesMachine: Bool { (self as? any LibraryRequester)?.isRemote ?? true }
}

/// A requester of the library.
protocol LibraryRequester: Requester {
  /// Whether requests leave this machine.
  var isRemote: Bool { get }
}

extension EngineRequester {
  /// Sends a request on the client's loop.
  public func send(
    _ request: Request, to receiver: ResponseReceiver
  ) async throws(RequestError) {
    try await receiver.lease.receive(request, from: self)
  }
}
