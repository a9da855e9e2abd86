import Synchronization

/// A server that gives out tokens, another one each time, and says which one it was shown; one that was
/// revoked it refuses.
package final class TokenServer: Sendable {
  private final class Count: Sendable {
    /// How many tokens it gave out.
    let value = Mutex(0)
    /// How many of these it takes no more.
    let revoked = Mutex(0)
    /// How often it was shown one.
    let shown = Mutex(0)
    /// Whether it gives out none any more.
    let isClosed = Mutex(false)
    /// Whether the body of a refusal never ends.
    let isStalling = Mutex(false)
  }

  private let server: ScriptedServer
  private let count: Count

  /// Starts a server.
  ///
  /// - Parameter beforeAnswer: called on a thread of the connection before a token is given out, with
  ///   its number.
  /// - Throws: a ``NoServer`` where no port is to be had.
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
        count.shown.withLock { $0 += 1 }
        let revoked = count.revoked.withLock { $0 }
        if let number = Int(token.output.2), number <= revoked {
          status = "401 Unauthorized"
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

  /// How many tokens it gave out.
  package var tokens: Int { count.value.withLock { $0 } }

  /// How often it was shown a token.
  package var shown: Int { count.shown.withLock { $0 } }

  /// Gives out no token any more.
  package func close() { count.isClosed.withLock { $0 = true } }

  /// Keeps back the last octet of each refusal.
  package func stall() { count.isStalling.withLock { $0 = true } }

  /// Takes tokens no more.
  ///
  /// - Parameter most: the number of the last one of them.
  package func revoke(upTo most: Int) { count.revoked.withLock { $0 = most } }
}
