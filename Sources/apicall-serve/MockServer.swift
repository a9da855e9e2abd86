import APICallBase
import APICallRequests
import APICallSystem
import FlyingSocks
import Glibc

/// A ``MockService`` served over HTTP on the loopback interface.
struct MockServer {
  let service: MockService
  let port: UInt16

  /// Answers requests until the program is ended.
  ///
  /// Throws a ``Failure`` if the port is not available.
  func run(announce: @escaping @Sendable (String) -> Void) async throws {
    let pool = SocketPool<Poll>.make()
    let listener: AsyncSocket
    do {
      try await pool.prepare()
      listener = try AsyncSocket(socket: listeningSocket(), pool: pool)
    } catch {
      throw Failure(
        .cannotConnect, "cannot listen on 127.0.0.1:\(port): \(Self.reason(of: error))",
        hint: "another server may be using the port; without --port a free one is picked")
    }
    // The timers of the system library open descriptors when they are first used, which must not be
    // when connections have taken them all.
    try? await Task.sleep(for: .milliseconds(1))
    let address = try? listener.socket.sockname()
    let port = if case .ip4(_, port: let port) = address { port } else { port }
    announce("http://127.0.0.1:\(port)")
    try await withThrowingTaskGroup(of: Void.self) { [service] group in
      group.addTask { try await pool.run() }
      group.addTask { await Self.accept(from: listener, pool: pool, service: service) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func listeningSocket() throws -> Socket {
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
    let socket = try Socket(domain: Int32(sockaddr_in.family), type: .stream)
    try socket.setValue(true, for: .localAddressReuse)
    try socket.bind(to: address)
    try socket.listen()
    return socket
  }

  private static func accept(
    from listener: AsyncSocket, pool: some AsyncSocketPool, service: MockService
  ) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        guard let client = try? await listener.accept() else {
          // The client has already disconnected, or the system has no descriptor left until others
          // close.
          try? await Task.sleep(for: .milliseconds(20))
          continue
        }
        group.addTask {
          var connection = ClientConnection(client.socket, pool: pool)
          await connection.serve(service)
        }
      }
    }
  }

  private static func reason(of error: any Error) -> String {
    if case .failed(_, let code, _) = error as? SocketError { return SystemError.words(for: code) }
    return "\(error)"
  }
}
