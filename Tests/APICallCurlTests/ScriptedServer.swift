import Glibc
import Synchronization

/// A server on loopback that answers each connection as its script says, on a thread of its own.
///
/// Every wait has a limit, so that a test that fails does not hang.
final class ScriptedServer: Sendable {
  /// What to do on a connection, step by step.
  enum Step: Sendable {
    /// Reads a request: its header, and as many octets of body as Content-Length says, or all
    /// chunks.
    case read
    /// Reads the header of a request.
    case readHead
    /// Reads so many octets of a body.
    case readBody(Int)
    /// Writes octets.
    case write([UInt8])
    /// Writes octets one at a time with a pause between.
    case trickle([UInt8], every: Duration)
    /// Waits.
    case pause(Duration)
    /// Closes with a reset.
    case reset

    static func write(_ text: String) -> Step { .write(Array(text.utf8)) }
  }

  /// Its port; 0 where it is a socket with a path.
  let port: Int
  /// The path of its socket; empty where it has a port.
  let path: String
  private let listener: Int32
  private let script: [Step]
  private let state = Mutex<(requests: [[UInt8]], connections: Int)>(([], 0))

  /// The requests that were read, in order.
  var requests: [String] {
    state.withLock { $0.requests.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// How many connections were accepted.
  var connections: Int { state.withLock { $0.connections } }

  /// Starts a server on a port that the system picks.
  convenience init(_ script: Step...) throws {
    try self.init(script)
  }

  /// Starts a server on a port that the system picks.
  init(_ script: [Step]) throws {
    self.script = script
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = Self.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(listener, address, size) | listen(listener, 128)
          | getsockname(listener, address, &size)
      }
    }
    guard status == 0 else { throw NoServer() }
    port = Int(UInt16(bigEndian: address.sin_port))
    path = ""
    start { server in server.acceptAll() }
  }

  /// Starts a server on a socket that has a path.
  init(onSocket script: [Step]) throws {
    self.script = script
    port = 0
    path = "/tmp/apicall-socket-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = listener
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
          | listen(descriptor, 128)
      }
    }
    guard status == 0 else { throw NoServer() }
    start { server in server.acceptAll() }
  }

  /// A port of loopback on which nobody listens.
  static func closedPort() throws -> Int {
    let server = try ScriptedServer()
    server.stop()
    return server.port
  }

  /// Stops listening.
  func stop() {
    // The thread that accepts closes it: its number must not be given away under that thread.
    shutdown(listener, Int32(SHUT_RDWR))
    if !path.isEmpty { unlink(path) }
  }

  private func acceptAll() {
    defer { close(listener) }
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 { return }
      state.withLock { $0.connections += 1 }
      start { server in server.serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(connection, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    defer { close(connection) }
    for step in script {
      switch step {
      case .read:
        guard let request = Self.readRequest(connection) else { return }
        state.withLock { $0.requests.append(request) }
      case .readHead:
        guard let head = Self.readHead(connection) else { return }
        state.withLock { $0.requests.append(head) }
      case .readBody(let count):
        guard Self.skip(count, of: connection) else { return }
      case .write(let octets): Self.write(octets, to: connection)
      case .trickle(let octets, let every):
        for octet in octets {
          guard Self.write([octet], to: connection) else { return }
          Self.sleep(every)
        }
      case .pause(let duration): Self.sleep(duration)
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
      }
    }
  }

  private func start(_ work: @escaping @Sendable (ScriptedServer) -> Void) {
    onThread { work(self) }
  }

  private static func readRequest(_ connection: Int32) -> [UInt8]? {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var needed: Int?
    while true {
      if needed == nil, let end = request.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
        let fields = String(decoding: request[..<end], as: UTF8.self).lowercased()
          .split(separator: "\r\n")
        let length = fields.first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.split(separator: " ").last ?? "") }
        if fields.contains("transfer-encoding: chunked") {
          if request.suffix(7).elementsEqual("\r\n0\r\n\r\n".utf8) { return request }
        } else {
          needed = end + (length ?? 0)
        }
      }
      if let needed, request.count >= needed { return request }
      let count = read(connection, &buffer, buffer.count)
      if count <= 0 { return nil }
      request += buffer[..<count]
    }
  }

  /// Reads octet by octet, and nothing of the body.
  private static func readHead(_ connection: Int32) -> [UInt8]? {
    var head: [UInt8] = []
    var octet: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard Glibc.read(connection, &octet, 1) == 1 else { return nil }
      head.append(octet)
    }
    return head
  }

  private static func skip(_ count: Int, of connection: Int32) -> Bool {
    var left = count
    var buffer = [UInt8](repeating: 0, count: 65536)
    while left > 0 {
      let count = Glibc.read(connection, &buffer, min(left, buffer.count))
      if count <= 0 { return false }
      left -= count
    }
    return true
  }

  @discardableResult
  private static func write(_ octets: [UInt8], to connection: Int32) -> Bool {
    var rest = octets[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func sleep(_ duration: Duration) {
    usleep(UInt32(duration / .microseconds(1)))
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return address
  }
}

/// Does something on a thread of its own, which the tests do not share.
func onThread(_ work: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { pointer in
      if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(Work(work)).toOpaque())
  precondition(status == 0)
  pthread_detach(thread)
}

private final class Work {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private struct NoServer: Error {}
