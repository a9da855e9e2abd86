import TestServers
import Glibc
import Testing

/// apicall-serve as other programs see it: bytes on a socket.
@Suite("The mock server")
struct ServeTests {
  /// A request and its response.
  struct Exchange: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var request: String
    var status: String
    var body: String

    init(_ name: String, _ request: String, _ status: String, _ body: String) {
      testDescription = name
      self.request = request
      self.status = status
      self.body = body
    }

    /// Returns a request with a body.
    static func post(
      _ name: String, _ target: String, host: String, type: String, _ content: String,
      _ status: String, _ body: String
    ) -> Exchange {
      Exchange(
        name,
        "POST \(target) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: \(type)\r\n"
          + "Content-Length: \(content.utf8.count)\r\n\r\n\(content)",
        status, body)
    }
  }

  private static let form = "application/x-www-form-urlencoded"
  private static let todos = "jsonplaceholder.typicode.com"
  private static let token = #"{"token":"QpwL5tke4Pnpja7X4"}"#
  private static let created = #"{"title":"buy milk","userId":1,"completed":false,"id":201}"#
  private static let ofUser = """
    [{"userId":1,"id":1,"title":"delectus aut autem","completed":false}]
    """

  static let exchanges: [Exchange] = [
    .post(
      "a form", "/api/login", host: "reqres.in", type: form,
      "email=eve.holt@reqres.in&password=cityslicka", "200 OK", token),
    .post(
      "a form, encoded otherwise", "/api/login", host: "reqres.in", type: form,
      "email=eve%2eholt%40reqres.in&p%61ssword=cityslicka", "200 OK", token),
    .post(
      "a form that no example has", "/api/login", host: "reqres.in", type: form,
      "email=eve.holt@reqres.in&password=wrong", "400 Bad Request", #"{"error":"user not found"}"#),
    .post(
      "JSON, written otherwise", "/todos", host: todos, type: "application/json",
      #"{"completed": false, "userId": 1.0, "title": "buy\u0020milk"}"#, "201 Created", created),
    .post(
      "JSON that no example has", "/todos", host: todos, type: "application/json",
      #"{"title": "x"}"#, "422 Unprocessable Content",
      #"{"error":"no example of endpoints/todos/create.yaml matches this request"}"#),
    .post(
      "JSON that is none", "/todos", host: todos, type: "application/json",
      #"{"title": "#, "422 Unprocessable Content",
      #"{"error":"no example of endpoints/todos/create.yaml matches this request"}"#),
    Exchange(
      "a query", "GET /todos?userId=1 HTTP/1.1\r\nHost: \(todos)\r\n\r\n", "200 OK", ofUser),
    Exchange(
      "a query, encoded otherwise", "GET /todos?%75serId=%31 HTTP/1.1\r\nHost: \(todos)\r\n\r\n",
      "200 OK", ofUser),
    Exchange(
      "a query that no example has", "GET /todos?userId=7 HTTP/1.1\r\nHost: \(todos)\r\n\r\n",
      "200 OK", "[]"),
    Exchange(
      "a path, encoded otherwise", "GET /t%6fdos/%31 HTTP/1.1\r\nHost: \(todos)\r\n\r\n", "200 OK",
      #"{"userId":1,"id":1,"title":"delectus aut autem","completed":false}"#),
    Exchange(
      "the host in capitals", "GET /todos?userId=1 HTTP/1.1\r\nHost: \(todos.uppercased())\r\n\r\n",
      "200 OK", ofUser),
    Exchange(
      "no host but this machine", "GET /todos?userId=1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n",
      "200 OK", ofUser),
    Exchange(
      "another host", "GET /todos HTTP/1.1\r\nHost: reqres.in\r\n\r\n", "404 Not Found",
      #"{"error":"no endpoint of reqres.in has the path /todos"}"#),
    Exchange(
      "another path", "GET /api/nothing HTTP/1.1\r\nHost: reqres.in\r\n\r\n", "404 Not Found",
      #"{"error":"no endpoint of reqres.in has the path /api/nothing"}"#),
    Exchange(
      "HTTP/1.0", "GET /todos?userId=1 HTTP/1.0\r\nHost: \(todos)\r\n\r\n", "200 OK", ofUser),
  ]

  @Test("It responds with the matching example", arguments: exchanges)
  func answers(exchange: Exchange) throws {
    let answer = try Self.exchange(exchange.request)
    #expect(answer.status == "HTTP/1.1 \(exchange.status)")
    #expect(answer.body == exchange.body)
    #expect(answer.head.contains("content-type: application/json"))
    #expect(answer.head.contains("content-length: \(exchange.body.utf8.count)"))
  }

  @Test("A method that the endpoint does not have gets 405 and the methods that it has")
  func method() throws {
    let answer = try Self.exchange("PUT /api/login HTTP/1.1\r\nHost: reqres.in\r\n\r\n")
    #expect(answer.status == "HTTP/1.1 405 Method Not Allowed")
    #expect(answer.head.contains("allow: POST"))
    #expect(answer.body.hasPrefix(#"{"error":"PUT is not supported here"#))
  }

  @Test("The response to HEAD has no body (RFC 9110, section 9.3.2)")
  func head() throws {
    let answer = try Self.exchange("HEAD /api/nothing HTTP/1.1\r\nHost: reqres.in\r\n\r\n")
    #expect(answer.status == "HTTP/1.1 404 Not Found")
    #expect(answer.body == "")
  }

  @Test(
    "Data that is not HTTP closes its connection only", arguments: ["hello", "\u{16}\u{3}"])
  func garbage(text: String) throws {
    let socket = try LoopbackSocket.connected(to: ServeProcess.shared.get().port)
    socket.send("\(text)\r\n\r\n".utf8)
    let answer = String(decoding: socket.receiveAll(), as: UTF8.self)
    #expect(answer == "" || answer.hasPrefix("HTTP/1.1 400"))
    #expect(try Self.exchange(Self.exchanges[0].request).body == Self.token)
  }

  @Test("A body of 20 MB is refused, and the server continues")
  func largeBody() throws {
    let size = 20 << 20
    let head = "POST /todos HTTP/1.1\r\nHost: \(Self.todos)\r\nContent-Length: \(size)\r\n\r\n"
    let answer = try Self.exchange(
      Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: size))
    #expect(answer.status == "HTTP/1.1 413 Content Too Large")
    #expect(try Self.exchange(Self.exchanges[0].request).body == Self.token)
  }

  /// A response, split into its parts.
  struct Answer {
    var status = ""
    /// The header fields, their names in lower case.
    var head: [String] = []
    var body = ""
  }

  /// Sends a request on a new connection.
  private static func exchange(_ request: some Sequence<UInt8>) throws -> Answer {
    let socket = try LoopbackSocket.connected(to: ServeProcess.shared.get().port)
    socket.send(Array(request))
    // Nothing more will be sent: the server closes after its response.
    shutdown(socket.descriptor, Int32(SHUT_WR))
    let text = String(decoding: socket.receiveAll(), as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return Answer(body: text) }
    var lines = text[..<end.lowerBound].split(separator: "\r\n").map { String($0) }
    let status = lines.removeFirst()
    let head = lines.map { line in
      let name = line.prefix { $0 != ":" }
      return name.lowercased() + line.dropFirst(name.count)
    }
    return Answer(status: status, head: head, body: String(text[end.upperBound...]))
  }

  private static func exchange(_ request: String) throws -> Answer {
    try exchange(request.utf8)
  }
}
