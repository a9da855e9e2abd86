import TestServers
import JSONText

/// A server that puts hostile text into every part of a response.
enum HostileServer {
  static let shared = Result { try ScriptedServer(answer) }

  private static func answer(_ request: String, _ connection: LoopbackSocket) {
    let path = request.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
    connection.send(answer(to: String(path.dropFirst().prefix { $0 != "?" })))
  }

  private static func answer(to path: String) -> [UInt8] {
    let text = HostileText.valid
    let json = JSONWriter.string(text)
    let escaped = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    let object =
      "{\"token\": \(json), \"list\": [\"\(escaped)\", 1], \(json): {\"\(escaped)\": null}}"
    switch path {
    case "head":
      return Array("HTTP/1.1 200 ".utf8) + HostileText.all
        + Array("\r\nContent-Type: text/plain\r\nX-A: a".utf8) + HostileText.all
        + Array("\r\nLocation: http://a".utf8) + HostileText.all
        + Array("\r\nContent-Length: 4\r\n\r\nmark".utf8)
    case "error":
      return Array("HTTP/1.1 500 ".utf8) + HostileText.all
        + Array("\r\nContent-Type: text/plain\r\n\r\n".utf8) + HostileText.all
    case "json": return answer("application/json", object)
    case "rows":
      return answer(
        "application/json", "[{\"a\": \(json), \"\(escaped)\": \"\(escaped)\"}, {\"a\": 1}]")
    case "ndjson": return answer("application/x-ndjson", "\(object)\n\"\(escaped)\"\n")
    case "malformed": return answer("application/json", "{\(json): \(json) mark]")
    case "graphql": return answer("application/json", "{\"errors\": [{\"message\": \(json)}]}")
    case "text": return answer("text/plain; charset=utf-8", text)
    case "bytes": return answer("text/plain", HostileText.all)
    case "latin1": return answer("text/plain; charset=iso-8859-1", HostileText.all)
    case "windows": return answer("text/plain; charset=windows-1252", HostileText.all)
    case "utf16":
      return answer(
        "text/plain; charset=utf-16be", text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    case "csv": return answer("text/csv", "mark,\(quoted(text))\n\(quoted(text)),b\n")
    case "form":
      return answer("application/x-www-form-urlencoded", "mark=%1b%5D0%3b%07%9b&%E2%80%AE=a")
    case "yaml": return answer("application/yaml", "mark: \"\\e]52;\\x9b\\u202e\"\n\"\\e[2J\": b\n")
    case "sse": return answer("text/event-stream", "event: \(text)\ndata: \(text)\n\n")
    default: return answer("text/plain", "there is no such answer")
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "\"\""))\""
  }

  private static func answer(_ type: String, _ body: String) -> [UInt8] {
    answer(type, Array(body.utf8))
  }

  private static func answer(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
      + body
  }
}
