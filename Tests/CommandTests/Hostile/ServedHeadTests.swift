import Testing

@Suite("The mock server and heads that are too much")
struct ServedHeadTests {
  static let cases: [(fields: String, answer: String)] = [
    ("Content-Length: 0\r\n", "HTTP/1.1 404"),
    ("Content-Length: 0\r\nContent-Length: 5\r\n", "HTTP/1.1 400"),
    ("Content-Length: 5\r\ncontent-length : 5\r\n", "HTTP/1.1 400"),
    (String(repeating: "X-A: a\r\n", count: 101), "HTTP/1.1 431"),
    ("X-A: " + String(repeating: "a", count: 40 << 10) + "\r\n", "HTTP/1.1 431"),
  ]

  @Test("are refused", arguments: cases)
  func refused(fields: String, answer: String) throws {
    let server = try ServeProcess.shared.get()
    let connection = try LoopbackSocket.connected(to: server.port)
    let head = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(fields)\r\n"
    connection.send(head.utf8)
    #expect(String(decoding: connection.receiveAll(), as: UTF8.self).hasPrefix(answer))
  }

  @Test("are refused before they end")
  func endless() throws {
    let server = try ServeProcess.shared.get()
    let connection = try LoopbackSocket.connected(to: server.port)
    connection.send("GET /nothing HTTP/1.1\r\nX-A: ".utf8)
    var isTaken = true
    for _ in 0..<256 where isTaken {
      isTaken = connection.send(repeatElement(UInt8(ascii: "a"), count: 1 << 16))
    }
    #expect(!isTaken)
  }
}
