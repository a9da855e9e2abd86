import Glibc
import Synchronization

/// A server on loopback that handles each connection with its script on a separate thread, and
/// keeps the requests.
///
/// Every wait has a limit, so that a failing test does not hang.
package final class ScriptedServer: Sendable {
  /// Handles one request; the connection closes when it returns.
  package typealias Script = @Sendable (_ request: String, _ connection: LoopbackSocket) -> Void
  /// Returns the response to a request, head and body, as it is sent.
  package typealias Answer = @Sendable (_ request: [UInt8]) -> String

  /// The path of its socket; empty if it has a port.
  package let path: String
  private let listener: LoopbackSocket
  private let log: Log

  private init(
    at path: String = "", serving serve: @escaping @Sendable (LoopbackSocket, Log) -> Void
  ) throws(NoServer) {
    self.path = path
    let listener = try path.isEmpty ? LoopbackSocket.bound(listens: true) : .bound(to: path)
    let log = Log()
    self.listener = listener
    self.log = log
    onThread {
      while let connection = listener.accepted() {
        log.addConnection()
        onThread { serve(connection, log) }
      }
    }
  }

  deinit { stop() }

  /// Starts a server that handles one request of each connection.
  ///
  /// - Parameter script: handles a request: the head and what came with it, and all of a short
  ///   body.
  /// - Throws: a ``NoServer`` if no port is available.
  package convenience init(_ script: @escaping Script) throws(NoServer) {
    try self.init(serving: { connection, log in
      var reader = RequestReader(connection)
      let request = reader.opening()
      log.add(request)
      script(String(decoding: request, as: UTF8.self), connection)
    })
  }

  /// Starts a server that takes the same steps on each connection.
  package convenience init(_ script: Step...) throws(NoServer) { try self.init(script) }

  /// Starts a server that takes the same steps on each connection.
  package convenience init(_ script: [Step]) throws(NoServer) {
    try self.init(serving: { Step.perform(script, on: $0, $1) })
  }

  /// Starts a server that takes the same steps on each connection, on a socket with a path.
  package convenience init(onSocket script: [Step]) throws(NoServer) {
    let path = "/tmp/apicall-socket-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try self.init(at: path, serving: { Step.perform(script, on: $0, $1) })
  }

  /// Starts a server that keeps connections open as long as the client likes, so that many requests
  /// cost little.
  ///
  /// - Parameter answer: makes the responses; called on a thread of the connection.
  /// - Returns: the server.
  /// - Throws: a ``NoServer`` if no port is available.
  package static func answering(
    _ answer: @escaping Answer = ScriptedServer.emptyMap
  ) throws(NoServer) -> ScriptedServer {
    try ScriptedServer(serving: { connection, log in
      var reader = RequestReader(connection)
      while let request = reader.whole() {
        log.add(request)
        guard connection.send(answer(request).utf8) else { return }
      }
    })
  }

  /// A response with an empty map; to GraphQL, with empty data.
  package static func emptyMap(_ request: [UInt8]) -> String {
    let isHead = request.starts(with: "HEAD ".utf8)
    let isGraphQL = String(decoding: request, as: UTF8.self).contains("\"query\":")
    let body = isGraphQL ? #"{"data":{}}"# : "{}"
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    return head + "Content-Length: \(body.utf8.count)\r\n\r\n" + (isHead ? "" : body)
  }

  /// Its port; 0 if it is a socket with a path.
  package var port: Int { listener.port }

  /// Its URL.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The number of connections.
  package var connections: Int { log.connections }

  /// The requests that were read, in order.
  package var requests: [String] { log.requests.map { String(decoding: $0, as: UTF8.self) } }

  /// Removes and returns the requests received so far, in the order of arrival.
  package func takeRequests() -> [[UInt8]] { log.takeRequests() }

  /// Waits until a request has come; false if none came.
  package func waitForRequest() -> Bool { waits { !log.requests.isEmpty } }

  /// Stops listening.
  package func stop() {
    listener.shutDown()
    if !path.isEmpty { unlink(path) }
  }

  /// The data that a server received.
  final class Log: Sendable {
    private let state = Mutex<(connections: Int, requests: [[UInt8]])>((0, []))

    var connections: Int { state.withLock { $0.connections } }
    var requests: [[UInt8]] { state.withLock { $0.requests } }

    func addConnection() { state.withLock { $0.connections += 1 } }

    func add(_ request: [UInt8]) { state.withLock { $0.requests.append(request) } }

    func takeRequests() -> [[UInt8]] {
      state.withLock { state in
        defer { state.requests = [] }
        return state.requests
      }
    }
  }
}
