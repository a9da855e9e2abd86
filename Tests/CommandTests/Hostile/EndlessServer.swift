import TestServers
import Glibc
import Testing

/// A server that never stops sending, with a case for each way.
enum EndlessServer: String, CaseIterable, CustomTestStringConvertible {
  /// A body without an end.
  case body
  /// A head without an end, a field each millisecond.
  case head
  /// HTTP/2: a head, and then empty DATA frames.
  case emptyFrames
  /// One interim response after the other, fewer than are allowed.
  case interim
  /// A byte each hundredth of a second.
  case trickle
  /// An endless extension of the first chunk.
  case chunkExtension
  /// Server-sent events.
  case events
  /// Redirects from one path to the next.
  case redirects
  /// Nothing after the head.
  case silence
  /// A large JSON array, of which much is selected.
  case array
  /// 26 bytes of gzip for each 4 KiB of JSON.
  case gzip

  var testDescription: String { rawValue }

  /// The arguments besides the file and the server.
  var options: [String] {
    switch self {
    case .emptyFrames: ["--http-version", "2-prior-knowledge"]
    default: []
    }
  }

  /// The fields of the endpoint besides the path.
  var fields: String {
    switch self {
    case .redirects: "redirects: 100\n"
    case .array: "select: $[*]\nformat: ndjson\n"
    case .gzip: "headers: {Accept-Encoding: gzip}\nformat: json\n"
    default: ""
    }
  }

  /// Starts the server.
  ///
  /// - Parameter log: counts the requests.
  /// - Returns: the server.
  /// - Throws: a ``NoServer`` if no port is available.
  func start(_ log: RequestCount = RequestCount()) throws -> ScriptedServer {
    try ScriptedServer { [self] request, connection in
      log.add()
      connection.send(beginning.utf8)
      // A client that gives up closes the connection.
      switch self {
      case .body: while connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 18)) {}
      case .head: while connection.send("X-Field: a\r\n".utf8) { usleep(1000) }
      case .emptyFrames:
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0]
        connection.send(settings)
        // A response before its request would be an error.
        _ = connection.receive()
        usleep(20_000)
        connection.send([0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88])
        let frame: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 1]
        let frames = Array(repeatElement(frame, count: 1 << 17).joined())
        while connection.send(frames) {}
      case .interim:
        while connection.send("HTTP/1.1 103 Early Hints\r\n\r\n".utf8) { usleep(50_000) }
      case .trickle: while connection.send("a".utf8) { usleep(10_000) }
      case .chunkExtension:
        while connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)) {}
      case .events:
        let events = Array(repeatElement("data: a\n\n", count: 1000).joined().utf8)
        while connection.send(events) { usleep(1000) }
      case .redirects:
        usleep(50_000)
        connection.send(
          "HTTP/1.1 302 Found\r\nLocation: /\(UInt32.random(in: 0...(.max)))\r\n\r\n".utf8,
          isLast: true)
      case .silence: _ = connection.receive()
      case .array:
        let elements = Array(repeatElement(#"{"a":1},"#, count: 1 << 16).joined().utf8)
        for _ in 0..<48 {
          guard connection.send(elements) else { return }
          usleep(8000)
        }
        connection.send("{}]".utf8)
      case .gzip:
        connection.send(GzipBomb.beginning)
        let piece = Array(repeatElement(GzipBomb.repeated, count: 1 << 10).joined())
        while connection.send(piece) {}
      }
    }
  }

  /// The data that is sent once.
  private var beginning: String {
    switch self {
    case .emptyFrames, .interim, .redirects: ""
    case .head: "HTTP/1.1 200 OK\r\n"
    case .chunkExtension: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a="
    case .events: Self.head("text/event-stream")
    case .array: Self.head("application/json") + "["
    case .gzip: Self.head("application/json", "Content-Encoding: gzip\r\n")
    case .body, .trickle, .silence: Self.head("text/plain")
    }
  }

  private static func head(_ type: String, _ more: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(more)\r\n"
  }
}

/// An endless JSON array of zeros in gzip (RFC 1951, section 3.2.6).
private enum GzipBomb {
  /// The head of the file; a block of fixed codes with `[`, `0`, `,` and one copy.
  static let beginning: [UInt8] =
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    + packed([(0b010, 3), (0x8B, 8), (0x60, 8), (0x5C, 8)] + [copy])
  /// Eight copies, after which a byte is full.
  static let repeated = packed(Array(repeating: copy, count: 8))

  /// 258 bytes from two bytes back: a length of 8 bits and a distance of 5.
  private static let copy: (code: UInt16, count: Int) = (0b11000101_00001, 13)

  /// The bits of codes, each with its first bit first.
  private static func packed(_ codes: [(code: UInt16, count: Int)]) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = 0
    for (code, count) in codes {
      for index in (0..<count).reversed() {
        if position % 8 == 0 { bytes.append(0) }
        if code >> index & 1 == 1 { bytes[bytes.count - 1] |= 1 << (position % 8) }
        position += 1
      }
    }
    return bytes
  }
}
