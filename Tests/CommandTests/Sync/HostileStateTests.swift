import Foundation
import TestServers
import Testing

/// Servers and files that try to use a state for what they may not do.
@Suite("States that hold what they should not give away")
struct HostileStateTests {
  private static let secret = "sup3rs3cretvalue"
  private let home: String
  private let server: ScriptedServer
  private let other: ScriptedServer

  /// Starts a server that puts the credentials it was sent into the value that orders its list, and
  /// another one.
  init() throws {
    home = "\(Place.scratch)/hostile-state-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(home)/job", withIntermediateDirectories: true)
    server = try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      let echo = text.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") } ?? "none"
      let body = #"[{"id": 1, "t": "zz-\#(echo)", "private": "customer list"}]"#
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    other = try ScriptedServer.answering { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"
    }
  }

  private func apicall(_ arguments: String...) throws -> CommandRun {
    let variables = [
      "HOME": home, "APICALL_SECRET_SHOP": Self.secret,
      "APICALL_SECRET_SHOP_ORIGINS": server.url,
    ]
    return CommandRun(
      try ChildProcess(
        [Place.program("apicall")] + arguments, in: "\(home)/job",
        environment: Surroundings.variables.merging(variables) { $1 }))
  }

  private func write(_ host: String, _ rest: String) throws {
    let text = """
      host: \(host)
      \(rest)
      since: {field: t, key: id, into: query.since, order: asc}
      format: ndjson

      """
    try text.write(toFile: "\(home)/job/list.yaml", atomically: true, encoding: .utf8)
  }

  @Test("A value that was read with a secret goes nowhere else, and is shown nowhere")
  func confined() throws {
    let authorization = #"headers: {Authorization: "Bearer <secret.shop>"}"#
    try write(server.url, authorization)
    #expect(try apicall("trust", ".").ending == .exit(0))
    let first = try apicall("run", "list.yaml", "--state", "s.json")
    #expect(first.ending == .exit(0), "\(first.error)")
    let shown = try apicall("state", "show", "--state", "s.json")
    #expect(!shown.output.contains(Self.secret), "\(shown.output)")
    #expect(shown.output.contains("since"))

    // The state of another host is another one, so the file of the state is made to be that one's.
    let path = "\(home)/job/s.json"
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    try kept.replacingOccurrences(
      of: #""origin":"\#(server.url)""#, with: #""origin":"\#(other.url)""#
    ).write(toFile: path, atomically: true, encoding: .utf8)
    try write(other.url, "")
    let leak = try apicall("run", "list.yaml", "--state", "s.json")
    #expect(leak.ending == .exit(77), "\(leak.error)")
    #expect(!leak.error.contains(Self.secret) && !leak.output.contains(Self.secret))
    let requests = other.requests
    #expect(!requests.contains { $0.contains("since=") }, "\(requests)")
  }

  @Test("The host decides which state is used")
  func hosts() throws {
    try write(server.url, "")
    #expect(try apicall("run", "list.yaml", "--state", "s.json").ending == .exit(0))
    try write(other.url, "")
    #expect(try apicall("run", "list.yaml", "--state", "s.json").ending == .exit(0))
    let requests = other.requests
    #expect(requests.count == 1 && !requests.contains { $0.contains("since=") }, "\(requests)")
  }

  @Test("Files of the user beside the file of the state stay, and a link to it stays a link")
  func neighbours() throws {
    try write(server.url, "")
    for name in ["s.json.lock", "s.json.new"] {
      try "precious".write(toFile: "\(home)/job/\(name)", atomically: true, encoding: .utf8)
    }
    try FileManager.default.createDirectory(
      atPath: "\(home)/volume", withIntermediateDirectories: true)
    try "".write(toFile: "\(home)/volume/real", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/job/s.json", withDestinationPath: "\(home)/volume/real")
    #expect(try apicall("run", "list.yaml", "--state", "s.json").ending == .exit(0))
    for name in ["s.json.lock", "s.json.new"] {
      #expect(try String(contentsOfFile: "\(home)/job/\(name)", encoding: .utf8) == "precious")
    }
    let real = try String(contentsOfFile: "\(home)/volume/real", encoding: .utf8)
    #expect(real.hasPrefix(#"{"version":3"#), "\(real)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(home)/job").sorted()
    #expect(names == ["list.yaml", "s.json", "s.json.lock", "s.json.new"])
  }

  @Test("An order that is not ascending moves nothing, and a malformed value is refused")
  func order() throws {
    let lists = [
      #"[{"id":1,"t":1},{"id":2,"t":5}]"#, #"[{"id":3,"t":3},{"id":4,"t":4}]"#, "[]",
    ]
    let pages = try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      let page = text.firstMatch(of: /page=(\d)/).flatMap { Int($0.1) } ?? 1
      let body = lists[min(page, 3) - 1]
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    try write(pages.url, "paginate: {page: query.page}")
    for _ in 0..<2 {
      let run = try apicall("run", "list.yaml", "--state", "s.json")
      #expect(
        run.ending == .exit(8) && run.error.contains("not in ascending order"), "\(run.error)")
    }
    try FileManager.default.removeItem(atPath: "\(home)/job/s.json")
    try write(server.url, "")
    #expect(try apicall("run", "list.yaml", "--state", "s.json").ending == .exit(0))
    let path = "\(home)/job/s.json"
    let kept = try String(contentsOfFile: path, encoding: .utf8)
    try kept.replacingOccurrences(of: #""value":"zz-none""#, with: #""value":[]"#)
      .write(toFile: path, atomically: true, encoding: .utf8)
    let run = try apicall("run", "list.yaml", "--state", "s.json")
    #expect(run.ending == .exit(78) && run.output.isEmpty, "\(run.error)")
  }
}
