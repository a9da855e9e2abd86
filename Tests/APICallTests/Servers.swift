import APICall
import TestServers

extension ScriptedServer {
  /// Starts a server with one response for each connection.
  static func responding(
    _ status: String = "200 OK", _ body: String = "{}", type: String = "application/json"
  ) throws -> ScriptedServer {
    try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"))
  }

  /// An endpoint that gets its root.
  var root: Endpoint {
    get throws { try Endpoint(yaml: "url: \(url)/\n") }
  }

  /// Waits until requests have come, without keeping a thread busy; false if they do not come.
  func hasRequests(_ count: Int = 1) async -> Bool { await waits { requests.count >= count } }

  /// Starts a server that responds when the other side has closed the connection, which it reports.
  static func closing() throws -> (server: ScriptedServer, closed: AsyncStream<Bool>) {
    let (closed, close) = AsyncStream<Bool>.makeStream()
    let server = try ScriptedServer { _, connection in
      close.yield(connection.receive().isEmpty)
    }
    return (server, closed)
  }
}

extension AsyncStream where Element: Sendable {
  /// The first element; nil without one.
  func first() async -> Element? {
    for await element in self { return element }
    return nil
  }
}

/// Keeps what handlers note, on the main actor.
@MainActor final class Notes {
  private(set) var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}
