import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallText
import GoldenFiles
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@Suite("The events of a run as JSON lines")
struct EventLogTests {
  /// All events, with hostile texts.
  private static func lines() throws -> [String] {
    let log = LoggedLines(call: 2)
    let spec = """
      summary: "Log in \\e[2J"
      host: https://a.example
      inputs: {name: , token: {secret: true}}
      query: {name: <name>, t: <token>}
      headers: {X-Token: "Bearer <token>", Authorization: dXNlcg}
      text: hello <token>
      outputs: {session: {header: X-Session, secret: true}}
      """
    let call = try SpecText.call(
      spec, ["name=Ann", "token=31337"],
      to: Destination(mock: Origin(scheme: .http, host: "127.0.0.1", port: 8080)))
    log.observe(
      .started(
        RunStart(file: "a\u{1B}]0;x\u{7}.yaml", summary: call.endpoint.summary, steps: 3)))
    log.observe(.step(StepStart(number: 1, of: 3, iterations: 400)))
    log.observe(.step(StepStart(part: .onFailure)))
    for state in IterationState.allCases { log.observe(.iteration(state)) }
    log.observe(.sending(call))
    log.observe(.connected(Peer(address: "2001:db8::1", port: 443)))
    log.observe(
      .interim(ResponseHead(status: 103, reason: "Early Hints", headers: [.init("Link", "</a>")])))
    let odd = "\u{9B}31m \u{7F} \u{202E}evil\u{2028} \u{FEFF}\u{FFFD} \"\\/ \u{0} 😀"
    log.observe(
      .answered(
        ResponseHead(
          version: "HTTP/2", status: 200,
          headers: [
            .init("x-session", "abc"), .init("Set-Cookie", "s=1"), .init("x-odd", odd),
            .init("x-odd", ""),
          ])))
    log.observe(.trailed([.init("x-session", "abc"), .init("x-sum", odd)]))
    var next = call.request
    next.url.path = "/next"
    for reason in [
      FurtherExchange.Reason.redirect, .retry(after: .milliseconds(1500), attempt: 2, of: 3),
      .challenge, .page(2),
    ] {
      log.observe(.continuing(FurtherExchange(reason, request: next)))
    }
    log.observe(.renewing("login"))
    let half = ExchangeProgress(sent: 11, toSend: 11, received: 5, toReceive: 10)
    log.observe(.moved(half))
    log.observe(.moved(half))
    log.observe(.moved(ExchangeProgress(sent: 11, received: 10)))
    var timings = ExchangeTimings()
    timings.nameLookup = .microseconds(3_100)
    timings.connect = .milliseconds(20)
    timings.tls = .microseconds(61_007)
    timings.firstByte = .milliseconds(120)
    timings.total = .seconds(65)
    log.observe(
      .ended(
        RunOutcome(timings: timings, progress: ExchangeProgress(sent: 11, received: 10))))
    let mark = call.endpoint.outputs[0].mark
    let diagnostic = Message(
      "the output \u{1B}[31m is missing", at: mark, hint: "look at it",
      notes: [.init("declared here", at: mark)])
    var other = Message("without a place")
    other.details = ["and 1 more"]
    let (one, two) = (Array("1".utf8), Array("2".utf8))
    other.mismatch = Mismatch(
      subject: "$.a", matcher: "equals", expected: one, actual: two, actualType: "number",
      differences: [Mismatch.Difference(path: "$.a", expected: one, actual: two)],
      differenceCount: 1, value: 3)
    log.observe(.finished(RunEnd(Failure(.decoding, [diagnostic, other]))))
    return log.lines
  }

  @Test("All events are written with all members")
  func golden() throws {
    let text = try Self.lines().joined().replacing(Release.version, with: "VERSION")
    try GoldenFile(path: "events/all.txt").check(text)
  }

