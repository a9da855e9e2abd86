import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallSafety
import Synchronization
import TestWorlds
import Testing
import YAMLTree

@testable import APICallRun

@Suite("Retrier")
struct RetrierTests {
  typealias Turn = ScriptedRequester

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var spec: String
    var turns: [Turn]
    /// The pauses between the requests, in milliseconds.
    var waits: [Int] = []
    var status: Int32 = 0
    var output = ""
  }

  static let refused = Turn(error: transport(.cannotConnect, "connection refused"))
  static let limit = Turn(error: .timedOut(.idle(after: .seconds(60))))
  private static let busyBody = "{\"code\":\"BUSY\"}"
  static let ok = Turn("fine", type: "text/plain")

  private static func transport(_ kind: ConnectionFailure.Kind, _ reason: String) -> ExchangeError {
    .transport(
      ConnectionFailure(kind, origin: Origin(scheme: .https, host: "a.example"), reason: reason))
  }

  private static func busy(_ status: Int = 503, after: String? = nil) -> Turn {
    Turn(
      status, type: "text/plain",
      headers: after.map { [ResponseHead.Field("Retry-After", $0)] } ?? [], "busy")
  }

  static let cases = [
    Case(
      testDescription: "what has worked is not tried again", spec: "retry: 3", turns: [ok],
      output: "fine"),
    Case(
      testDescription: "pauses double, and the answer is that of the last attempt",
      spec: "retry: 3", turns: [refused, limit, busy(), ok], waits: [1000, 2000, 4000],
      output: "fine"),
    Case(
      testDescription: "an attempt too many has the last one's status", spec: "retry: 2",
      turns: [refused, busy(500), busy(429)], waits: [1000, 2000], status: 4, output: "busy"),
    Case(
      testDescription: "a pause grows up to a minute",
      spec: "retry: {times: 5, every: 10s, backoff: 3}", turns: [busy()],
      waits: [10_000, 30_000, 60_000, 60_000, 60_000], status: 5, output: "busy"),
    Case(
      testDescription: "a longer one is as it is written",
      spec: "retry: {times: 2, every: 2m}", turns: [busy()], waits: [120_000, 120_000], status: 5,
      output: "busy"),
    Case(
      testDescription: "pauses may be alike", spec: "retry: {every: 5ms, backoff: 1}",
      turns: [busy()], waits: [5, 5, 5], status: 5, output: "busy"),
    Case(
      testDescription: "a fraction may be a factor", spec: "retry: {every: 1s, backoff: 1.5}",
      turns: [busy()], waits: [1000, 1500, 2250], status: 5, output: "busy"),
    Case(
      testDescription: "0 is never", spec: "retry: 0", turns: [busy(), ok], status: 5,
      output: "busy"),
    Case(
      testDescription: "a map without a number means three", spec: "retry: {every: 1ms}",
      turns: [busy()], waits: [1, 2, 4], status: 5, output: "busy"),
    Case(
      testDescription: "what is not listed is not tried again", spec: "retry: {on: [502, dns]}",
      turns: [busy(), ok], status: 5, output: "busy"),
    Case(
      testDescription: "what is listed is",
      spec: "retry: {on: [502, 4xx, dns, tls, truncated], times: 9, every: 1ms, backoff: 1}",
      turns: [
        busy(502), busy(404), Turn(error: transport(.hostNotFound, "")),
        Turn(error: transport(.tls, "")), Turn(error: transport(.truncated, "")), ok,
      ], waits: [1, 1, 1, 1, 1], output: "fine"),
    Case(
      testDescription: "a failure that does not pass is the last", spec: "retry: 3",
      turns: [Turn(error: transport(.protocolViolation, "the answer is not HTTP")), ok], status: 76),
    Case(
      testDescription: "a name without an address is not listed by itself", spec: "retry: 3",
      turns: [Turn(error: transport(.hostNotFound, "")), ok], status: 68),
    Case(
      testDescription: "the server may ask for more time", spec: "retry: 3",
      turns: [busy(after: "7"), busy(after: "0"), busy(after: "no number"), ok],
      waits: [7000, 2000, 4000], output: "fine"),
    Case(
      testDescription: "by a date, too", spec: "retry: 1",
      // It is a quarter of a second past noon.
      turns: [busy(after: "Sat, 31 Jan 2026 12:00:30 GMT"), ok], waits: [29_750], output: "fine"),
    Case(
      testDescription: "a date that has passed asks for nothing", spec: "retry: 1",
      turns: [busy(after: "Sat, 31 Jan 2026 11:00:00 GMT"), ok], waits: [1000], output: "fine"),
    Case(
      testDescription: "a minute is the most", spec: "retry: 1",
      turns: [busy(after: "60"), ok], waits: [60_000], output: "fine"),
    Case(
      testDescription: "more than a minute ends it", spec: "retry: 3",
      turns: [busy(after: "61"), ok], status: 5, output: "busy"),
    Case(
      testDescription: "the file may allow a longer pause", spec: "retry: {max_wait: 2m}",
      turns: [busy(after: "120"), ok], waits: [120_000], output: "fine"),
    Case(
      testDescription: "or only a shorter one", spec: "retry: {max_wait: 3s}",
      turns: [busy(), busy(), busy(), busy(after: "4"), ok], waits: [1000, 2000, 3000], status: 5,
      output: "busy"),
    Case(
      testDescription: "ten digits are more than a minute", spec: "retry: 3",
      turns: [busy(after: "9999999999"), ok], status: 5, output: "busy"),
    Case(
      testDescription: "so are more digits than a number has", spec: "retry: 3",
      turns: [busy(after: String(repeating: "9", count: 40)), ok], status: 5, output: "busy"),
    Case(
      testDescription: "zeros in front are no digits", spec: "retry: 1",
      turns: [busy(after: "00000000000000000000007"), ok], waits: [7000], output: "fine"),
    Case(
      testDescription: "an expected status is an answer",
      spec: "retry: 3\nexpect: {status: [200, 503]}", turns: [busy(), ok], output: "busy"),
    Case(
      testDescription: "an answer that was cut short while it was printed stays so",
      spec: "retry: {on: [truncated]}",
      turns: [Turn("half", type: "text/plain", error: transport(.truncated, "")), ok], status: 74,
      output: "half"),
    Case(
      testDescription: "one that is not wanted may be", spec: "retry: 1",
      turns: [Turn(503, "half", error: transport(.truncated, "")), ok], waits: [1000],
      output: "fine"),
    Case(
      testDescription: "a POST that the server knows again",
      spec: "method: POST\nheaders: {idempotency-key: <uuid()>}\nretry: 1", turns: [busy(), ok],
      waits: [1000], output: "fine"),
    Case(
      testDescription: "a POST that may be sent twice",
      spec: "method: POST\nretry: {times: 1, unsafe: true}", turns: [busy(), ok], waits: [1000],
      output: "fine"),
    Case(
      testDescription: "a method that shows only when all values are known",
      spec: "inputs: {m: {default: POST}}\nmethod: <m>\nretry: 1", turns: [busy(), ok], status: 5,
      output: "busy"),
    Case(
      testDescription: "a body may be the cause, whatever the status",
      spec: "retry: {times: 2, on: [{body: {$.code: BUSY}}]}",
      turns: [Turn(busyBody), Turn(400, busyBody), Turn("{\"code\":1}")], waits: [1000, 2000],
      output: "{\"code\":1}"),
    Case(
      testDescription: "an expected status with the cause is no success at last",
      spec: "retry: {times: 1, on: [{body: {$.code: BUSY}}]}", turns: [Turn(busyBody)],
      waits: [1000],
      status: 9),
    Case(
      testDescription: "an unexpected one is as without a rule",
      spec: "retry: {times: 1, on: [{status: 4xx, body: {$.code: BUSY}}]}",
      turns: [Turn(400, busyBody)], waits: [1000], status: 4, output: busyBody),
    Case(
      testDescription: "a status that is not named is not a cause",
      spec: "retry: {on: [{status: 400, body: {$.code: BUSY}}]}", turns: [Turn(busyBody), ok],
      output: busyBody),
    Case(
      testDescription: "a field may be the cause",
      spec: "retry: {on: [{headers: {retry-after: 3}}]}", turns: [busy(403, after: "3"), ok],
      waits: [3000], output: "fine"),
    Case(
      testDescription: "a body that is not what it is called is no cause",
      spec: "retry: {on: [{body: {$.code: BUSY}}]}", turns: [Turn("<p>BUSY"), ok], status: 8),
    Case(
      testDescription: "a response that breaks off may be retried while it is held",
      spec: "retry: {on: [truncated, {body: {$.code: BUSY}}]}",
      turns: [Turn("{\"code\":", error: transport(.truncated, "")), Turn("{\"code\":2}")],
      waits: [1000], output: "{\"code\":2}"),
    Case(
      testDescription: "a cause may name an input",
      spec: "inputs: {word: {default: BUSY}}\nretry: {on: [{body: {$.code: <word>}}]}",
      turns: [Turn(busyBody), Turn("{}")], waits: [1000], output: "{}"),
    Case(
      testDescription: "maps and words may stand together",
      spec: "retry: {on: [503, {body: {$.code: BUSY}}]}", turns: [busy(), Turn(busyBody), ok],
      waits: [1000, 2000], output: "fine"),
  ]

  @Test("It retries a request as its rule says", arguments: cases)
  func sends(example: Case) async throws {
    let requester = TurnsRequester(example.turns)
    let waits = Waits()
    var world = waits.world
    world.randomBytes = { [UInt8](repeating: 0, count: $0) }
    let exchange = try await Exchange(
      requester, "host: https://a.example\n\(example.spec)\n", in: world)
    #expect(waits.all == example.waits.map { .milliseconds($0) })
    #expect(requester.requests.count == example.waits.count + 1)
    #expect(exchange.status == example.status, "\(exchange)")
    #expect(exchange.text == example.output)
    let first = try #require(requester.requests.first)
    #expect(requester.requests.allSatisfy { $0 == first })
  }

  @Test("Chance makes a pause up to a quarter longer, and never shorter")
  func jitter() async throws {
    let requester = TurnsRequester([Self.busy(after: "8"), Self.busy(), Self.ok])
    let waits = Waits()
    var world = waits.world
    world.randomBytes = { [UInt8](repeating: 255, count: $0) }
    let exchange = try await Exchange(requester, "host: https://a.example\nretry: 2\n", in: world)
    #expect(waits.all == [.seconds(10), .milliseconds(2500)])
    #expect(exchange.status == 0)
  }

  private final class Silence: ExchangeReceiver {
    func receive(_ head: ResponseHead) -> Demand { .more }
    func receive(_ bytes: Span<UInt8>) -> Demand { .more }
  }

  @Test("A pause that a server demands holds for all requests of a loop")
  func pace() async throws {
    let pace = RequestPace(nil)
    let waits = Waits()
    var world = waits.world
    let others = Mutex<[Duration]>([])
    world.wait = { [wait = world.wait, elapsed = world.elapsed] (time) throws(CancellationError) in
      if case .waits(let pause) = pace.turn(at: elapsed()) { others.withLock { $0.append(pause) } }
      try await wait(time)
    }
    let mark = Mark(source: Source(name: "", text: ""), start: .init(line: 1, column: 1))
    let retrier = Retrier(
      rule: RetryRule(mark: mark), expectation: Expectation().status, causes: nil, pace: pace,
      world: world, deadline: nil)
    let requester = TurnsRequester([Self.busy(429, after: "7"), Self.ok])
    let url = RequestURL(origin: Origin(scheme: .https, host: "a.example"), path: "/")
    try await retrier.send(
      OutgoingRequest(method: "GET", url: url), to: Silence(),
      by: NextSender(through: [][...], to: requester))
    #expect(others.withLock { $0.first } == .seconds(7))
    #expect(requester.requests.count == 2)
  }

  @Test("An interrupt ends a pause, without a message")
  func interrupt() async throws {
    let requester = TurnsRequester(Self.refused)
    let waits = Waits(isInterrupted: true)
    var world = waits.world
    world.randomBytes = { [UInt8](repeating: 0, count: $0) }
    let exchange = try await Exchange(requester, "host: https://a.example\nretry: 3\n", in: world)
    #expect(waits.all == [.seconds(1)])
    #expect(exchange.description == "---- standard output\n---- standard error\nexit status 130\n")
  }
}
