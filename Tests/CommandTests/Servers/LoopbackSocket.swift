import Glibc

/// A TCP socket on the loopback interface; every wait on it has a limit.
final class LoopbackSocket: Sendable {
  let descriptor: Int32
  /// The port it is bound to.
  let port: UInt16

  /// Takes over a socket.
  init(adopting descriptor: Int32, port: UInt16) {
    self.descriptor = descriptor
    self.port = port
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, size)
    }
  }

  /// Binds a socket to a port that the system picks.
  ///
  /// - Parameter listens: whether it takes connections; if not, nobody can have the port and who
  ///   connects to it is refused.
  /// - Returns: the socket.
  /// - Throws: a ``SetupError`` where no port is to be had.
  static func bound(listens: Bool) throws -> LoopbackSocket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && (!listens || listen(descriptor, 64) == 0)
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
    guard code else { throw SetupError("no port is to be had") }
    return LoopbackSocket(adopting: descriptor, port: UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a port.
  static func connected(to port: UInt16) throws -> LoopbackSocket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port: port)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw SetupError("cannot connect to port \(port)") }
    return LoopbackSocket(adopting: descriptor, port: port)
  }

  deinit { close(descriptor) }

  /// Waits for somebody to connect; nil where nobody can any more.
  func accepted() -> LoopbackSocket? {
    while true {
      let descriptor = accept(descriptor, nil, nil)
      if descriptor >= 0 { return LoopbackSocket(adopting: descriptor, port: port) }
      guard errno == EAGAIN || errno == EINTR else { return nil }
    }
  }

  /// Sends all octets; false where the other side does not want them.
  ///
  /// - Parameters:
  ///   - octets: what to send.
  ///   - isLast: whether nothing follows. The end is then sent along with the last octets, so that
  ///     who reads them knows already that the connection is of no more use.
  /// - Returns: whether all went.
  @discardableResult
  func send(_ octets: some Collection<UInt8>, isLast: Bool = false) -> Bool {
    defer { if isLast { _ = shutdown(descriptor, Int32(SHUT_WR)) } }
    let flags = Int32(MSG_NOSIGNAL) | (isLast ? Int32(MSG_MORE) : 0)
    let octets = Array(octets)
    var position = 0
    while position < octets.count {
      let sent = octets[position...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard sent > 0 else { return false }
      position += sent
    }
    return true
  }

  /// What comes next; empty where nothing more does.
  func receive() -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(descriptor, &piece, piece.count, 0)
    return Array(piece.prefix(max(0, count)))
  }

  /// All that comes until the other side closes.
  func receiveAll() -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let piece = receive()
      if piece.isEmpty { return all }
      all += piece
    }
  }

  /// Ends both directions: whoever waits in it wakes up.
  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
