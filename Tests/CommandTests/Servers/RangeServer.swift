import Foundation
import SeededNumbers
import Synchronization

/// A server of one file that keeps to Range and If-Range, unless it is told to misbehave.
final class RangeServer: Sendable {
  /// What it does.
  struct Manner: Sendable {
    var tag: String? = "\"one\""
    /// Further fields of every answer.
    var fields = ""
    /// The head that is sent in place of a right one, less its empty line.
    var head: String?
    /// After how many octets of a body the connection closes.
    var cut: Int?
    /// After how many octets of a body nothing more is sent.
    var stall: Int?
  }

  /// The file.
  let body: [UInt8]
  private let manner: Mutex<Manner>.Ref
  private let heads: Mutex<[String]>.Ref
  private let server: ScriptedServer

  init(_ body: [UInt8], _ manner: Manner = Manner()) throws {
    self.body = body
    let manner = Mutex<Manner>.Ref(manner)
    let heads = Mutex<[String]>.Ref([])
    self.manner = manner
    self.heads = heads
    server = try ScriptedServer { request, connection in
      heads.value.withLock { $0.append(request) }
      Self.answer(request, of: body, manner.value.withLock { $0 }, connection)
    }
  }

  /// Octets in which no stretch is like another.
  static func octets(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    let words = (0..<(count / 8)).map { _ in generator.next() }
    return words.withUnsafeBytes { Array($0) }
  }

  var url: String { server.url }

  /// How many requests came.
  var count: Int { heads.value.withLock { $0.count } }

  func waitForRequest() -> Bool { server.waitForRequest() }

  func set(_ change: @Sendable (inout Manner) -> Void) { manner.value.withLock { change(&$0) } }

  /// A field of the newest request.
  func field(_ name: String) -> String? {
    let head = heads.value.withLock { $0.last } ?? ""
    return head.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }
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
    let octets = body.suffix(length)
    if let cut = manner.cut {
      connection.send(octets.prefix(cut))
    } else if let stall = manner.stall {
      connection.send(octets.prefix(stall))
      _ = connection.receive()
    } else {
      connection.send(octets)
    }
  }
}
