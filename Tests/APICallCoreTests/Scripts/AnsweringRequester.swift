import APICallCore
import Synchronization

/// Answers each path as its next turn says, the last one for ever, and keeps what was asked for.
final class AnsweringRequester: Requester {
  static let name = "answering"
  static let summary = "Answers each path as its next turn says."

  private let turns: [String: [ScriptedRequester]]
  private let received = Mutex<[String]>([])
  private let counts = Mutex<[String: Int]>([:])

  init(_ turns: [String: [ScriptedRequester]]) { self.turns = turns }

  /// The requests that came: each with its method, its path and its query, and its body.
  var requests: [String] { received.withLock { $0 } }

  func send(_ request: Request, to receiver: any ResponseReceiver) async throws(RequestError) {
    let path = request.url.path.revealed
    var line = "\(request.method) \(path)"
    if let query = request.url.query { line += "?\(query.revealed)" }
    for case .octets(let body) in request.body?.allPieces ?? [] {
      line += " \(String(decoding: body.revealedOctets, as: UTF8.self))"
    }
    received.withLock { $0.append(line) }
    let count = counts.withLock { counts in
      counts[path, default: 0] += 1
      return counts[path, default: 0]
    }
    guard let turns = turns[path] else {
      return try await ScriptedRequester("{}").send(request, to: receiver)
    }
    try await turns[min(count, turns.count) - 1].send(request, to: receiver)
  }

  /// What makes it, as the requester `curl`.
  var entry: RequesterEntry {
    RequesterEntry("curl", summary: Self.summary) { (_) throws(Failure) in self }
  }
}
