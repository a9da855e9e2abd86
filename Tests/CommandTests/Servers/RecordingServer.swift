import Foundation
import Synchronization

/// A server on the loopback interface that keeps every request, octet for octet, and answers each
/// with an empty map, unless it is told otherwise.
///
/// Connections are kept open as long as the client likes, so that many requests cost little.
final class RecordingServer: Sendable {
  /// Makes the answer to a request, head and body, as it is sent.
  typealias Answer = @Sendable (_ request: [UInt8]) -> String

  private let listener: LoopbackSocket
  private let answer: Answer
  private let received = Mutex<[[UInt8]]>([])
  private let count = Atomic(0)

  /// Starts a server.
  ///
  /// - Parameter answer: makes the answers; called on a thread of the connection.
  /// - Throws: a ``SetupError`` where no port is to be had.
  init(_ answer: @escaping Answer = RecordingServer.emptyMap) throws {
    self.answer = answer
    listener = try LoopbackSocket.bound(listens: true)
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while let connection = listener.accepted() {
        self?.count.add(1, ordering: .relaxed)
        Thread.detachNewThread { [weak self] in self?.serve(connection) }
      }
    }
  }

  deinit { listener.shutDown() }

  /// Its port.
  var port: UInt16 { listener.port }

  /// Its URL.
  var url: String { "http://127.0.0.1:\(port)" }

  /// How many connected.
  var connections: Int { count.load(ordering: .relaxed) }

  /// Takes out what has been received so far, in the order of arrival.
  func takeRequests() -> [[UInt8]] {
    received.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  private func serve(_ connection: LoopbackSocket) {
    var waiting: [UInt8] = []
    while let request = Self.request(from: connection, after: &waiting) {
      received.withLock { $0.append(request) }
      guard connection.send(answer(request).utf8) else { return }
    }
  }

  /// An empty map.
  private static func emptyMap(_ request: [UInt8]) -> String {
    let isHead = request.starts(with: "HEAD ".utf8)
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
    return head + (isHead ? "" : "{}")
  }

  /// Reads one request: its head, and the body that the head announces.
  private static func request(
    from connection: LoopbackSocket, after waiting: inout [UInt8]
  ) -> [UInt8]? {
    let emptyLine = Array("\r\n\r\n".utf8)
    func more() -> Bool {
      let piece = connection.receive()
      waiting += piece
      // Who begins to speak TLS (RFC 8446, section 5.1) waits for an answer that there is not.
      return !piece.isEmpty && waiting.first != 0x16
    }
    var headEnd = waiting.firstRange(of: emptyLine)?.upperBound
    while headEnd == nil {
      guard more() else { return nil }
      headEnd = waiting.firstRange(of: emptyLine)?.upperBound
    }
    let head = String(decoding: waiting[..<(headEnd ?? 0)], as: UTF8.self).lowercased()
    var end = headEnd ?? 0
    if head.contains("\r\ntransfer-encoding: chunked\r\n") {
      let last = Array("0\r\n\r\n".utf8)
      while true {
        if let range = waiting[end...].firstRange(of: last) {
          end = range.upperBound
          break
        }
        guard more() else { return nil }
      }
    } else if let field = head.firstRange(of: "\r\ncontent-length: ") {
      end += Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
      while waiting.count < end { guard more() else { return nil } }
    }
    defer { waiting.removeFirst(end) }
    return Array(waiting[..<end])
  }
}
