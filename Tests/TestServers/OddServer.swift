import Synchronization

/// A server with odd responses; the path selects the oddity.
package enum OddServer {
  /// The server that the transcripts share.
  package static let shared = Result { try ScriptedServer(answer) }

  /// The number of requests for the path that fails every other time.
  private static let count = Mutex(0)

  /// The number of issued tickets.
  private static let tickets = Mutex(0)

  /// Responses that are sent literally, by path, after which the connection closes.
  private static let answers: [String: String] = [
    "/json": json(#"{"b":1.10,"a":[1,{"c":null}],"a":"twice","big":12345678901234567890}"#),
    "/empty-list": json("[]"),
    "/text": typed("text/plain", "a line\nwithout an end"),
    "/escapes": typed("text/plain; charset=utf-8", "\u{1B}[31mred\u{1B}[0m \u{7}bell \u{9B}31m\n"),
    "/escapes-in-json": json(#"{"title":"\u001b[31mred"}"#),
    "/binary": typed("application/octet-stream", "GIF89a\u{0}\u{1}\u{2}"),
    "/untyped": "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"a\":1}",
    "/rows": typed(
      "application/x-ndjson", "{\"id\":1,\"name\":\"a\"}\n{\"id\":2}\n{\"id\":3,\"name\":\"c\"}\n"),
    "/broken-row": typed("application/x-ndjson", "{\"id\":1}\n{\"id\":2}\n{\"id\" 3}\n"),
    "/table": typed("application/octet-stream", "id,name\n1,a\n2,b\n"),
    "/nothing": "HTTP/1.1 204 No Content\r\n\r\n",
    "/malformed": json(#"{"id": 1, "b": }"#),
    "/unfinished": json(#"{"id": [1, 2"#),
    "/cut-short": "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes",
    "/cut-chunk": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nten bytes",
    "/garbage": "SSH-2.0-OpenSSH_9.2p1\r\n",
    "/silence": "",
    "/accepted": json(#"{"id":7}"#, status: "202 Accepted"),
    "/moved": "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
    "/hop": moved("302 Found", to: "/json"),
    "/hops": moved("301 Moved Permanently", to: "hop"),
    "/circle": moved("302 Found", to: "/circle#again"),
    "/elsewhere": moved("307 Temporary Redirect", to: "http://other.example/echo"),
    "/again": moved("307 Temporary Redirect", to: "/echo"),
    "/shown": moved("303 See Other", to: "/echo"),
    "/user": moved("302 Found", to: "http://eve:password@odd.example/json"),
    "/file": moved("302 Found", to: "file:///etc/passwd"),
    "/busy": typed(
      "text/plain", "busy\n", status: "503 Service Unavailable", extra: "Retry-After: 0\r\n"),
    "/later": typed(
      "text/plain", "busy\n", status: "429 Too Many Requests", extra: "Retry-After: 120\r\n"),
    "/forbidden": json(#"{"error":"no"}"#, status: "403 Forbidden"),
    "/expired": typed(
      "text/plain", "no\n", status: "401 Unauthorized",
      extra: "WWW-Authenticate: Basic realm=\"a\", Bearer realm=\"b, c\", error=\"invalid_token\","
        + " error_description=\"t0k3n-secret \u{1B}[1mhas expired\"\r\n"),
    "/locked": typed(
      "text/plain", "no\n", status: "401 Unauthorized",
      extra: "WWW-Authenticate: Basic realm=\"a\"\r\n"),
    "/teapot": "HTTP/1.1 418\r\nContent-Length: 0\r\n\r\n",
    "/unavailable": typed(
      "text/html", "<h1>\u{1B}[2Jdown</h1>\n", status: "503 Service Unavailable"),
    "/attachment": typed(
      "text/plain", "a line\n",
      extra: "Content-Disposition: attachment; filename=\"../../.\u{202E}gpj\u{1B}]0;x.sh\"\r\n"),
    "/form": typed(
      "text/html",
      "<form action=/login>\n<input type=hidden name=\"csrf\" value=\"Zk3-7f\">\n</form>\n",
      extra: "Link: </a>; rel=\"prev\"\r\nLink: </orders/41/items>; rel=\"next\"\r\n"
        + "X-Session: id=s3cr3t-session; v=1\r\n"),
    "/repeated": typed(
      "application/json", "{}", extra: "X-Tag: a\r\nVia: 1.1 proxy\r\nX-Tag: blue\r\n"),
    "/headers": typed(
      "text/plain", "", extra: "X-Request-Id: 42\r\nSet-Cookie: session=abc123\r\nETag: \"x\"\r\n"),
  ]

  private static func answer(_ request: String, _ connection: LoopbackSocket) {
    let path = request.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
    switch path {
    case "/slow": _ = connection.receive()
    case "/stalled":
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes".utf8)
      _ = connection.receive()
    case "/endless":
      connection.send("HTTP/1.1 200 OK\r\n\r\n".utf8)
      while connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)) {}
    case "/chat":
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)
      for data in [#"{"delta":"Hel"}"#, #"{"delta":"lo"}"#, "[DONE]"] {
        connection.send("data: \(data)\n\n".utf8)
      }
      // Like many such servers, it forgets to close the connection.
      _ = connection.receive()
    case "/flaky":
      let isDown = count.withLock { count in
        count += 1
        return count % 2 == 1
      }
      connection.send((answers[isDown ? "/busy" : "/json"] ?? "").utf8, isLast: true)
    case "/ticket":
      let number = tickets.withLock { number in
        number += 1
        return number
      }
      connection.send(json("{\"ticket\":\"ticket-\(number)\"}").utf8, isLast: true)
    case "/hall":
      // Every other ticket is invalid.
      let ticket = request.firstMatch(of: /X-Ticket: ticket-([0-9]+)/)
      let isGood = ticket.flatMap { Int($0.output.1) }.map { $0 % 2 == 0 } ?? false
      connection.send(
        (isGood ? json("{\"seat\":7}") : json("{\"seat\":null}", status: "401 Unauthorized")).utf8,
        isLast: true)
    case "/coded": coded(gzip, on: connection)
    case "/cut-coding": coded(gzip.dropLast(9), on: connection)
    case "/cut-before-text": coded(gzip.prefix(10), on: connection)
    case "/no-coding": coded(Array("{}".utf8), on: connection)
    case "/after-coding": coded(gzip + [UInt8](repeating: 0, count: 8), on: connection)
    case "/unknown-coding": coded(gzip, as: "compress", on: connection)
    case "/misnamed-coding": coded(Array("a line\n".utf8), as: "UTF-8, Utf-8", on: connection)
    case "/until-closed":
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\na line\n".utf8, isLast: true)
    case "/echo": connection.send(typed("text/plain", request).utf8, isLast: true)
    default:
      connection.send(
        (answers[path] ?? json("{}", status: "404 Not Found")).utf8, isLast: true)
    }
  }

  private static let gzip = CodedText.all.first?.bytes ?? []

  private static func coded(
    _ body: some Collection<UInt8>, as coding: String = "gzip", on connection: LoopbackSocket
  ) {
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: \(coding)\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    connection.send(Array(head.utf8) + body, isLast: true)
  }

  private static func moved(_ status: String, to location: String) -> String {
    "HTTP/1.1 \(status)\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
  }

  private static func json(_ body: String, status: String = "200 OK") -> String {
    typed("application/json", body, status: status)
  }

  private static func typed(
    _ type: String, _ body: String, status: String = "200 OK", extra: String = ""
  ) -> String {
    """
    HTTP/1.1 \(status)\r
    Content-Type: \(type)\r
    Content-Length: \(body.utf8.count)\r
    \(extra)\r
    \(body)
    """
  }
}
