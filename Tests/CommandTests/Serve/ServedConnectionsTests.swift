import TestServers
import Testing

@Suite("The mock server and persistent connections")
struct ServedConnectionsTests {
  private static let get = "GET /todos?userId=7 HTTP/1.1\r\nHost: localhost\r\n"

  /// Returns the responses if everything is sent in one piece, with nothing after it.
  private func answers(_ requests: String) throws -> [String] {
    let socket = try LoopbackSocket.connected(to: ServeProcess.shared.get().port)
    socket.send(requests.utf8, isLast: true)
    let text = String(decoding: socket.receiveAll(), as: UTF8.self)
    return text.split(separator: "HTTP/1.1 ").map { String($0).replacing("\r\n", with: "\n") }
  }

  private func empty(_ connection: String = "") -> String {
    "200 OK\n\(connection)Content-Length: 2\nContent-Type: application/json\n\n[]"
  }

  @Test("Requests that come in one piece get their responses in order")
  func several() throws {
    let chunked = """
      POST /todos HTTP/1.1
      Host: localhost
      Transfer-Encoding: chunked

      3;a=b
      {"t
      A
      itle":"x"}
      0
      X-Sum: 1


      """.replacing("\n", with: "\r\n")
    let last = "\(Self.get)Connection: close\r\n\r\n"
    let found = try answers("\(Self.get)\r\n\(chunked)\(last)\(Self.get)\r\n")
    #expect(found.count == 3)
    #expect(found.first == empty())
    #expect(found.dropFirst().first?.hasPrefix("422 Unprocessable Content") == true)
    #expect(found.last == empty("Connection: close\n"))
  }

  @Test(
    "The response states whether the connection is kept",
    arguments: [
      ("HTTP/1.0", "", "Connection: close\n"),
      ("HTTP/1.0", "Connection: Keep-Alive\r\n", "Connection: keep-alive\n"),
      ("HTTP/1.1", "Connection: TE, close\r\n", "Connection: close\n"), ("HTTP/1.2", "", ""),
    ])
  func kept(version: String, fields: String, answer: String) throws {
    let get = Self.get.replacing("HTTP/1.1", with: version)
    #expect(try answers("\(get)\(fields)\r\n") == [empty(answer)])
  }

  @Test(
    "Heads that are odd, but unambiguous, are read",
    arguments: [
      "\r\nGET /todos?userId=7 HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /todos?userId=7 HTTP/1.1\nHost:localhost\n\n",
      "GET /todos?userId=7 HTTP/1.1\r\nHost: \t localhost \t\r\nContent-Length: 0\r\n\r\n",
      "GET http://localhost/todos?userId=7 HTTP/1.1\r\nHost: reqres.in\r\n\r\n",
      "GET /todos?userId=7 HTTP/1.1\r\nHost: localhost\r\nX: \u{e9}\r\n\r\n",
    ])
  func odd(request: String) throws {
    #expect(try answers(request) == [empty()])
  }

  @Test("A client that expects 100 (Continue) before its body gets it")
  func expectation() throws {
    let socket = try LoopbackSocket.connected(to: ServeProcess.shared.get().port)
    let head = "POST /todos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
    socket.send("\(head)Expect: 100-continue\r\nConnection: close\r\n\r\n".utf8)
    #expect(socket.receive() == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    socket.send("{}".utf8)
    #expect(String(decoding: socket.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 422 "))
  }
}
