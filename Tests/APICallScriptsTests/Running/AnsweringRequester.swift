import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallSafety
import Synchronization
import TestWorlds

/// Responds to each path with its next scripted response, repeating the last one, and keeps the
/// requests.
final class AnsweringRequester: RequestSender {
  static let name = "answering"
  static let summary = "Answers each path as its next turn says."

  private let turns: [String: [ScriptedRequester]]
  /// The path that never gets a response.
  private let silence: String?
  private let isSilent = Atomic(false)
  private let interrupted = Atomic(false)
  private let received = Mutex<[String]>([])
  private let counts = Mutex<[String: Int]>([:])

  init(_ turns: [String: [ScriptedRequester]], silentAt silence: String? = nil) {
    self.turns = turns
    self.silence = silence
  }

  /// Whether a request for that path is waiting.
  var isWaitedFor: Bool { isSilent.load(ordering: .relaxed) }

  /// Whether a request was cancelled, as by a signal.
  var hasInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// The requests: each with its method, its path and query, and its body.
  var requests: [String] { received.withLock { $0 } }

  func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    let path = request.url.path.revealed
    var line = "\(request.method) \(path)"
    if let query = request.url.query { line += "?\(query.revealed)" }
    for case .bytes(let body) in request.body?.allPieces ?? [] {
      line += " \(String(decoding: body.revealedBytes, as: UTF8.self))"
    }
    received.withLock { $0.append(line) }
    let count = counts.withLock { counts in
      counts[path, default: 0] += 1
      return counts[path, default: 0]
    }
    if path == silence {
      isSilent.store(true, ordering: .relaxed)
      while !Task.isCancelled { await Task.yield() }
      isSilent.store(false, ordering: .relaxed)
      throw .cancelled
    }
    guard let turns = turns[path] else {
      return try await ScriptedRequester("{}").send(request, to: receiver)
    }
    do throws(ExchangeError) {
      try await turns[min(count, turns.count) - 1].send(request, to: receiver)
    } catch {
      if error == .cancelled { interrupted.store(true, ordering: .relaxed) }
      throw error
    }
  }

  /// The factory for it, as the requester `curl`.
  var entry: RequesterEntry {
    RequesterEntry("curl", summary: Self.summary) { (_) throws(Failure) in self }
  }
}
