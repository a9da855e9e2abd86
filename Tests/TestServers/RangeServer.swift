import SeededNumbers
import Synchronization

/// A server of one file that follows Range and If-Range, unless it is set to misbehave.
package final class RangeServer: Sendable {
  /// Its behaviour.
  package struct Manner: Sendable {
    package var tag: String?
    /// More fields of every response.
    package var fields: String
    /// The head that is sent in place of the right one, without its empty line.
    package var head: String?
    /// The number of bytes of a body after which the connection closes.
    package var cut: Int?
    /// The number of bytes of a body after which nothing more is sent.
    package var stall: Int?

    package init(
      tag: String? = "\"one\"", fields: String = "", head: String? = nil, cut: Int? = nil,
      stall: Int? = nil
    ) {
      self.tag = tag
      self.fields = fields
      self.head = head
      self.cut = cut
      self.stall = stall
    }
  }

  /// The file.
  package let body: [UInt8]
  private let state: State
  private let server: ScriptedServer

  /// The current behaviour.
  private final class State: Sendable {
    let manner: Mutex<Manner>
    init(_ manner: Manner) { self.manner = Mutex(manner) }
  }

  package init(_ body: [UInt8], _ manner: Manner = Manner()) throws {
    self.body = body
    let state = State(manner)
    self.state = state
    server = try ScriptedServer { request, connection in
      Self.answer(request, of: body, state.manner.withLock { $0 }, connection)
    }
  }

  /// Returns bytes in which no sequence repeats.
  package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    let words = (0..<(count / 8)).map { _ in generator.next() }
    return words.withUnsafeBytes { Array($0) }
  }

  package var url: String { server.url }

  /// The number of requests.
  package var count: Int { server.requests.count }

  package func waitForRequest() -> Bool { server.waitForRequest() }

  package func set(_ change: @Sendable (inout Manner) -> Void) {
    state.manner.withLock { change(&$0) }
  }

  /// Returns a field of the latest request.
  package func field(_ name: String) -> String? {
    server.requests.last?.split(separator: "\r\n").first { $0.hasPrefix("\(name): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  private static func answer(
    _ request: String, of body: [UInt8], _ manner: Manner, _ connection: LoopbackSocket
  ) {
    var start = request.firstMatch(of: /\r\nRange: bytes=(\d+)-\r\n/).flatMap { Int($0.output.1) }
    if let condition = request.firstMatch(of: /\r\nIf-Range: (.*)\r\n/)?.output.1 {
      if condition != manner.tag ?? "", !manner.fields.contains(condition) { start = nil }
    }
    var head = "200 OK"
    var length = body.count
    if let start, start >= body.count {
      head = "416 Range Not Satisfiable\r\nContent-Range: bytes */\(body.count)"
      length = 0
    } else if let start {
      head = "206 Partial Content\r\nContent-Range: bytes \(start)-\(body.count - 1)/\(body.count)"
      length = body.count - start
    }
    let tag = manner.tag.map { "ETag: \($0)\r\n" } ?? ""
    head = manner.head ?? "\(head)\r\n\(tag)Content-Length: \(length)"
    connection.send("HTTP/1.1 \(head)\r\n\(manner.fields)\r\n".utf8)
    let bytes = body.suffix(length)
    if let cut = manner.cut {
      connection.send(bytes.prefix(cut))
    } else if let stall = manner.stall {
      connection.send(bytes.prefix(stall))
      _ = connection.receive()
    } else {
      connection.send(bytes)
    }
  }
}
