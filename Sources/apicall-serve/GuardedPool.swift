import FlyingFox
import FlyingSocks
import Glibc
import Synchronization

/// The sockets of a server: each piece of a response is sent at once, no connection is silent for
/// ever, and the first head on each is judged before the server reads it.
///
/// The server's own parser has no limits and keeps one of several fields of a name. It reads through
/// this pool only where it has to wait, so what a client sends ahead, after its first request, is not
/// judged here: ``MockServer`` judges the number of fields of each request.
final class GuardedPool: AsyncSocketPool {
  /// How long a connection may be silent.
  private static let longestSilence = Duration.seconds(30)
  private static var listens: BoolSocketOption { BoolSocketOption(name: SO_ACCEPTCONN) }

  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()
  /// The ports of the clients whose first head has been judged, by descriptor.
  private let judged = Mutex<[Int32: in_port_t]>([:])

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  /// Waits for a socket; the first is the one that listens, and others have their options from it
  /// (tcp(7)).
  ///
  /// Head and body are two writes here. On a connection that is kept, the system would hold the second
  /// one back until the client has acknowledged the first (RFC 9293, section 3.7.4), for which that
  /// takes its time: a twentieth of a second for each answer.
  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try? socket.setValue(
      true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    if (try? socket.getValue(for: Self.listens)) == true {
      return try await pool.suspendSocket(socket, untilReadyFor: events)
    }
    try await wait(for: socket, events)
    guard events == .read, let port = Self.clientPort(of: socket) else { return }
    let descriptor = socket.file.rawValue
    guard judged.withLock({ $0[descriptor] != port }) else { return }
    let end = ContinuousClock.now + Self.longestSilence
    while true {
      switch RequestHead.judge(Self.peek(descriptor)) {
      case .good:
        judged.withLock { $0[descriptor] = port }
        return
      case .refused(let response):
        response.withUnsafeBytes { _ = send(descriptor, $0.baseAddress, $0.count, 0) }
        // Closed with bytes unread, the connection would be reset, and the response lost.
        _ = shutdown(descriptor, Int32(SHUT_WR))
        Self.drain(descriptor)
        throw SocketError.disconnected
      case .unfinished:
        guard ContinuousClock.now < end, !Self.isClosed(descriptor) else {
          throw SocketError.disconnected
        }
        // What has been looked at is still to be read: to wait for the socket is to come back at once.
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  private func wait(for socket: Socket, _ events: Socket.Events) async throws {
    try await withThrowingTaskGroup(of: Void.self) { [pool] group in
      group.addTask { try await pool.suspendSocket(socket, untilReadyFor: events) }
      group.addTask {
        try await Task.sleep(for: Self.longestSilence)
        throw SocketError.disconnected
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private static func clientPort(of socket: Socket) -> in_port_t? {
    guard case .ip4(_, port: let port) = try? socket.remotePeer() else { return nil }
    return port
  }

  /// What has come and is still to be read.
  private static func peek(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: RequestHead.longest + 1) { buffer, count in
      let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
      count = max(0, recv(descriptor, buffer.baseAddress, RequestHead.longest + 1, flags))
    }
  }

  private static func drain(_ descriptor: Int32) {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    for _ in 0..<64
    where recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT)) <= 0 { return }
  }

  /// Whether the client sends no more (POLLRDHUP).
  private static func isClosed(_ descriptor: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)
    return Glibc.poll(&wanted, 1, 0) > 0
  }
}
