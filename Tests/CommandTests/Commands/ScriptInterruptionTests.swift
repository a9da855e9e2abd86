import TestServers
import Glibc
import Synchronization
import Testing

@Suite("Interrupting a script")
struct ScriptInterruptionTests {
  static let cleaned = ["DELETE /made/7", "GET /audit/7"]

  @Test(
    "It cleans up, and dies of the signal",
    arguments: [
      ("stream.yaml", "GET /stream", SIGINT), ("stream.yaml", "GET /stream", SIGTERM),
      ("stream.yaml", "GET /stream", SIGHUP), ("poll.yaml", "GET /job", SIGINT),
      ("poll.yaml", "GET /job", SIGTERM), ("retry.yaml", "GET /busy", SIGINT),
    ])
  func cleansUp(_ script: String, _ last: String, _ signal: Int32) throws {
    let server = try FlowServer()
    let child = try child(script, at: server)
    #expect(server.waits(for: last))
    let printed = script == "stream.yaml" ? "the beginning\n" : ""
    #expect(waits { child.output.count == printed.utf8.count })
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    #expect(server.requests == ["POST /made", last] + Self.cleaned)
    #expect(String(decoding: child.error, as: UTF8.self) == "")
    #expect(String(decoding: child.output, as: UTF8.self) == printed)
  }

  @Test("Two signals at once count as one")
  func signalsAtOnce() throws {
    let server = try FlowServer()
    let child = try child("stream.yaml", at: server)
    #expect(server.waits(for: "GET /stream"))
    child.send(SIGTERM)
    child.send(SIGINT)
    // The order of delivery is unspecified.
    let ending = child.wait()
    #expect(ending == .signal(SIGTERM) || ending == .signal(SIGINT))
    #expect(server.requests.suffix(2) == Self.cleaned)
  }

  @Test("A second signal ends the cleanup, and the script dies of the first one")
  func secondSignal() throws {
    let server = try FlowServer()
    let child = try child("hanging.yaml", at: server)
    #expect(server.waits(for: "GET /stream"))
    child.send(SIGINT)
    #expect(server.waits(for: "GET /stalled"))
    // A signal that comes very soon counts as the same one.
    waits {
      child.send(SIGTERM)
      return child.hasEnded
    }
    #expect(child.wait() == .signal(SIGINT))
    #expect(server.requests == ["GET /first", "GET /made", "GET /stream", "GET /stalled"])
    #expect(
      String(decoding: child.error, as: UTF8.self)
        == "apicall: warning: interrupted again; not cleaned up: 'made'\n"
        + "apicall: warning: interrupted again; not called: 'never'\n"
        + "apicall: warning: interrupted again; not cleaned up: 'first'\n"
        + "apicall: warning: interrupted again; not called: 'never'\n")
  }

  @Test("It cleans up if its output is closed")
  func closedPipe() throws {
    let server = try FlowServer()
    let command = "run stream.yaml path=endless --mock \(server.url)"
    let child = try ChildProcess(
      ["/bin/sh", "-c", "{ \(Place.program("apicall")) \(command); echo $? >&2; } | true"],
      in: "\(Place.fixtures)/flow")
    #expect(child.wait() == .exit(0))
    #expect(server.requests == ["POST /made", "GET /endless"] + Self.cleaned)
    #expect(String(decoding: child.error, as: UTF8.self) == "141\n")
  }

  private func child(
    _ script: String, at server: FlowServer, output: ChildProcess.Output = .file
  ) throws -> ChildProcess {
    try ChildProcess(
      [Place.program("apicall"), "run", script, "--mock", server.url],
      in: "\(Place.fixtures)/flow", output: output)
  }
}

/// A server that records its requests, and does not end some of its responses.
private final class FlowServer: Sendable {
  private let server: ScriptedServer
  private let log: RequestLog

  init() throws {
    let log = RequestLog()
    self.log = log
    server = try ScriptedServer { request, connection in
      let words = request.split(separator: " ").prefix(2)
      let line = words.joined(separator: " ")
      switch words.last {
      case "/stream":
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nthe beginning\n".utf8)
        log.add(line)
        _ = connection.receive()
      case "/endless":
        log.add(line)
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n".utf8)
        while connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)) {}
      case "/stalled":
        log.add(line)
        _ = connection.receive()
      case "/busy":
        log.add(line)
        connection.send("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n".utf8)
      default:
        log.add(line)
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"id\":7}"
            .utf8)
      }
    }
  }

  var url: String { server.url }

  /// The requests so far: method and path.
  var requests: [String] { log.all }

  /// Waits until a request has come; false if it does not come.
  func waits(for request: String) -> Bool {
    TestServers.waits { log.all.contains(request) }
  }
}

/// The requests, in order.
private final class RequestLog: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
