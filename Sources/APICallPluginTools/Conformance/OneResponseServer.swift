import Glibc
import Synchronization

/// A local server that accepts one connection, reads one request and sends one response with status
/// 200.
final class OneResponseServer: Sendable {
  /// The body of the response, which is larger than the buffers of a pipe and a socket.
  static let body: [UInt8] = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
  private static let longestRequest = 64 << 10

  let port: UInt16
  private let listener: Int32
  private let request = Mutex<[UInt8]?>(nil)

  /// Starts listening; nil if there is no free port.
  init?() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 1) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { return nil }
    var thread = pthread_t()
    let server = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context {
          Unmanaged<OneResponseServer>.fromOpaque(context).takeRetainedValue().serve()
        }
        return nil
      }, server.toOpaque())
    if code == 0 { pthread_detach(thread) } else { server.release() }
  }

  deinit { close(listener) }

  /// The request that it received; nil if there was none.
  var received: [UInt8]? { request.withLock { $0 } }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve() {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    defer { close(connection) }
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    read(connection)
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
      + "Content-Length: \(Self.body.count)\r\nConnection: close\r\n\r\n"
    let response = Array(head.utf8) + Self.body
    // It waits until the whole response is sent, or until the time limit.
    _ = send(connection, response, response.count, Int32(MSG_NOSIGNAL))
    shutdown(connection, Int32(SHUT_WR))
    // Waits until the client has closed the connection: data may be lost if it is closed too early.
    var rest = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<100 where recv(connection, &rest, rest.count, 0) <= 0 { break }
  }

  /// Reads a request byte by byte, to the end of its body of five bytes.
  private func read(_ connection: Int32) {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var left = Self.longestRequest
    while left > 0, recv(connection, &byte, 1, 0) == 1 {
      bytes.append(byte)
      let isHeadEnd = bytes.suffix(4).elementsEqual([13, 10, 13, 10])
      left = isHeadEnd && left > 5 ? 5 : left - 1
    }
    request.withLock { $0 = bytes }
  }
}
