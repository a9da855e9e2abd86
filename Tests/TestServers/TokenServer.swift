import Synchronization

/// A server that issues a new token each time, reports the token it received, and refuses revoked
/// ones.
package final class TokenServer: Sendable {
  private final class Count: Sendable {
    /// The number of issued tokens.
    let value = Mutex(0)
    /// The number of revoked tokens.
    let revoked = Mutex(0)
    /// The number of requests with a token.
    let shown = Mutex(0)
    /// The number of requests with a token after which those that were issued are revoked.
    let end = Mutex(Int.max)
    /// Whether it no longer issues tokens.
    let isClosed = Mutex(false)
    /// Whether the body of a refusal never ends.
    let isStalling = Mutex(false)
    /// The status of a refusal.
    let refusal = Mutex("401 Unauthorized")
  }

  private let server: ScriptedServer
  private let count: Count

  /// Starts a server.
  ///
  /// - Parameter beforeAnswer: called with the token's number on a thread of the connection, before
  ///   the token is issued.
  /// - Throws: a ``NoServer`` if no port is available.
  package init(_ beforeAnswer: @escaping @Sendable (Int) -> Void = { _ in }) throws {
    let count = Count()
    self.count = count
    server = try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      var (status, body) = ("200 OK", "{}")
      var missing = 0
      if text.hasPrefix("POST /token"), count.isClosed.withLock({ $0 }) {
        status = "503 Service Unavailable"
      } else if text.hasPrefix("POST /token") {
        let number = count.value.withLock { value in
          value += 1
          return value
        }
        beforeAnswer(number)
        body = #"{"token":"tok-number-\#(number)","expires_in":3600}"#
      } else if let token = text.firstMatch(
        of: /\r\nAuthorization: Bearer (tok-number-([0-9]+))\r\n/)
      {
        let shown = count.shown.withLock { value in
          value += 1
          return value
        }
        let revoked = count.revoked.withLock { $0 }
        if shown == count.end.withLock({ $0 }) {
          let issued = count.value.withLock { $0 }
          count.revoked.withLock { $0 = issued }
        }
        let isDenied = text.hasPrefix("GET /denied")
        if let number = Int(token.output.2), isDenied || number <= revoked {
          status = count.refusal.withLock { $0 }
          missing = count.isStalling.withLock { $0 } ? 1 : 0
          body = #"{"refused":"\#(token.output.1)"}"#
        } else {
          body = #"{"shown":"\#(token.output.1)"}"#
        }
      }
      return "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count + missing)\r\n\r\n\(body)"
    }
  }

  /// Its URL.
  package var url: String { server.url }

  /// The number of issued tokens.
  package var tokens: Int { count.value.withLock { $0 } }

  /// The number of requests with a token.
  package var shown: Int { count.shown.withLock { $0 } }

  /// Stops issuing tokens.
  package func close() { count.isClosed.withLock { $0 = true } }

  /// Withholds the last byte of each refusal.
  package func stall() { count.isStalling.withLock { $0 = true } }

  /// Revokes the tokens that were issued until then, after a number of requests with a token.
  package func end(after requests: Int) { count.end.withLock { $0 = requests } }

  /// Refuses revoked tokens with another status.
  package func refuse(with status: String) { count.refusal.withLock { $0 = status } }

  /// Revokes tokens.
  ///
  /// - Parameter most: the number of the last token to revoke.
  package func revoke(upTo most: Int) { count.revoked.withLock { $0 = most } }
}
