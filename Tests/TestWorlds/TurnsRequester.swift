package import APICallBase
package import APICallContracts
package import APICallHTTP
import Synchronization

/// Sends the next of several responses to each request, repeating the last one, and keeps the
/// requests.
package final class TurnsRequester: RequestSender {
  package static let name = "turns"
  package static let summary = "Answers each request as the next of several says."

  private let turns: [ScriptedRequester]
  private let received = Mutex<[OutgoingRequest]>([])

  package init(_ turns: ScriptedRequester...) { self.turns = turns }

  package init(_ turns: [ScriptedRequester]) { self.turns = turns }

  /// The requests, in order.
  package var requests: [OutgoingRequest] { received.withLock { $0 } }

  package func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    let index = received.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    try await turns[min(index, turns.count - 1)].send(request, to: receiver)
  }
}

/// The waits of a world in which waiting takes no time.
package final class Waits: Sendable {
  private let waited = Mutex<[Duration]>([])
  /// Whether each wait is interrupted.
  private let isInterrupted: Bool

  package init(isInterrupted: Bool = false) { self.isInterrupted = isInterrupted }

  /// The length of each wait.
  package var all: [Duration] { waited.withLock { $0 } }

  /// The world.
  package var world: World {
    var world = World.fixed()
    world.wait = { (time) throws(CancellationError) in
      self.waited.withLock { $0.append(time) }
      if self.isInterrupted { throw CancellationError() }
    }
    world.elapsed = { self.all.reduce(.zero, +) }
    return world
  }
}
