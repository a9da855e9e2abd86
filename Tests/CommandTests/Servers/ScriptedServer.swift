import Foundation
import Synchronization

/// A server on the loopback interface that answers each connection as a script says, and counts.
final class ScriptedServer: Sendable {
  /// Answers one request; the connection closes when it returns.
  typealias Script = @Sendable (_ request: String, _ connection: LoopbackSocket) -> Void

  private let listener: LoopbackSocket
  private let counts = Mutex((connections: 0, requests: 0))

  /// Starts a server.
  ///
  /// - Parameter script: what it does with a request; the head and what came with it.
  /// - Throws: a ``SetupError`` where no port is to be had.
  init(_ script: @escaping Script) throws {
    listener = try LoopbackSocket.bound(listens: true)
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while let connection = listener.accepted() {
        self?.counts.withLock { $0.connections += 1 }
        Thread.detachNewThread { [weak self] in
          let request = Self.request(from: connection)
          self?.counts.withLock { $0.requests += 1 }
          script(request, connection)
        }
      }
    }
  }

  deinit { listener.shutDown() }

  /// Its URL.
  var url: String { "http://127.0.0.1:\(listener.port)" }

  /// How many connected.
  var connections: Int { counts.withLock { $0.connections } }

  /// Waits until a request has come; false after ten seconds.
  func waitForRequest() -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      if counts.withLock({ $0.requests }) > 0 { return true }
      usleep(1000)
    }
    return false
  }

  private static func request(from connection: LoopbackSocket) -> String {
    var request = ""
    while !request.contains("\r\n\r\n") {
      let piece = connection.receive()
      if piece.isEmpty { break }
      request += String(decoding: piece, as: UTF8.self)
    }
    // A connection that is closed with octets unread is reset, and the answer may be lost with it.
    guard let end = request.firstRange(of: "\r\n\r\n")?.upperBound,
      let field = request.firstMatch(of: /\r\n[Cc]ontent-[Ll]ength: *([0-9]{1,4})\r\n/),
      let length = Int(field.1)
    else { return request }
    while request[end...].utf8.count < length {
      let piece = connection.receive()
      if piece.isEmpty { break }
      request += String(decoding: piece, as: UTF8.self)
    }
    return request
  }
}
