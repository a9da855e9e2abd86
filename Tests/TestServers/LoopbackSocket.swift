import Glibc

/// A socket on the loopback interface, or one with a path.
///
/// A wait on it ends after a time that is longer than any test: a connection that a client keeps is
/// not closed under it, and the threads of a test that failed end.
package final class LoopbackSocket: Sendable {
  package let descriptor: Int32
  /// The port it is bound to; 0 if it has a path.
  package let port: Int

  /// Takes over a socket.
  private init(adopting descriptor: Int32, port: Int) {
    self.descriptor = descriptor
    self.port = port
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      set(option, to: timeval(tv_sec: 300, tv_usec: 0))
    }
  }

  /// Binds a socket to a port that the system picks.
  ///
  /// - Parameter listens: whether it accepts connections; if not, nothing else can use the port and
  ///   connections to it are refused.
  /// - Returns: the socket.
  /// - Throws: a ``NoServer`` if no port is available.
  package static func bound(listens: Bool) throws(NoServer) -> LoopbackSocket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port: 0)
    let isBound = withGeneric(&address) { pointer, size in
      var size = size
      return bind(descriptor, pointer, size) == 0 && (!listens || listen(descriptor, 128) == 0)
        && getsockname(descriptor, pointer, &size) == 0
    }
    let port = Int(UInt16(bigEndian: address.sin_port))
    let bound = LoopbackSocket(adopting: descriptor, port: port)
    guard isBound else { throw NoServer("no port is to be had") }
    return bound
  }

  /// Binds a socket to a path, and listens on it.
  package static func bound(to path: String) throws(NoServer) -> LoopbackSocket {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let isBound = withGeneric(&address) { pointer, size in
      bind(descriptor, pointer, size) == 0 && listen(descriptor, 128) == 0
    }
    let bound = LoopbackSocket(adopting: descriptor, port: 0)
    guard isBound else { throw NoServer("no socket is to be had at \(path)") }
    return bound
  }

  /// Connects to a port.
  package static func connected(to port: Int) throws(NoServer) -> LoopbackSocket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port: port)
    let isConnected = withGeneric(&address) { connect(descriptor, $0, $1) == 0 }
    let connected = LoopbackSocket(adopting: descriptor, port: port)
    guard isConnected else { throw NoServer("cannot connect to port \(port)") }
    return connected
  }

  deinit { close(descriptor) }

  /// Waits for a connection; nil if there can be no more.
  func accepted() -> LoopbackSocket? {
    while true {
      let descriptor = accept(descriptor, nil, nil)
      if descriptor >= 0 { return LoopbackSocket(adopting: descriptor, port: port) }
      guard errno == EAGAIN || errno == EINTR else { return nil }
    }
  }

  /// Sends all bytes; false if the other side does not accept them.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to send.
  ///   - isLast: whether nothing follows. The end is then sent with the last bytes, so that
  ///     the reader already knows that the connection cannot be reused.
  /// - Returns: whether all bytes were sent.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>, isLast: Bool = false) -> Bool {
    defer { if isLast { _ = shutdown(descriptor, Int32(SHUT_WR)) } }
    let flags = Int32(MSG_NOSIGNAL) | (isLast ? Int32(MSG_MORE) : 0)
    let bytes = Array(bytes)
    var position = 0
    while position < bytes.count {
      let sent = bytes[position...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard sent > 0 else { return false }
      position += sent
    }
    return true
  }

  /// Returns the next bytes, or the first of them; empty at the end.
  package func receive(upTo limit: Int = 64 << 10) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &piece, piece.count, 0)
    return Array(piece.prefix(max(0, count)))
  }

  /// Returns all bytes until the other side closes.
  package func receiveAll() -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let piece = receive()
      if piece.isEmpty { return all }
      all += piece
    }
  }

  /// Waits until what has come, and is not read, meets a condition, or the other side closes; at most
  /// ten seconds.
  func waitForUnread(_ isEnough: ([UInt8]) -> Bool) {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    for _ in 0..<10_000 {
      let count = recv(descriptor, &piece, piece.count, Int32(MSG_PEEK | MSG_DONTWAIT))
      if count == 0 || count > 0 && isEnough(Array(piece.prefix(count))) { return }
      usleep(1000)
    }
  }

  /// Makes it close with a reset.
  func reset() { set(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0)) }

  /// Ends both directions, which wakes up any wait on the socket.
  package func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func set(_ option: Int32, to value: some BitwiseCopyable) {
    _ = withUnsafeBytes(of: value) {
      setsockopt(descriptor, SOL_SOCKET, option, $0.baseAddress, socklen_t($0.count))
    }
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  /// Passes an address to the system in its format, with its size.
  private static func withGeneric<Address>(
    _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
