import Foundation
import Synchronization

/// A server that gives out tokens, another one each time, and says which one it was shown.
final class TokenServer: Sendable {
  /// How many tokens it gave out.
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  private let server: RecordingServer
  private let count: Count

  /// Starts a server.
  ///
  /// - Parameter beforeAnswer: called on a thread of the connection before a token is given out, with
  ///   its number.
  /// - Throws: a ``SetupError`` where no port is to be had.
  init(_ beforeAnswer: @escaping @Sendable (Int) -> Void = { _ in }) throws {
    let count = Count()
    self.count = count
    server = try RecordingServer { request in
      let text = String(decoding: request, as: UTF8.self)
      var body = "{}"
      if text.hasPrefix("POST /token") {
        let number = count.value.withLock { value in
          value += 1
          return value
        }
        beforeAnswer(number)
        body = #"{"token":"tok-number-\#(number)","expires_in":3600}"#
      } else if let token = text.firstMatch(of: /\r\nAuthorization: Bearer ([^\r]*)\r\n/) {
        body = #"{"shown":"\#(token.output.1)"}"#
      }
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
  }

  /// Its URL.
  var url: String { server.url }

  /// How many tokens it gave out.
  var tokens: Int { count.value.withLock { $0 } }
}
