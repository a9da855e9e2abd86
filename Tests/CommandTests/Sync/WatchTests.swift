import Foundation
import Synchronization
import TestServers
import Testing

/// Streams without an end: a server that sends what is new, and then nothing.
@Suite("Watches that go on where the last one ended")
struct WatchTests {
  private let home: String

  init() throws {
    home = "\(Place.scratch)/watch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n"

  /// A server that sends the lines after the one that the request names, as many as it may at a time,
  /// and then some bytes and nothing more.
  private static func server(
    of lines: Int, atOnce most: Int = 100, then rest: String = "", closing: Bool = false
  ) throws -> ScriptedServer {
    try ScriptedServer { request, connection in
      let query = request.split(separator: " ")[1].split(separator: "=")
      let since = query.count > 1 ? Int(query[1]) ?? 0 : 0
      let new = (since + 1...max(since + 1, lines)).prefix(since < lines ? most : 0)
      let text = head + new.map { "{\"result\": {\"n\": \($0)}}\n" }.joined() + rest
      guard connection.send(text.utf8), !closing else { return }
      // The client ends the connection.
      _ = connection.receive()
    }
  }

  private func write(_ call: String, inRounds rounds: String? = nil) throws {
    let since = """
      decode: ndjson
      stop: {idle: 300ms}
      since: {field: n, key: n, into: query.after, items: $.result, order: asc}

      """
    var text = call + since
    if let rounds {
      let lines = text.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n") + "\n"
      text = """
        steps:
          watch:
            each: {rounds: \(rounds)}
            on_error: continue
            call:
        \(lines)
        """
    }
    try (text + "format: ndjson\n").write(
      toFile: "\(home)/watch.yaml", atomically: true, encoding: .utf8)
  }

  private func run(_ options: [String] = []) throws -> CommandRun {
    CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "run", "watch.yaml", "--state", "s.json"] + options, in: home))
  }

  private static func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "{\"n\":\($0)}\n" }.joined()
  }

  @Test("Silence ends a stream well, and the next run begins after it")
  func silence() throws {
    let server = try Self.server(of: 5, atOnce: 3)
    defer { server.stop() }
    try write("url: \(server.url)/\n")
    #expect(try run() == CommandRun(ending: .exit(0), output: Self.lines(1...3), error: ""))
    #expect(try run() == CommandRun(ending: .exit(0), output: Self.lines(4...5), error: ""))
    #expect(try run() == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(server.requests.map { $0.split(separator: " ")[1] } == ["/", "/?after=3", "/?after=5"])
  }

  @Test("Silence within a line is no end, and what came before it is not repeated")
  func part() throws {
    let server = try Self.server(of: 5, atOnce: 3, then: #"{"resu"#)
    defer { server.stop() }
    try write("url: \(server.url)/\ntimeout: {idle: 600ms}\n")
    for range in [1...3, 4...5] {
      let run = try run()
      #expect(run.ending == .exit(2) && run.output == Self.lines(range))
      #expect(run.error.hasPrefix("apicall: \(server.url) sent nothing for 600ms\n"))
    }
  }

  @Test("A cut stream is an error, and what came before the cut is not repeated")
  func cut() throws {
    let server = try Self.server(of: 5, atOnce: 3, then: #"{"resu"#, closing: true)
    defer { server.stop() }
    try write("url: \(server.url)/\n")
    for range in [1...3, 4...5] {
      let run = try run()
      #expect(run.ending != .exit(0) && run.output == Self.lines(range), "\(run)")
    }
  }

  @Test("Rounds print items as they arrive, and go on after a cut")
  func rounds() throws {
    let server = try Self.server(of: 9, atOnce: 2, then: #"{"resu"#, closing: true)
    defer { server.stop() }
    try write("url: \(server.url)/\n", inRounds: "3")
    let first = try run()
    #expect(first.ending == .exit(10) && first.output == Self.lines(1...6), "\(first.error)")
    let second = try run()
    #expect(second.ending == .exit(10) && second.output == Self.lines(7...9))
  }

  @Test(
    "Rounds whose output is held lose nothing that a failed round has read",
    arguments: ["sort: n", "print: null", "save: out-<index>"])
  func held(_ field: String) throws {
    let server = try Self.server(of: 9, atOnce: 2, then: #"{"resu"#, closing: true)
    defer { server.stop() }
    try write(
      "url: \(server.url)/\n" + (field.hasPrefix("sort") ? "\(field)\n" : ""), inRounds: "3")
    var text = try String(contentsOfFile: "\(home)/watch.yaml", encoding: .utf8)
    if field.hasPrefix("print") { text += "\(field)\n" }
    if field.hasPrefix("save") {
      text = text.replacingOccurrences(of: "    on_error", with: "    \(field)\n    on_error")
    }
    try text.write(toFile: "\(home)/watch.yaml", atomically: true, encoding: .utf8)
    let run = try run(field.hasPrefix("save") ? ["--into", home] : [])
    #expect(run.ending == .exit(10) && run.output.isEmpty, "\(run)")
    // Nothing was printed, so each round begins anew.
    #expect(Set(server.requests.map { $0.split(separator: " ")[1] }) == ["/"])
  }

  @Test("What comes before a broken line, or before one that cannot be printed, is not repeated")
  func broken() throws {
    let server = try Self.server(of: 3, then: "{\"result\": {\"n\": 4}}\nnonsense\n")
    defer { server.stop() }
    try write("url: \(server.url)/\n")
    let first = try run()
    #expect(first.ending == .exit(8) && first.output == Self.lines(1...4), "\(first)")
    let second = try run()
    #expect(second.ending == .exit(8) && second.output.isEmpty, "\(second)")
    try write("url: \(server.url)/\nshape: {n: <it.m>}\n")
    #expect(try run().ending == .exit(8))
  }

  @Test("A stream without a state ends in silence, too, and a value of 'stop' may be required")
  func plain() throws {
    let server = try Self.server(of: 3)
    defer { server.stop() }
    func run(_ fields: String) throws -> CommandRun {
      try "url: \(server.url)/\ndecode: ndjson\nselect: $.result\nformat: ndjson\n\(fields)\n"
        .write(
          toFile: "\(home)/plain.yaml", atomically: true, encoding: .utf8)
      return CommandRun(
        try ChildProcess([Place.program("apicall"), "run", "plain.yaml"], in: home))
    }
    #expect(
      try run("stop: {idle: 300ms}")
        == CommandRun(ending: .exit(0), output: Self.lines(1...3), error: ""))
    #expect(
      try run("stop: {idle: 300ms, $.result.n: 2}")
        == CommandRun(ending: .exit(0), output: Self.lines(1...2), error: ""))
    let required = try run("stop: {idle: 300ms, $.result.n: 4}\nexpect: {stop: true}")
    #expect(required.ending == .exit(9) && required.output == Self.lines(1...3))
    #expect(try run("timeout: {idle: 300ms}").ending == .exit(2))
  }

  @Test("A signal ends a watch, and the next run begins after what was printed")
  func signal() throws {
    let server = try Self.server(of: 4)
    defer { server.stop() }
    try write("url: \(server.url)/\n")
    let text = try String(contentsOfFile: "\(home)/watch.yaml", encoding: .utf8)
    try text.replacingOccurrences(of: "300ms", with: "1h").write(
      toFile: "\(home)/watch.yaml", atomically: true, encoding: .utf8)
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "watch.yaml", "--state", "s.json"], in: home)
    let deadline = ContinuousClock.now + patience
    while child.output != Array(Self.lines(1...4).utf8), ContinuousClock.now < deadline {
      usleep(10_000)
    }
    child.send(SIGTERM)
    let ended = CommandRun(child)
    #expect(ended.output == Self.lines(1...4) && ended.ending != .exit(0))
    try write("url: \(server.url)/\n")
    #expect(try run() == CommandRun(ending: .exit(0), output: "", error: ""))
  }
}