  @Test("Lines have the members of the table in order, and every member is in some line")
  func members() throws {
    var seen: [EventFormat.Name: Set<String>] = [:]
    for line in try Self.lines() {
      let root = try JSONDocument(text: line).root
      let name = try #require(EventFormat.Name(rawValue: root["event"]?.string ?? ""))
      let known = EventFormat.commonMembers + EventFormat.members(of: name)
      let paths = Self.paths(in: root)
      // These calls are not part of a script.
      #expect(Array(paths.prefix(5)) == Array(EventFormat.commonMembers.prefix(5)))
      #expect(paths.allSatisfy(known.contains), "\(line)")
      let order = Self.unrepeated(paths).compactMap { known.firstIndex(of: $0) }
      #expect(order == order.sorted(), "\(line)")
      seen[name, default: []].formUnion(paths)
    }
    for name in EventFormat.Name.allCases {
      let left = Set(EventFormat.commonMembers + EventFormat.members(of: name))
        .subtracting(seen[name] ?? [])
      // Interim and final responses are written by the same code.
      #expect(
        left.subtracting(["reason", "step", "iteration"]).isEmpty, "\(name) never has \(left)")
    }
  }

  @Test("Events contain no secret and no body")
  func secrets() throws {
    let text = try Self.lines().joined()
    for secret in ["31337", "abc", "s=1", "hello", "Bearer 3", "dXNlcg"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test("Any text is one line, harmless to a terminal, and reads back unchanged")
  func anyText() throws {
    var generator = SeededGenerator(seed: 0xE7E)
    let pieces =
      ["a", "\"", "\\", "/", "\u{10FFFF}", "😀", "é", "\r\n", "\u{200D}"]
      + (0..<0x100).compactMap { Unicode.Scalar($0).map(String.init) }
      + (0x2000..<0x2070).compactMap { Unicode.Scalar(UInt32($0)).map(String.init) }
    for iteration in 0..<3000 {
      let text = generator.text(of: pieces, below: 30)
      let log = LoggedLines()
      log.observe(.started(RunStart(file: text)))
      let line = try #require(log.lines.first)
      #expect(line.hasSuffix("}\n"), "iteration \(iteration): \(line)")
      #expect(!line.dropLast().unicodeScalars.contains { $0 == "\n" }, "iteration \(iteration)")
      #expect(!line.unicodeScalars.contains(where: TerminalText.isUnsafe), "iteration \(iteration)")
      let read = try JSONDocument(text: line).root["file"]?.string
      #expect(
        read?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "iteration \(iteration)")
    }
  }

  struct End: CustomTestStringConvertible {
    var end: RunEnd
    var line: String
    var testDescription: String { line }
  }

  @Test(
    "A run ends with the status that the program exits with",
    arguments: [
      End(end: RunEnd(), line: #""exit":0,"exit_name":"success","diagnostics":[]"#),
      End(
        end: RunEnd(Failure(.interrupted, []), signal: 2),
        line: #""exit":130,"exit_name":"interrupted","diagnostics":[]"#),
      End(
        end: RunEnd(Failure(.interrupted, []), signal: 15),
        line: #""exit":143,"exit_name":"terminated","diagnostics":[]"#),
      End(
        end: RunEnd(Failure(.interrupted, []), signal: 1),
        line: #""exit":129,"exit_name":"interrupted","diagnostics":[]"#),
      End(
        end: RunEnd(Failure(.usage, "no", hint: "yes")),
        line:
          #""exit":64,"exit_name":"usage","#
          + #""diagnostics":[{"message":"no","hint":"yes","details":[],"notes":[]}]"#
      ),
    ])
  func ends(_ example: End) throws {
    let log = LoggedLines()
    log.observe(.finished(example.end))
    #expect(log.lines.first?.contains(",\(example.line)}\n") == true, "\(log.lines)")
  }

  @Test("Every exit status has a name of its own")
  func names() {
    let names = ExitStatus.allCases.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz_".contains($0) } })
  }

  @Test("A pipeline writes its events in order, with the progress of an exchange")
  func order() async throws {
    let log = LoggedLines()
    let call = try SpecText.call("host: https://a.example")
    await #expect(throws: Failure.self) {
      _ = try await Pipeline.run(
        call, with: ScriptedRequester(404, "{}"), in: .fixed(SpecText.registry),
        rules: OutputRules(OutputRequest(), in: OutputContext(isTerminal: false)),
        streams: OutputStreams(output: BufferSink(), error: BufferSink()), observers: [log])
    }
    log.observe(.finished(RunEnd()))
    let events = try log.lines.map { try JSONDocument(text: $0).root["event"]?.string }
    #expect(events == ["request", "response", "end"])
  }

  /// Returns the path of every member; a list's path appears once per item.
  private static func paths(in value: JSONNode, below path: String = "") -> [String] {
    if value.kind == .array { return value.elements.flatMap { paths(in: $0, below: path + "[]") } }
    guard value.kind == .object else { return [] }
    return value.members.flatMap { key, value in
      let name = path.isEmpty ? key : "\(path).\(key)"
      return [name] + paths(in: value, below: name)
    }
  }

  /// Removes repeated list paths.
  private static func unrepeated(_ paths: [String]) -> [String] {
    paths.enumerated().filter { index, path in !paths[..<index].contains(path) }.map(\.element)
  }
}

/// Keeps the lines of a log whose clock always shows 1.5 ms.
private final class LoggedLines: RunObserver {
  private let kept = Kept()
  private let log: EventLog

  private final class Kept { var lines: [String] = [] }

  init(call: Int? = nil) {
    let kept = kept
    log = EventLog(now: World.fixed().now, elapsed: { .microseconds(1_500) }, call: call) {
      kept.lines.append(String(decoding: $0, as: UTF8.self))
    }
  }

  var lines: [String] { kept.lines }

  func observe(_ event: RunEvent) { log.observe(event) }
}
