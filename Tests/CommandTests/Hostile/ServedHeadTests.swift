import Testing

@Suite("The mock server and heads that are too much")
struct ServedHeadTests {
  @Test(
    "refuses more than 100 fields",
    arguments: [(96, "HTTP/1.1 404"), (99, "HTTP/1.1 431"), (5000, "HTTP/1.1 431")])
  func refused(count: Int, answer: String) throws {
    let server = try ServeProcess.shared.get()
    let connection = try LoopbackSocket.connected(to: server.port)
    let fields = (1...count).map { "X-\($0): a\r\n" }.joined()
    let head = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(fields)\r\n"
    connection.send(head.utf8)
    #expect(String(decoding: connection.receiveAll(), as: UTF8.self).hasPrefix(answer))
  }
}
