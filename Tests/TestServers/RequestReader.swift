/// Reads the requests of a connection, one after the other.
struct RequestReader {
  private let connection: LoopbackSocket
  /// The received bytes that were not returned yet.
  private var waiting: [UInt8] = []

  init(_ connection: LoopbackSocket) { self.connection = connection }

  /// Returns the next request, head and body; nil if there is no complete one.
  mutating func whole() -> [UInt8]? { headEnd().flatMap { bodyEnd(after: $0) }.map { take($0) } }

  /// Returns the head of the next request, and the part of the body that came with it.
  ///
  /// A body of less than 10000 bytes is read completely: a connection that is closed with unread
  /// bytes is reset, and the response may be lost with it.
  mutating func opening() -> [UInt8] {
    if let head = headEnd(), let length = Self.length(in: fields(before: head)), length < 10_000 {
      _ = fill(head + length)
    }
    return take(waiting.count)
  }

  /// Returns the head of the next request; the body stays in the connection.
  mutating func head() -> [UInt8]? { headEnd(byPiecesOf: 1).map { take($0) } }

  /// Takes bytes of a body; false if there are not enough.
  mutating func skip(_ count: Int) -> Bool {
    guard fill(count) else { return false }
    _ = take(count)
    return true
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { waiting.removeFirst(count) }
    return Array(waiting[..<count])
  }

  private mutating func fill(_ count: Int) -> Bool {
    while waiting.count < count { guard receive() else { return false } }
    return true
  }

  private mutating func receive(upTo limit: Int = 64 << 10) -> Bool {
    let piece = connection.receive(upTo: limit)
    waiting += piece
    // A client that begins to speak TLS (RFC 8446, section 5.1) waits for a response that never
    // comes.
    return !piece.isEmpty && waiting.first != 0x16
  }

  /// Returns the end of a text after a position.
  private mutating func end(
    of text: String, from start: Int = 0, byPiecesOf limit: Int = 64 << 10
  ) -> Int? {
    while true {
      if let found = waiting[start...].firstRange(of: Array(text.utf8)) { return found.upperBound }
      guard receive(upTo: limit) else { return nil }
    }
  }

  private mutating func headEnd(byPiecesOf limit: Int = 64 << 10) -> Int? {
    end(of: "\r\n\r\n", byPiecesOf: limit)
  }

  private func fields(before end: Int) -> String {
    String(decoding: waiting[..<end], as: UTF8.self).lowercased()
  }

  private static func length(in fields: String) -> Int? {
    fields.firstRange(of: "\r\ncontent-length:").flatMap { name in
      Int(fields[name.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
    }
  }

  private mutating func bodyEnd(after head: Int) -> Int? {
    let fields = fields(before: head)
    if fields.contains("\r\ntransfer-encoding: chunked\r\n") { return chunksEnd(after: head) }
    let end = head + (Self.length(in: fields) ?? 0)
    return fill(end) ? end : nil
  }

  /// RFC 9112, section 7.1, without trailers.
  private mutating func chunksEnd(after head: Int) -> Int? {
    var position = head
    while true {
      guard let line = end(of: "\r\n", from: position),
        let size = Int(String(decoding: waiting[position..<(line - 2)], as: UTF8.self), radix: 16),
        fill(line + size + 2)
      else { return nil }
      position = line + size + 2
      if size == 0 { return position }
    }
  }
}
