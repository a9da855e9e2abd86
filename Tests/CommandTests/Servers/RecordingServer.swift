import Foundation
import Synchronization

/// A server on the loopback interface that keeps each request, octet for octet, and answers with an
/// empty object.
final class RecordingServer: Sendable {
  private let listener: LoopbackSocket
  private let requests = Mutex<[[UInt8]]>([])

  /// Starts a server.
  ///
  /// - Throws: a ``SetupError`` where no port is to be had.
  init() throws {
    listener = try LoopbackSocket.bound(listens: true)
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while let connection = listener.accepted() {
        let request = Self.request(from: connection)
        self?.requests.withLock { $0.append(request) }
        connection.send(
          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}".utf8)
      }
    }
  }

  deinit { listener.shutDown() }

  /// The host and port.
  var authority: String { "127.0.0.1:\(listener.port)" }

  /// Hands out the requests that came, in order, and forgets them.
  func take() -> [[UInt8]] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }

  /// Reads a head and as many octets of a body as it says, 64 MiB at most.
  private static func request(from connection: LoopbackSocket) -> [UInt8] {
    var octets: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while octets.count < 64 << 20 {
      if let head = octets.firstRange(of: end) {
        let text = String(decoding: octets[..<head.lowerBound], as: UTF8.self).lowercased()
        let length = text.firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
        if octets.count >= head.upperBound + length { break }
      }
      let piece = connection.receive()
      if piece.isEmpty { break }
      octets += piece
    }
    return octets
  }
}
