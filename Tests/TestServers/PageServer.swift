/// A server of lists in pages: the path selects how the pages follow one another.
package enum PageServer {
  /// The server that the transcripts share.
  package static let shared = Result { try ScriptedServer(answer) }

  private static func answer(_ request: String, _ connection: LoopbackSocket) {
    let target = request.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
    let path = String(target.prefix { $0 != "?" })
    let number = number(after: "page=", in: target) ?? 1
    let items = "[{\"id\":\(2 * number - 1)},{\"id\":\(2 * number)}]"
    let isLast = number == 3
    let next = isLast ? "null" : "\"\(path)?page=\(number + 1)\""
    switch path {
    case "/link":
      let link = isLast ? "" : "Link: <?page=\(number + 1)>; rel=\"next\"\r\n"
      connection.send(answer(items, link))
    case "/next": connection.send(answer("{\"links\":{\"next\":\(next)},\"data\":\(items)}"))
    case "/cursor":
      let cursor = self.number(after: "\"cursor\":", in: request) ?? 1
      let after = cursor == 3 ? "null" : "\(cursor + 1)"
      connection.send(answer("{\"after\":\(after),\"data\":[\(cursor)]}"))
    case "/page": connection.send(answer("{\"data\":\(number > 3 ? "[]" : items)}"))
    case "/endless": connection.send(answer("{\"data\":\(items)}"))
    case "/broken":
      connection.send(answer(items, "Link: <?page=2>; rel=next\r\n", isGood: number == 1))
    case "/circle": connection.send(answer(items, "Link: <?page=1>; rel=next\r\n"))
    case "/elsewhere":
      connection.send(answer(items, "Link: <https://example.com/>; rel=next\r\n"))
    default: connection.send(answer("{}", isGood: false))
    }
  }

  /// Returns the number after a text.
  private static func number(after text: String, in request: String) -> Int? {
    request.firstRange(of: text).flatMap { range in
      Int(request[range.upperBound...].prefix { $0.isNumber })
    }
  }

  private static func answer(
    _ body: String, _ fields: String = "", isGood: Bool = true
  ) -> String.UTF8View {
    """
    HTTP/1.1 \(isGood ? "200 OK" : "503 Service Unavailable")\r
    Content-Type: application/json\r
    Content-Length: \(body.utf8.count)\r
    Connection: close\r
    \(fields)\r
    \(body)
    """.utf8
  }
}
