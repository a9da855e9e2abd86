import APICallPluginKit
import Foundation
import JSONText
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and its response, in a session of its own.
final class Exchange: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var session: URLSession?
    var head: IncomingHead?
    /// The number of bytes of the body that have arrived.
    var count = 0
    var isLate = false
    /// Whether the complete response was a challenge.
    var isChallenged = false

    /// The reason why a response that has ended is incomplete; nil if it is complete.
    func failure(_ error: (any Error)?) -> PluginFailure? {
      if isLate { return PluginFailure(.timeout, "the time limit is over") }
      if let error { return PluginFailure(error, hasBegun: head != nil) }
      guard let head else { return PluginFailure(.protocol, "there is no response") }
      guard let length = head.length, length != count else { return nil }
      return PluginFailure(.truncated, "\(count) of \(length) bytes arrived")
    }
  }

  private let id: Int
  private let outgoing: OutgoingRequest
  private let channel: PluginChannel
  private let deadline: Deadline
  private let state = Mutex(State())

  /// Creates an exchange without starting it.
  ///
  /// - Parameters:
  ///   - id: the host's number for it.
  ///   - outgoing: the request.
  ///   - channel: sends the response.
  init(_ id: Int, _ outgoing: OutgoingRequest, _ channel: PluginChannel) {
    self.id = id
    self.outgoing = outgoing
    self.channel = channel
    deadline = Deadline(idle: outgoing.idle, total: outgoing.total)
  }

  /// Sends the request, and passes the response to the host as it arrives.
  ///
  /// - Parameter body: the body, which is sent if the request has one.
  func start(sending body: Data) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = outgoing.request.timeoutInterval
    configuration.timeoutIntervalForResource = outgoing.request.timeoutInterval
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    var request = outgoing.request
    if outgoing.hasBody { request.httpBody = body }
    state.withLock { $0.session = session }
    // A session that was cancelled cannot create tasks.
    let task = session.dataTask(with: request)
    deadline.start { [weak self] in
      self?.state.withLock { $0.isLate = true }
      self?.cancel()
    }
    task.resume()
  }

  /// Cancels the exchange.
  func cancel() {
    state.withLock { $0.session }?.invalidateAndCancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The redirect itself is the response: the host decides whether to follow it.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // The challenge is also a response. It arrives after the complete response, and rejecting it
    // makes Foundation report a cancelled exchange.
    state.withLock { $0.isChallenged = true }
    completionHandler(.rejectProtectionSpace, nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    deadline.note()
    if let response = response as? HTTPURLResponse { begin(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    deadline.note()
    if let response = dataTask.response as? HTTPURLResponse { begin(response) }
    state.withLock { $0.count += data.count }
    let bytes = Array(data)
    channel.body(id, bytes.span)
    // The host may have been slow.
    deadline.note()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    deadline.note()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    deadline.stop()
    session.finishTasksAndInvalidate()
    let isChallenged = state.withLock { $0.isChallenged }
    let error = isChallenged ? nil : error
    if error == nil, let response = task.response as? HTTPURLResponse { begin(response) }
    if let failure = state.withLock({ $0.failure(error) }) {
      channel.fail(id, failure)
    } else {
      channel.finish(id, [("end", .boolean(true))])
    }
  }

  /// Sends the head of the response to the host, once.
  ///
  /// Interim responses are not sent.
  private func begin(_ response: HTTPURLResponse) {
    guard !(100..<200).contains(response.statusCode) else { return }
    let head = IncomingHead(response, to: outgoing.request.httpMethod ?? "GET")
    let isFirst = state.withLock { state in
      defer { state.head = state.head ?? head }
      return state.head == nil
    }
    if isFirst { channel.send(id, [("response", head.json)]) }
  }
}
