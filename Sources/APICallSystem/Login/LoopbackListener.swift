package import APICallBase
import Glibc

/// A listener on 127.0.0.1 for the redirect of a browser.
///
/// It reads nothing but heads of requests, of a limited size and number, and closes each connection
/// after its page.
package final class LoopbackListener {
  private static let longestHead = 8 << 10
  private static let mostConnections = 16
  /// The time that a connection has for its request.
  private static let patience = Duration.seconds(2)
  private static let pause = Duration.milliseconds(20)

  private struct Connection {
    let descriptor: Int32
    let opened: Duration
    var bytes: [UInt8] = []
  }

  package let port: Int
  private let descriptor: Int32
  private let world: World
  private var connections: [Connection] = []

  /// Starts to listen on a port, or on a free one.
  ///
  /// Throws the error of the system.
  package init(on port: Int?, in world: World) throws(ListenerProblem) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw ListenerProblem(code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(clamping: port ?? 0).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The port of a login that has just ended can be used again.
    var isReused: Int32 = 1
    _ = setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0
          && listen(descriptor, Int32(Self.mostConnections)) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(descriptor)
      throw ListenerProblem(code: code)
    }
    self.port = Int(UInt16(bigEndian: address.sin_port))
    self.descriptor = descriptor
    self.world = world
  }

  deinit {
    for connection in connections { close(connection.descriptor) }
    close(descriptor)
  }

  /// Responds to requests until a page is the last one.
  ///
  /// Returns whether that was before the limit. Throws `CancellationError` after a signal.
  package func serve(
    within limit: Duration,
    page: (_ target: String, _ host: String) -> (status: Int, text: String, isLast: Bool)
  ) async throws(CancellationError) -> Bool {
    let end = world.elapsed() + limit
    while world.elapsed() < end {
      acceptAll()
      var isDone = false
      connections.removeAll { connection in
        guard !isDone, let request = connection.bytes.request else { return false }
        let answer = page(request.target, request.host)
        respond(answer.status, answer.text, to: connection.descriptor)
        isDone = answer.isLast
        return true
      }
      if isDone { return true }
      try await world.wait(Self.pause)
      readAll()
    }
    return false
  }

  private func acceptAll() {
    while connections.count < Self.mostConnections {
      let new = accept(descriptor, nil, nil)
      guard new >= 0 else { return }
      _ = fcntl(new, F_SETFD, FD_CLOEXEC)
      _ = fcntl(new, F_SETFL, O_NONBLOCK)
      connections.append(Connection(descriptor: new, opened: world.elapsed()))
    }
  }

  private func readAll() {
    let now = world.elapsed()
    for index in connections.indices {
      var buffer = [UInt8](repeating: 0, count: Self.longestHead)
      let count = recv(connections[index].descriptor, &buffer, buffer.count, 0)
      if count > 0 { connections[index].bytes += buffer[..<count] }
    }
    connections.removeAll { connection in
      let isOver =
        connection.bytes.count > Self.longestHead || now - connection.opened > Self.patience
      if isOver, connection.bytes.request == nil { close(connection.descriptor) }
      return isOver && connection.bytes.request == nil
    }
  }

  private func respond(_ status: Int, _ text: String, to connection: Int32) {
    let body = "<!doctype html><title>apicall</title><p>\(text)</p>\n"
    let head = """
      HTTP/1.1 \(status) \(status == 200 ? "OK" : status == 404 ? "Not Found" : "Bad Request")\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      Content-Security-Policy: default-src 'none'\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      X-Content-Type-Options: nosniff\r
      Connection: close\r
      \r

      """
    let bytes = Array((head + body).utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    shutdown(connection, Int32(SHUT_WR))
    close(connection)
  }
}

/// Why a port cannot be listened on.
package struct ListenerProblem: Error, Sendable {
  package let code: Int32

  package var isTaken: Bool { code == EADDRINUSE }
  package var reason: String { SystemError.words(for: code) }
}

extension [UInt8] {
  /// The target and the Host field of a GET whose head is complete; both empty for another request.
  fileprivate var request: (target: String, host: String)? {
    let text = String(decoding: self, as: UTF8.self)
    guard let end = text.utf8.firstRange(of: "\r\n\r\n".utf8) else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3, words[0] == "GET" else { return ("", "") }
    let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
    guard hosts.count == 1 else { return ("", "") }
    let host = hosts[0].dropFirst(5).drop { $0 == " " }
    return (String(words[1]), String(host).lowercased())
  }
}
