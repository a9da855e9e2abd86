import FlyingFox
import FlyingSocks
import Glibc

/// The sockets of a server that sends each piece of a response at once, and that ends connections on
/// which nothing comes.
///
/// Head and body are two writes here. On a connection that is kept, the system would hold the second
/// one back until the client has acknowledged the first (RFC 9293, section 3.7.4), for which that
/// takes its time: a twentieth of a second for each answer.
struct ServerPool: AsyncSocketPool {
  /// How long a connection may be silent, or take nothing.
  private static let longestSilence = Duration.seconds(30)
  private static var listens: BoolSocketOption { BoolSocketOption(name: SO_ACCEPTCONN) }

  private let pool: any AsyncSocketPool = HTTPServer.defaultPool()

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  /// Waits for a socket; the first is the one that listens, and others have their options from it
  /// (tcp(7)).
  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try? socket.setValue(
      true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    if (try? socket.getValue(for: Self.listens)) == true {
      return try await pool.suspendSocket(socket, untilReadyFor: events)
    }
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
}
