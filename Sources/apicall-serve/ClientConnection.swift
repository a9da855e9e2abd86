import FlyingSocks
import FoundationEssentials
import Glibc

/// A client's connection: the bytes that it sends, in their order, and the way back.
///
/// Every wait has a time limit.
struct ClientConnection {
  enum End: Error {
    /// The client has disconnected, or has been silent for too long.
    case gone
    /// The client gets an error response, and the connection ends.
    case refused(RequestProblem)
  }

  /// How long a connection may be silent, or accept no bytes.
  private static let longestSilence = Duration.seconds(30)
  /// How long a refused client may continue to send, and the largest number of bytes.
  private static let longestFarewell = Duration.seconds(5)
  private static let mostUnread = 64 << 20
  private static let pieceSize = 64 << 10

  private let socket: Socket
  private let pool: any AsyncSocketPool
  private var buffer: [UInt8] = []
  /// The position in ``buffer`` of the first unread byte.
  private var position = 0

  init(_ socket: Socket, pool: any AsyncSocketPool) {
    self.socket = socket
    self.pool = pool
    // Without it, the system would hold a response back until the client has acknowledged the
    // previous one (RFC 9293, section 3.7.4), which takes a twentieth of a second.
    try? socket.setValue(
      true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
  }

  var hasMore: Bool { position < buffer.count }

  /// The time at which a client that is silent from now on has been silent for too long.
  var silenceEnd: ContinuousClock.Instant { .now + Self.longestSilence }

  /// Returns the bytes of the line.
  ///
  /// Throws why the connection ends before that.
  mutating func line(
    atMost limit: Int, needsReturn: Bool = false, else problem: RequestProblem,
    until deadline: ContinuousClock.Instant, else end: End
  ) async throws(End) -> [UInt8] {
    var seen = 0
    while true {
      if let mark = buffer[(position + seen)...].firstIndex(of: UInt8(ascii: "\n")) {
        var line = buffer[position..<mark]
        position = mark + 1
        let hasReturn = line.last == UInt8(ascii: "\r")
        if hasReturn { line.removeLast() }
        guard line.count <= limit, hasReturn || !needsReturn else { throw .refused(problem) }
        return Array(line)
      }
      seen = buffer.count - position
      // One more for the CR of a line that is just short enough.
      guard seen <= limit + 1 else { throw .refused(problem) }
      try await fill(until: deadline, else: end)
    }
  }

  /// Appends the next bytes to an array; each piece of them has the time limit for silence.
  mutating func take(_ count: Int, into bytes: inout [UInt8]) async throws(End) {
    var count = count
    while count > 0 {
      if !hasMore { try await fill(until: silenceEnd, else: .gone) }
      let piece = buffer[position...].prefix(count)
      bytes += piece
      position += piece.count
      count -= piece.count
    }
  }

  mutating func fill(
    until deadline: ContinuousClock.Instant, else end: End
  ) async throws(End) {
    buffer.removeSubrange(..<position)
    position = 0
    while true {
      do {
        buffer += try socket.read(atMost: Self.pieceSize)
        return
      } catch {
        guard error as? SocketError == .blocked else { throw .gone }
      }
      guard try await wait(for: .read, until: deadline) else { throw end }
    }
  }

  func send(_ bytes: [UInt8]) async throws(End) {
    let data = Data(bytes)
    var sent = data.startIndex
    while sent < data.endIndex {
      do {
        sent = try socket.write(data, from: sent)
        continue
      } catch {
        guard error as? SocketError == .blocked else { throw .gone }
      }
      guard try await wait(for: .write, until: silenceEnd) else { throw .gone }
    }
  }

  func close() { try? socket.close() }

  /// Reads for a while the rest that a refused client still sends.
  ///
  /// Closing with unread bytes would reset the connection, and the refusal would be lost (RFC 9112,
  /// section 9.6).
  mutating func readRest() async {
    _ = shutdown(socket.file.rawValue, Int32(SHUT_WR))
    let deadline = ContinuousClock.now + Self.longestFarewell
    var unread = buffer.count
    do throws(End) {
      while unread < Self.mostUnread {
        position = buffer.count
        try await fill(until: deadline, else: .gone)
        unread += buffer.count
        guard .now < deadline else { break }
      }
    } catch {}
  }

  /// Waits until the socket is ready; returns false if the time is up before that.
  private func wait(
    for events: Socket.Events, until deadline: ContinuousClock.Instant
  ) async throws(End) -> Bool {
    do {
      return try await withThrowingTaskGroup(of: Bool.self) { [pool, socket] group in
        group.addTask {
          try await pool.suspendSocket(socket, untilReadyFor: events)
          return true
        }
        group.addTask {
          try await Task.sleep(until: deadline, clock: .continuous)
          return false
        }
        defer { group.cancelAll() }
        return try await group.next() ?? false
      }
    } catch {
      throw .gone
    }
  }
}
